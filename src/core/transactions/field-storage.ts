import { foldName } from '../wire/folded-text.js';
import { KLV_KEYS, KLV_REST } from '../wire/klv-keys.js';
import { CHECKSUM, type Field, FIELDS } from './fields.js';

/**
 * How much of a member's value may be kept, in the ledger and in the log (docs/reference/transactions.md#never-stored):
 *
 *   never   nothing, whatever the value is
 *   masked  the first six and the last four digits
 *   plain   everything but card numbers and secrets, and members inside a text that have rules of their own
 *   klv     a KLV text, whose values have the rules of their keys
 *
 * Identifiers, dates, amounts and checksums are kept whole where they stand in a place of their own and are what they are named: one in
 * twenty of such numbers looks like a card number by chance. Everywhere else, and for every other value, they are `plain`.
 */
export type FieldStorage = 'never' | 'masked' | 'plain' | 'klv' | ExemptKind;

type ExemptKind = 'identifier' | 'date' | 'amount' | 'checksum';

/** Whether a value of this kind is kept whole in a place of its own. */
export function isExempt(storage: FieldStorage, value: string): boolean {
  return SHAPES[storage]?.test(value) ?? false;
}

/** No words: a text around a card number is none of these. */
const SHAPES: Readonly<Partial<Record<FieldStorage, RegExp>>> = {
  // Digits may come in groups.
  identifier: /^ {0,16}(?:[\w./+#-]{1,128}={0,2}|\d{1,19}(?: \d{1,19}){1,7}) {0,16}$/,
  date: /^\d{4}-?\d\d-?\d\d(?:[T ]?\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/,
  amount: /^[+-]?\d{1,19}$/,
  checksum: /^[\dA-Fa-f]{64}$/,
};

/**
 * By the whole name as `spelt` has it; a name that must never be stored, whatever signs are put between and around its letters.
 * Names come again with every call, so those that say something are spelt once.
 */
export function fieldStorage(name: string): FieldStorage {
  if (!mayBeListed(name)) return 'plain';
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const storage = storageOf(spelt(name));
  // Names that callers make up must not fill the memory.
  if (KNOWN.size < KNOWN_MAX && name.length <= NAME_LENGTH_MAX) KNOWN.set(name, storage);
  return storage;
}

function storageOf(name: string): FieldStorage {
  if (name.length < NAME_LENGTH_MIN || name.length > NAME_LENGTH_MAX) return 'plain';
  return STORAGE.get(name) ?? (NEVER_NAMES.has(name.replace(/[^a-z\d]+/g, '')) ? 'never' : 'plain');
}

/** Lower-case, in compatibility forms, without `_`, `-`, spaces and signs without a width. */
export function spelt(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toLowerCase();
  return foldName(name).replace(/[_-]+/g, '');
}

const PLAIN_NAME = /^[A-Za-z\d]{0,64}$/;

/** A part of a pair that tells a member by its own name: `{"name": "cvv", "value": "123"}`. Null for every other name. */
type PairRole = 'names' | 'value' | null;

export function pairRole(name: string): PairRole {
  if (name.length < NAME_LENGTH_MIN || name.length > PAIR_NAME_MAX || !mayBeListed(name)) return null;
  const known = KNOWN_ROLES.get(name);
  if (known !== undefined) return known;
  const role = PAIRS.get(spelt(name)) ?? null;
  if (KNOWN_ROLES.size < KNOWN_MAX) KNOWN_ROLES.set(name, role);
  return role;
}

/** Whether one of these members says a name whose values must never be stored. */
export function namesSecret(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
  storage: (name: string) => FieldStorage,
): boolean {
  return names.some((name) => {
    if (pairRole(name) !== 'names') return false;
    const value = object[name];
    return typeof value === 'string' && storage(value) === 'never';
  });
}

const PAIRS = new Map<string, PairRole>([
  ...['name', 'key', 'field', 'fieldname', 'param', 'parameter', 'parametername', 'path', 'property'].map(
    (name) => [name, 'names'] as const,
  ),
  ...['propertyname', 'attribute', 'attributename', 'label', 'type'].map((name) => [name, 'names'] as const),
  ...['value', 'val', 'data', 'content', 'text', 'input', 'fieldvalue', 'stringvalue', 'rawvalue'].map(
    (name) => [name, 'value'] as const,
  ),
  ...['rejectedvalue', 'attemptedvalue', 'actualvalue', 'invalidvalue', 'inputvalue', 'paramvalue'].map(
    (name) => [name, 'value'] as const,
  ),
]);
const PAIR_NAME_MAX = 24;
const KNOWN_ROLES = new Map<string, PairRole>();

/** Sensitive authentication data (PCI DSS 3.3.1) and passwords, as they are spelt. */
const NEVER = [
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cav', 'cav2', 'cid', 'cardverificationcode', 'cardverificationvalue'],
  ...['pin', 'pinblock', 'otp', 'password', 'passwd', 'secret'],
  ...['track', 'track1', 'track2', 'track3', 'track1data', 'track2data', 'track3data', 'magneticstripe'],
  // Nobody can tell what an unreadable text holds, and published samples of such texts hold a code.
  KLV_REST,
];

const IDENTIFIERS = [
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
  ...['attempt_id', 'key_id', 'span_id', 'sequence', 'pid', 'time', 'at_ms', 'token_reference'],
];

/** Amounts of answers. */
const AMOUNTS = ['balance_amount', 'actual_balance', 'approval_amount'];

const STORAGE = new Map<string, FieldStorage>([
  ...IDENTIFIERS.map((name) => [spelt(name), 'identifier'] as const),
  ...AMOUNTS.map((name) => [spelt(name), 'amount'] as const),
  ...[...Object.values<Field>(FIELDS), CHECKSUM].flatMap(({ jsonName, storage }) =>
    storage === undefined ? [] : [[spelt(jsonName), storage] as const],
  ),
  ...KLV_KEYS.flatMap(({ key, name, storage }) => {
    if (storage === undefined) return [];
    // A value that is kept whole is so under its full name only; a value to be hidden is hidden under each of its names.
    const isHidden = storage === 'never' || storage === 'masked';
    const names = isHidden ? [spelt(name), `klv${key}`, key] : [spelt(name)];
    return names.map((each) => [each, storage] as const);
  }),
  ...NEVER.map((name) => [spelt(name), 'never'] as const),
]);

const NEVER_NAMES: ReadonlySet<string> = new Set(
  [...STORAGE].flatMap(([name, storage]) => (storage === 'never' && /[a-z]/.test(name) ? [name] : [])),
);

const KNOWN = new Map<string, FieldStorage>();
const KNOWN_MAX = 1000;
export const NAME_LENGTH_MIN = 3;
export const NAME_LENGTH_MAX = 64;

/** False for nearly every name that says nothing, after a look at its first and its last character. */
function mayBeListed(name: string): boolean {
  if (name.length < NAME_LENGTH_MIN) return false;
  const first = ENDS[name.charCodeAt(0)] ?? ANY;
  const last = ENDS[name.charCodeAt(name.length - 1)] ?? ANY;
  return first === ANY || last === ANY || LISTED_ENDS[first * ANY + last] === 1;
}

/** Letters and digits are 0 … 35; other characters may be signs around a name. */
const ANY = 36;
const ENDS = new Uint8Array(128).fill(ANY);
for (let index = 0; index < ANY; index += 1) {
  const character = index.toString(ANY);
  ENDS[character.charCodeAt(0)] = index;
  ENDS[character.toUpperCase().charCodeAt(0)] = index;
}
const LISTED_ENDS = new Uint8Array(ANY * ANY);
for (const name of [...STORAGE.keys(), ...PAIRS.keys()])
  LISTED_ENDS[(ENDS[name.charCodeAt(0)] ?? 0) * ANY + (ENDS[name.charCodeAt(name.length - 1)] ?? 0)] = 1;
