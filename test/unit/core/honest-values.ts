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

function digits(pick: Pick, count: number): string {
  return Array.from({ length: count }, (_, index) => String(index === 0 ? 1 + pick(9) : pick(10))).join('');
}

function grouped(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ');
}

function requestId(pick: Pick): string {
  return `${digits(pick, 4 + pick(12))}_${compact(pick)}_${digits(pick, 15)}`;
}

/** Returns a time from 2015 to 2040. */
function moment(pick: Pick): number {
  return 1_420_070_400_000 + pick(788_940) * 1_000_000 + pick(1_000_000);
}

function compact(pick: Pick): string {
  return new Date(moment(pick)).toISOString().replace(/\D/g, '').slice(0, 14);
}
