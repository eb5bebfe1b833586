import { maskPan } from './card-numbers.js';
import type { Envelope } from './envelope.js';
import { fieldStorage, namesSecret, pairRole, type FieldStorage } from './field-storage.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Method } from './methods.js';
import { CARD_NUMBER_MIN, HIDDEN, maskAnyText, maskKlv, maskText } from './scrub.js';

/** The envelope as the ledger may keep it: the same object where nothing is to be hidden. What is forwarded is not touched. */
export function maskEnvelope(envelope: Envelope, method: Method): Envelope {
  const secrets = method.parameters.filter((parameter) => parameter.isSecret === true);
  if (secrets.length === 0) return maskObject(envelope, null) as Envelope;
  const request = { ...envelope.request };
  for (const { name } of secrets) Reflect.deleteProperty(request, name);
  return maskObject({ ...envelope, request }, null) as Envelope;
}

/** An answer is kept by the same rules, but members that must not be stored keep their names, so that a replay shows that there was one. */
export function maskAnswer(answer: JsonObject): JsonObject {
  return maskObject(answer, HIDDEN);
}

/** What is written for a member that must not be stored: nothing at all, not even its name, for null. */
type Instead = string | null;

/** The object itself where nothing in it is to be hidden, so that nearly every call is written once and not copied. */
function maskObject(object: JsonObject, instead: Instead): JsonObject {
  let masked: [string, JsonValue][] | null = null;
  const names = Object.keys(object);
  const storageOf = storageIn(object, names);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = object[name] ?? null;
    const storage = storageOf(name);
    const keptName = name.length < CARD_NUMBER_LENGTH_MIN ? name : maskText(name);
    const kept = storage === 'never' ? instead : maskValue(value, storage, instead);
    if (masked === null) {
      if (storage !== 'never' && kept === value && keptName === name) continue;
      masked = names.slice(0, index).map((before) => [before, object[before] ?? null]);
    }
    if (storage !== 'never' || kept !== null) masked.push([keptName, kept]);
  }
  return masked === null ? object : Object.fromEntries(masked);
}

/** By the name, and for `{"name":"cvv","value":"123"}` by the name beside it. */
function storageIn(object: JsonObject, names: readonly string[]): (name: string) => FieldStorage {
  return namesSecret(object, names, fieldStorage)
    ? (name) => (pairRole(name) === 'value' ? 'never' : fieldStorage(name))
    : fieldStorage;
}

const CARD_NUMBER_LENGTH_MIN = 12;

function maskValue(value: JsonValue, storage: FieldStorage, instead: Instead): JsonValue {
  if (typeof value === 'string') return maskString(value, storage);
  if (typeof value === 'number') {
    if (storage === 'exempt' || (Math.abs(value) < CARD_NUMBER_MIN && storage !== 'masked')) return value;
    const text = String(value);
    const masked = maskString(text, storage);
    return masked === text ? value : masked;
  }
  if (value === null || typeof value !== 'object') return value;
  // An identifier is no list and no object: what is in one has the rules of its own names.
  if (!Array.isArray(value)) return maskObject(value, instead);
  const inside = storage === 'masked' ? 'masked' : 'plain';
  const masked = value.map((item) => maskValue(item, inside, instead));
  return masked.every((item, index) => item === value[index]) ? value : masked;
}

function maskString(text: string, storage: FieldStorage): string {
  if (storage === 'exempt') return text;
  if (storage === 'masked') return maskPan(text);
  return storage === 'klv' ? maskKlv(text) : maskAnyText(text);
}
