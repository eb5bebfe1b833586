import type { Envelope } from './envelope.js';
import type { JsonObject, JsonValue } from './json.js';
import { klvStorage } from './klv-keys.js';
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

/** The envelope as the ledger may keep it. What is forwarded is not touched. */
export function maskEnvelope(envelope: Envelope, method: Method): Envelope {
  const secrets = method.parameters.filter((parameter) => parameter.isSecret === true);
  const request = { ...envelope.request };
  for (const { name } of secrets) Reflect.deleteProperty(request, name);
  return maskObject(secrets.length === 0 ? envelope : { ...envelope, request }) as Envelope;
}

/** Card numbers in free text keep their first six and last four digits (PCI DSS 3.4.1). */
export function maskText(text: string): string {
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

const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;
/** As it is printed on a card: fours, or 4-6-5. */
const GROUPED_CARD_NUMBER =
  /(?<![\d-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1?\d{1,3})?|\d{4}([ -])\d{6}\2\d{5})(?![\d-])/g;

function maskObject(object: JsonObject): JsonObject {
  const masked: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(object)) {
    // Callers may pass a secret on under another spelling of its name.
    const storage = klvStorage(fieldName(name));
    // Sensitive authentication data is never stored, not even sealed (contract 4.4, PCI DSS 3.3.1).
    if (storage === 'never') continue;
    masked[name] = EXEMPT.has(name) ? value : maskValue(value, storage === 'masked');
  }
  return masked;
}

function maskValue(value: JsonValue, always: boolean): JsonValue {
  if (typeof value === 'string') return always ? maskPan(value) : maskText(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, always));
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
