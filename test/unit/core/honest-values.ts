/** Values without a card number, as callers and wallet services send them. `pick(n)` returns 0 … n-1. */
export type Pick = (below: number) => number;

/** Returns a repeatable source: the same seed gives the same values (xorshift32). */
export function seeded(seed: number): Pick {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Identifiers with the lengths of card numbers and any digits. Their fields are never masked. */
export const IDENTIFIERS: Readonly<Record<string, (pick: Pick) => string | number>> = {
  transaction_id: (pick) => digits(pick, 13 + pick(7)),
  reference: (pick) => digits(pick, 13 + pick(7)),
  reference_id: (pick) => grouped(digits(pick, 16)),
  request_id: (pick) => requestId(pick),
  tracking_number: (pick) => digits(pick, 13 + pick(7)),
  original_transaction_amount: (pick) => digits(pick, 13),
  acquiring_institution_code: (pick) => digits(pick, 13),
  retrieval_reference_number: (pick) => digits(pick, 12 + pick(4)),
  merchant_identifier: (pick) => digits(pick, 15),
  trace_id: (pick) => digits(pick, 15),
  token_unique_reference: (pick) => digits(pick, 19),
  token_requestor_id: (pick) => digits(pick, 13),
  customer_id: (pick) => Number(digits(pick, 15)),
  card_id: (pick) => Number(digits(pick, 15)),
  request_amount: (pick) => Number(digits(pick, 15)),
  balanceAmount: (pick) => Number(digits(pick, 15)),
  transaction_date: (pick) => digits(pick, 14),
};

/**
 * All other values without a card number: times, amounts, names, addresses, phone numbers, ids of the usual forms. It omits
 * unknown numbers of 13 to 19 digits: nobody can tell them from a card number.
 */
export const ELSEWHERE: Readonly<Record<string, (pick: Pick) => string | number>> = {
  narrative: (pick) =>
    `${word(pick)} ${word(pick)} ${String(pick(99_999))} ${word(pick)} ${pad(pick(24), 2)}:${pad(pick(60), 2)}`,
  merchant: (pick) => `${word(pick)}*${word(pick)} ${digits(pick, 10)} ${word(pick).slice(0, 2)}`,
  isoTime: (pick) => new Date(moment(pick)).toISOString(),
  'plain time': (pick) => `${compact(pick)} ${pad(pick(1000), 3)}`,
  'time to the millisecond': (pick) => `${compact(pick)}${pad(pick(1000), 3)}`,
  'wire date': (pick) => compact(pick).replace(/^(.{8})(..)(..)/, '$1T$2:$3:'),
  milliseconds: (pick) => moment(pick),
  microseconds: (pick) => `${String(moment(pick))}${digits(pick, 3)}`,
  nanoseconds: (pick) => `${String(moment(pick))}${digits(pick, 6)}`,
  'nanoseconds of a clock of milliseconds': (pick) => `${String(moment(pick))}000000`,
  amount: (pick) => pick(2 ** 31),
  'amount of 18 decimal places': (pick) => `${digits(pick, 1 + pick(8))}${'0'.repeat(18)}`,
  decimal: (pick) => `${String(pick(1_000_000))}.${pad(pick(100), 2)}`,
  phone: (pick) =>
    `+${['63', '62', '60', '55', '52', '1', '44', '49', '351'][pick(9)] ?? ''}${digits(pick, 10)}`,
  'spaced phone': (pick) => `+63 9${digits(pick, 2)} ${digits(pick, 3)} ${digits(pick, 4)}`,
  reference12: (pick) => `RRN ${digits(pick, 12)}`,
  order: (pick) => `ORD-${digits(pick, 4)}-${digits(pick, 6)}`,
  uuid: (pick) => uuid(pick),
  'uuid in a text': (pick) => `order ${uuid(pick)} was paid`,
  hex: (pick) => hex(pick, 32),
  address: (pick) => `${String(pick(255))}.${String(pick(255))}.${String(pick(255))}.${String(pick(255))}`,
  postal: (pick) => `${digits(pick, 5)}-${digits(pick, 4)} ${word(pick)}`,
  iban: (pick) => `DE${digits(pick, 20)}`,
  'request id': (pick) => `request ${requestId(pick)} ended`,
  'two numbers': (pick) => `${digits(pick, 6)} ${digits(pick, 5)}`,
};

function digits(pick: Pick, count: number): string {
  return Array.from({ length: count }, (_, index) => String(index === 0 ? 1 + pick(9) : pick(10))).join('');
}

function grouped(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ');
}

function requestId(pick: Pick): string {
  return `${digits(pick, 4 + pick(12))}_${compact(pick)}_${digits(pick, 15)}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Returns a time from 2015 to 2040. */
function moment(pick: Pick): number {
  return 1_420_070_400_000 + pick(788_940) * 1_000_000 + pick(1_000_000);
}

function compact(pick: Pick): string {
  return new Date(moment(pick)).toISOString().replace(/\D/g, '').slice(0, 14);
}

function hex(pick: Pick, count: number): string {
  return Array.from({ length: count }, () => pick(16).toString(16)).join('');
}

function uuid(pick: Pick): string {
  return hex(pick, 32).replace(/^(.{8})(.{4})(.)(.{3})(.)(.{3})(.{12})$/, '$1-$2-4$4-a$6-$7');
}

function word(pick: Pick): string {
  const words = [
    'COFFEE',
    'Manila',
    'São Paulo',
    'GROCER',
    'Müller',
    'HOTEL',
    'Taxi',
    'MARKET',
    'Bakery',
    '商店',
    'Café',
  ];
  return words[pick(words.length)] ?? '';
}
