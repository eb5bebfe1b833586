import { maskPan } from '../wire/card-numbers.js';
import type { JsonObject, JsonValue } from '../wire/json.js';
import { CARD_NUMBER_MIN, HIDDEN, maskAnyText, maskKlv } from '../wire/scrub.js';
import type { Envelope } from './envelope.js';
import { byName, fieldStorage, type FieldStorage, isExempt, namesSecret, pairRole } from './field-storage.js';
import type { Method } from './methods.js';

/**
 * Returns the envelope as the ledger may keep it: the same object where it hides nothing. The forwarded envelope stays unchanged.
 */
export function maskEnvelope(envelope: Envelope, method: Method): Envelope {
  const secrets = method.parameters.filter((parameter) => parameter.isSecret === true);
  if (secrets.length === 0) return maskObject(envelope, { instead: null, place: 'envelope' }) as Envelope;
  const request = { ...envelope.request };
  for (const { jsonName } of secrets) Reflect.deleteProperty(request, jsonName);
  return maskObject({ ...envelope, request }, { instead: null, place: 'envelope' }) as Envelope;
}

/** Masks an answer by the same rules. Members that must not be stored keep their names, so that a replay shows them. */
export function maskAnswer(answer: JsonObject): JsonObject {
  return maskObject(answer, { instead: HIDDEN, place: 'fields' });
}

/** Masks a long answer as `maskAnswer` does. It lets other calls run after every 500 members. */
export async function maskAnswerInTurns(
  answer: JsonObject,
  nextTurn: () => Promise<void>,
): Promise<JsonObject> {
  let left = TURN_MEMBERS_MAX;
  const maskLong = async (value: JsonValue, name: string, storage: FieldStorage, inside: MaskOptions) => {
    left -= 1;
    if (left === 0) {
      await nextTurn();
      left = TURN_MEMBERS_MAX;
    }
    if (value === null || typeof value !== 'object') return maskValue(value, name, storage, inside);
    if (!Array.isArray(value)) return maskMembers(value, { ...inside, place: maskContextOf(name, inside) });
    const items: JsonValue[] = [];
    for (const item of value) items.push(await maskLong(item, '', itemStorage(storage), unknown(inside)));
    return items;
  };
  const maskMembers = async (object: JsonObject, inside: MaskOptions): Promise<JsonObject> => {
    const names = Object.keys(object);
    const storageOf = storageIn(object, names);
    const masked: [string, JsonValue][] = [];
    for (const name of names) {
      const storage = storageOf(name);
      const value = object[name] ?? null;
      const kept = storage === 'never' ? HIDDEN : await maskLong(value, name, storage, inside);
      masked.push([maskName(name), kept]);
    }
    return Object.fromEntries(masked);
  };
  return maskMembers(answer, { instead: HIDDEN, place: 'fields' });
}

/** Members per turn. Masking them takes one to three milliseconds. */
const TURN_MEMBERS_MAX = 500;

interface MaskOptions {
  /** Replacement for a member that must not be stored. Null removes its name too. */
  readonly instead: string | null;
  readonly place: MaskContext;
}

/**
 * Place of a member. All places except `unknown` hold the gateway's own fields. In `unknown`, a name exempts no value, because a
 * card number may hide behind it.
 */
type MaskContext = 'envelope' | 'request' | 'fields' | 'unknown';

function maskContextOf(name: string, { place }: MaskOptions): MaskContext {
  if (place === 'envelope') return name === 'request' ? 'request' : 'unknown';
  return place === 'request' && fieldStorage(name) === 'klv' ? 'fields' : 'unknown';
}

/** Masks an object. Returns the object itself where it hides nothing, so that nearly every call avoids a copy. */
function maskObject(object: JsonObject, inside: MaskOptions): JsonObject {
  let masked: [string, JsonValue][] | null = null;
  const names = Object.keys(object);
  const storageOf = storageIn(object, names);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = object[name] ?? null;
    const storage = storageOf(name);
    const keptName = maskName(name);
    const kept = storage === 'never' ? inside.instead : maskValue(value, name, storage, inside);
    if (masked === null) {
      if (storage !== 'never' && kept === value && keptName === name) continue;
      masked = names.slice(0, index).map((before) => [before, object[before] ?? null]);
    }
    if (storage !== 'never' || kept !== null) masked.push([keptName, kept]);
  }
  return masked === null ? object : Object.fromEntries(masked);
}

/** Returns the rule by a member's name, and for `{"name":"cvv","value":"123"}` by the name beside it. */
function storageIn(object: JsonObject, names: readonly string[]): (name: string) => FieldStorage {
  return namesSecret(object, names, fieldStorage)
    ? (name) => (pairRole(name) === 'value' ? 'never' : fieldStorage(name))
    : fieldStorage;
}

/** Names are rarely as long as a card number, and rarely begin with a digit as KLV does. */
function maskName(name: string): string {
  return name.length < CARD_NUMBER_LENGTH_MIN && !BEGINS_WITH_DIGIT.test(name) ? name : maskedName(name);
}

const maskedName = byName(maskAnyText);

const BEGINS_WITH_DIGIT = /^\s{0,8}\d/;

const CARD_NUMBER_LENGTH_MIN = 12;

function maskValue(value: JsonValue, name: string, storage: FieldStorage, inside: MaskOptions): JsonValue {
  if (typeof value === 'string') return maskString(value, storage, inside);
  if (typeof value === 'number') {
    if (Math.abs(value) < CARD_NUMBER_MIN && storage !== 'masked' && storage !== 'klv') return value;
    const text = String(value);
    const masked = maskString(text, storage, inside);
    return masked === text ? value : masked;
  }
  if (value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value)) return maskObject(value, { ...inside, place: maskContextOf(name, inside) });
  const items = itemStorage(storage);
  const insideItems = unknown(inside);
  const masked = value.map((item) => maskValue(item, '', items, insideItems));
  return masked.every((item, index) => item === value[index]) ? value : masked;
}

/**
 * Returns the rule for items of a list. An identifier is never a list or an object, and members inside follow their own names.
 */
function itemStorage(storage: FieldStorage): FieldStorage {
  return storage === 'masked' ? 'masked' : 'plain';
}

function unknown(inside: MaskOptions): MaskOptions {
  return { ...inside, place: 'unknown' };
}

function maskString(text: string, storage: FieldStorage, { place }: MaskOptions): string {
  const isOwn = place !== 'unknown';
  if (isOwn && isExempt(storage, text)) return text;
  if (storage === 'masked') return maskPan(text);
  return storage === 'klv' ? maskKlv(text, isOwn) : maskAnyText(text);
}
