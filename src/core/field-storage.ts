import { KLV_KEYS, KLV_REST } from './klv-keys.js';

/**
 * How much of a member's value may be kept, in the ledger and in the log (contract 4.4):
 *
 *   never   nothing, whatever the value is
 *   masked  the first six and the last four digits
 *   plain   everything but card numbers and secrets, and members inside a text that have rules of their own
 *   exempt  everything: identifiers, dates and amounts. One in twenty of such numbers looks like a card number by chance
 *   klv     a KLV text, whose values have the rules of their keys
 */
export type FieldStorage = 'never' | 'masked' | 'plain' | 'exempt' | 'klv';

/** By the whole name, in any case, without `_`, `-` and spaces. Names come again with every call, so they are spelt once. */
export function fieldStorage(name: string): FieldStorage {
  if (name.length < NAME_LENGTH_MIN || name.length > NAME_LENGTH_MAX) return 'plain';
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const storage = STORAGE.get(spelt(name)) ?? 'plain';
  // Names that callers make up must not fill the memory.
  if (KNOWN.size < KNOWN_MAX) KNOWN.set(name, storage);
  return storage;
}

/** Lower-case, without `_`, `-` and spaces. */
export function spelt(name: string): string {
  return name.toLowerCase().replace(/[_\- ]/g, '');
}

/** Sensitive authentication data (PCI DSS 3.3.1) and passwords, as they are spelt. */
const NEVER = [
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cav', 'cav2', 'cid', 'cardverificationcode', 'cardverificationvalue'],
  ...['pin', 'pinblock', 'otp', 'password', 'passwd', 'secret'],
  ...['track', 'track1', 'track2', 'track3', 'track1data', 'track2data', 'track3data', 'magneticstripe'],
  // Nobody can tell what an unreadable text holds, and published samples of such texts hold a code.
  KLV_REST,
];

const EXEMPT = [
  // Of the envelope, and of what the gateway itself tells
  ...[
    'request_id',
    'original_request_id',
    'customer_id',
    'card_id',
    'event_id',
    'delivery_id',
    'endpoint_id',
  ],
  ...['attempt_id', 'key_id', 'span_id', 'sequence', 'pid', 'time', 'at_ms', 'checksum', 'result_code'],
  // Of a request
  ...['terminal_id', 'reference', 'transaction_id', 'transaction_date', 'reference_id', 'reference_date'],
  ...['token_reference', 'method_name'],
  // Amounts
  ...['request_amount', 'balance_amount', 'actual_balance', 'approval_amount', 'transaction_fee_amount'],
  ...['markup_amount', 'additional_amount', 'second_additional_amount', 'cashback_pos_amount'],
  ...['acquirer_fee_amount', 'airport_fee_amount', 'down_payment_amount', 'installment_payment_amount'],
  'installment_payment_total_amount',
];

/** 002, 004, 032, 037, 042, 063, 913, 915 of contract 4.4. */
const EXEMPT_KLV: ReadonlySet<string> = new Set(['002', '004', '032', '037', '042', '063', '913', '915']);

const KLV_TEXTS = ['transaction_data', 'message_data'];

const STORAGE = new Map<string, FieldStorage>([
  ...EXEMPT.map((name) => [spelt(name), 'exempt'] as const),
  ...KLV_TEXTS.map((name) => [spelt(name), 'klv'] as const),
  ...KLV_KEYS.flatMap(({ key, name, storage = 'plain' }) => {
    const kind = EXEMPT_KLV.has(key) ? 'exempt' : storage;
    if (kind === 'plain') return [];
    const names = kind === 'exempt' ? [spelt(name)] : [spelt(name), `klv${key}`, key];
    return names.map((each) => [each, kind] as const);
  }),
  ...NEVER.map((name) => [spelt(name), 'never'] as const),
]);

const KNOWN = new Map<string, FieldStorage>();
const KNOWN_MAX = 1000;
const NAME_LENGTH_MIN = 3;
export const NAME_LENGTH_MAX = 64;
