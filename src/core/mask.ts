import type { Envelope } from './envelope.js';
import type { JsonObject, JsonValue } from './json.js';
import { klvStorage, type KlvStorage } from './klv-keys.js';
import { fieldName, type Method } from './methods.js';
import { maskPan, maskText } from './pan.js';
import { hideSecrets } from './scrub.js';

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

/** Answers are kept with the same rules as requests. */
export function maskAnswer(answer: JsonObject): JsonObject {
  return maskObject(answer);
}

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
  if (typeof value === 'string') return always ? maskPan(value) : hideSecrets(maskText(value));
  if (Array.isArray(value)) {
    const masked = value.map((item) => maskValue(item, always));
    return masked.every((item, index) => item === value[index]) ? value : masked;
  }
  if (value !== null && typeof value === 'object') return maskObject(value);
  return value;
}
