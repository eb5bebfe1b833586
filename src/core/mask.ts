import type { Envelope } from './envelope.js';
import type { JsonObject, JsonValue } from './json.js';
import { klvStorage, type KlvStorage } from './klv-keys.js';
import { fieldName, type Method } from './methods.js';

/**
 * Fields whose digits are identifiers, dates or amounts by definition. They are kept as they are: about one in ten of them
 * satisfies Luhn by chance, and a masked request id could never be found again.
 */
const EXEMPT: ReadonlySet<string> = new Set([
  'request_id',
  'terminal_id',
  'reference',
  'transaction_id',
  'transaction_date',
  'reference_id',
  'reference_date',
  'checksum',
  'method_name',
  'tracking_number',
  'original_transaction_amount',
  'acquiring_institution_code',
  'retrieval_reference_number',
  'merchant_identifier',
  'trace_id',
  'token_unique_reference',
  'token_requestor_id',
]);

/** The envelope as the ledger may keep it: the same object where nothing is to be hidden. What is forwarded is not touched. */
export function maskEnvelope(envelope: Envelope, method: Method): Envelope {
  const secrets = method.parameters.filter((parameter) => parameter.isSecret === true);
  if (secrets.length === 0) return maskObject(envelope) as Envelope;
  const request = { ...envelope.request };
  for (const { name } of secrets) Reflect.deleteProperty(request, name);
  return maskObject({ ...envelope, request }) as Envelope;
}

/** Card numbers in free text keep their first six and last four digits (PCI DSS 3.4.1). */
export function maskText(text: string): string {
  if (text.length < PAN_LENGTH_MIN || !MAY_HOLD_PAN.test(text)) return text;
  return text
    .replace(CARD_NUMBER, (digits) => (looksLikePan(digits) ? maskPan(digits) : digits))
    .replace(GROUPED_CARD_NUMBER, (grouped) => {
      const digits = grouped.replace(/\D/g, '');
      if (!looksLikePan(digits)) return grouped;
      let at = 0;
      const masked = maskPan(digits);
      return grouped.replace(/\d/g, () => masked.charAt(at++));
    });
}

/** Answers are kept with the same rules as requests. */
export function maskAnswer(answer: JsonObject): JsonObject {
  return maskObject(answer);
}

const PAN_LENGTH_MIN = 13;
/** Nearly no text does: one look instead of two replacements. */
const MAY_HOLD_PAN = /\d{4}[ -]?\d{4}/;
const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;
/** As it is printed on a card: fours, or 4-6-5. */
const GROUPED_CARD_NUMBER =
  /(?<![\d-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1?\d{1,3})?|\d{4}([ -])\d{6}\2\d{5})(?![\d-])/g;

/** The object itself where nothing in it is to be hidden, so that nearly every call is written once and not copied. */
function maskObject(object: JsonObject): JsonObject {
  let masked: Record<string, JsonValue> | null = null;
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const storage = storageOf(name);
    // Sensitive authentication data is never stored, not even sealed (contract 4.4, PCI DSS 3.3.1).
    const isKept = storage !== 'never';
    const kept = isKept && !EXEMPT.has(name) ? maskValue(value, storage === 'masked') : value;
    if (masked === null) {
      if (isKept && kept === value) continue;
      masked = membersBefore(object, name);
    }
    if (isKept) masked[name] = kept;
  }
  return masked ?? object;
}

function membersBefore(object: JsonObject, end: string): Record<string, JsonValue> {
  const members: Record<string, JsonValue> = {};
  for (const name of Object.keys(object)) {
    if (name === end) break;
    members[name] = object[name] ?? null;
  }
  return members;
}

/** Callers may pass a secret on under another spelling of its name. Names come again with every call, so they are spelt once. */
function storageOf(name: string): KlvStorage {
  const known = STORAGE_BY_NAME.get(name);
  if (known !== undefined) return known;
  const storage = klvStorage(fieldName(name));
  // What callers make up must not fill the memory.
  if (STORAGE_BY_NAME.size < NAMES_MAX && name.length <= NAME_LENGTH_MAX) STORAGE_BY_NAME.set(name, storage);
  return storage;
}

const STORAGE_BY_NAME = new Map<string, KlvStorage>();
const NAMES_MAX = 1000;
const NAME_LENGTH_MAX = 64;

function maskValue(value: JsonValue, always: boolean): JsonValue {
  if (typeof value === 'string') return always ? maskPan(value) : maskText(value);
  if (Array.isArray(value)) {
    const masked = value.map((item) => maskValue(item, always));
    return masked.every((item, index) => item === value[index]) ? value : masked;
  }
  if (value !== null && typeof value === 'object') return maskObject(value);
  return value;
}

function maskPan(digits: string): string {
  if (digits.length < 13) return digits === '' ? '' : 'X'.repeat(digits.length);
  return `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

/** Issuer prefixes of the networks in wire.md 2.3 (Mastercard, Visa, UnionPay) and of American Express, Discover, JCB. */
const ISSUER_PREFIX = /^(?:4|5[1-5]|2[2-7]|62|81|3[47]|6011|64|65|35|50|5[6-9]|6[37])/;

function looksLikePan(digits: string): boolean {
  return ISSUER_PREFIX.test(digits) && satisfiesLuhn(digits);
}

function satisfiesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
