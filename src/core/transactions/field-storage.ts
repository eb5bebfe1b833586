import { foldName } from '../wire/folded-text.js';
import { KLV_KEYS, KLV_REST } from '../wire/klv-keys.js';
import { CHECKSUM, type Field, FIELDS } from './fields.js';

/**
 * Storage rule: how much of a member's value the ledger and the log may keep (docs/reference/transactions.md#never-stored):
 *
 *   never   nothing, whatever the value is
 *   masked  the first six and the last four digits
 *   plain   everything but card numbers and secrets; members inside a text keep their own rules
 *   klv     a KLV text, whose values have the rules of their keys
 *
 * Identifiers, dates, amounts and checksums are kept whole in a field of their own, if they have the shape of their kind: one in
 * twenty of such numbers looks like a card number by chance. Elsewhere, and with any other value, they are `plain`.
 */
export type FieldStorage = 'never' | 'masked' | 'plain' | 'klv' | ExemptKind;

type ExemptKind = 'identifier' | 'date' | 'amount' | 'checksum';

/** Returns whether a value of this kind is kept whole in its own field. */
export function isExempt(storage: FieldStorage, value: string): boolean {
  return SHAPES[storage]?.test(value) ?? false;
}

/** Shapes without words: a text around a card number matches none of them. */
const SHAPES: Readonly<Partial<Record<FieldStorage, RegExp>>> = {
  // Digits may come in groups.
  identifier: /^ {0,16}(?:[\w./+#-]{1,128}={0,2}|\d{1,19}(?: \d{1,19}){1,7}) {0,16}$/,
  date: /^\d{4}-?\d\d-?\d\d(?:[T ]?\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/,
  amount: /^[+-]?\d{1,19}$/,
  checksum: /^[\dA-Fa-f]{64}$/,
};

/**
 * Returns the rule of a name by its whole `spelt` form. A `never` name matches with any signs between and around its letters.
 */
export function fieldStorage(name: string): FieldStorage {
  return mayBeListed(name) ? knownStorage(name) : 'plain';
}

const knownStorage = byName((name) => storageOf(spelt(name)));

/**
 * Returns the function with its results kept, because the same names come with every call. Names that callers make up must not
 * fill the memory, and no card number stays in it.
 */
export function byName<Result>(of: (name: string) => Result): (name: string) => Result {
  const known = new Map<string, Result>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const result = of(name);
    const isName = name.length <= NAME_LENGTH_MAX && !MANY_DIGITS.test(name);
    if (isName && known.size < NAMES_KEPT_MAX) known.set(name, result);
    return result;
  };
}

function storageOf(name: string): FieldStorage {
  if (name.length < NAME_LENGTH_MIN || name.length > NAME_LENGTH_MAX) return 'plain';
  return STORAGE.get(name) ?? (NEVER_NAMES.has(name.replace(/[^a-z\d]+/g, '')) ? 'never' : 'plain');
}

/** Returns a name in lower case and compatibility forms, without `_`, `-`, spaces and zero-width signs. */
export function spelt(name: string): string {
  if (PLAIN_NAME.test(name)) return name.toLowerCase();
  return foldName(name).replace(/[_-]+/g, '');
}

const PLAIN_NAME = /^[A-Za-z\d]{0,64}$/;

/** Role in a pair that gives a member's name as a value: `{"name": "cvv", "value": "123"}`. Null for every other name. */
type PairRole = 'names' | 'value' | null;

export function pairRole(name: string): PairRole {
  if (name.length < NAME_LENGTH_MIN || name.length > PAIR_NAME_MAX || !mayBeListed(name)) return null;
  return knownRole(name);
}

const knownRole = byName((name): PairRole => PAIRS.get(spelt(name)) ?? null);

/** Returns whether one of these members holds a name whose values must never be stored. */
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

/** Names of sensitive authentication data (PCI DSS 3.3.1) and passwords. */
const NEVER = [
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cav', 'cav2', 'cid', 'cardverificationcode', 'cardverificationvalue'],
  ...['pin', 'pinblock', 'otp', 'password', 'passwd', 'secret'],
  ...['track', 'track1', 'track2', 'track3', 'track1data', 'track2data', 'track3data', 'magneticstripe'],
  // KLV texts with track data or the data of a chip
  ...['035', '036', '055'].flatMap((key) => [key, `klv_${key}`]),
  // An unreadable text may hold anything, and published samples of such texts hold a code.
  KLV_REST,
];

const IDENTIFIERS = [
  // In the envelope, and in the gateway's own output
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
    // Only its full name keeps a value whole. Each of its names hides a value.
    const isHidden = storage === 'never' || storage === 'masked';
    const names = isHidden ? [spelt(name), `klv${key}`, key] : [spelt(name)];
    return names.map((each) => [each, storage] as const);
  }),
  ...NEVER.map((name) => [spelt(name), 'never'] as const),
]);

const NEVER_NAMES: ReadonlySet<string> = new Set(
  [...STORAGE].flatMap(([name, storage]) => (storage === 'never' && /[a-z]/.test(name) ? [name] : [])),
);

export const NAME_LENGTH_MIN = 3;
export const NAME_LENGTH_MAX = 64;
const NAMES_KEPT_MAX = 1000;
const MANY_DIGITS = /(?:\d\D{0,2}){12}/;

/** Rejects nearly every unlisted name by its first and last character. */
function mayBeListed(name: string): boolean {
  if (name.length < NAME_LENGTH_MIN) return false;
  const first = ENDS[name.charCodeAt(0)] ?? ANY;
  const last = ENDS[name.charCodeAt(name.length - 1)] ?? ANY;
  return first === ANY || last === ANY || LISTED_ENDS[first * ANY + last] === 1;
}

/** Class of other characters, which may be signs around a name. Letters and digits are 0 … 35. */
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
