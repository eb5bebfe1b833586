/**
 * Decides what the ledger, the log and the traces may keep of a text that came from outside (docs/security.md#stored-data). The
 * forwarded bytes, and the reply to the first caller, never pass through here.
 *
 * - Known fields are kept whole where their value has the shape of its kind.
 * - Members whose name is on the never-list are dropped at any depth.
 * - All other texts are free: card numbers in them are cut, and a text that is itself a document is read and walked.
 * - A text that is not understood is not kept. Its length stands in its place.
 */
import { createHash } from 'node:crypto';
import type { Envelope } from './transactions/envelope.js';
import { CHECKSUM, type Field, FIELDS } from './transactions/fields.js';
import { lettersOf } from './transactions/known-names.js';
import type { Method } from './transactions/methods.js';
import { cutCardNumbers, cutText, digitRowsAreIn, DIGITS_MIN, HIDDEN, sizeOf } from './wire/card-numbers.js';
import { codePointLength } from './wire/code-points.js';
import type { JsonObject, JsonValue } from './wire/json.js';
import { KLV_KEYS, KLV_REST, klvName } from './wire/klv-keys.js';
import { parseKlv } from './wire/klv.js';

/** Returns the envelope as the ledger keeps it: the same object where nothing is dropped, so that nearly no call is copied. */
export function keepEnvelope(envelope: Envelope, method: Method): Envelope {
  const secrets = method.parameters.filter(({ isSecret }) => isSecret === true);
  const request = { ...envelope.request };
  for (const { jsonName } of secrets) Reflect.deleteProperty(request, jsonName);
  const given = secrets.length === 0 ? envelope : { ...envelope, request };
  return keepMembers(given, { place: 'envelope', instead: null, depth: 0 }) as Envelope;
}

/**
 * Returns members as they are kept: the same object where nothing is dropped. Dropped members keep their names, so that a replay
 * shows that there was one.
 */
export function keepAnswer(answer: JsonObject): JsonObject {
  return keepMembers(answer, { place: 'fields', instead: HIDDEN, depth: 0 });
}

/**
 * Returns the text of a wallet service's answer as it is kept: word for word, or its length and SHA-256. `normalized` is the kept
 * text of its normalized form, whose digits may stand here too. It is empty for an unreadable answer, and null where something was
 * dropped from it.
 */
export function keepRawAnswer(raw: string, normalized: string | null): string {
  const isClean = normalized !== null && !holdsSecret(raw) && !ESCAPED.test(raw);
  if (isClean && digitRowsAreIn(normalized, raw)) return raw;
  const hash = createHash('sha256').update(raw).digest('hex');
  return `[text of ${String(codePointLength(raw))} characters, SHA-256 ${hash}]`;
}

/** Returns a free text as it is kept. `lengthMax`: longest text without a form, in UTF-16 units. */
export function keepText(text: string, lengthMax = FREE_TEXT_MAX): string {
  return keepFree(text, { lengthMax, depth: 0 });
}

function keepFree(
  text: string,
  { lengthMax = FREE_TEXT_MAX, depth }: { lengthMax?: number; depth: number },
): string {
  if (text.length <= lengthMax && HARMLESS.test(text)) return text;
  const document = depth < DEPTH_MAX ? keptDocument(text, depth) : null;
  if (document !== null) return document;
  return text.length > lengthMax || holdsSecret(text) ? sizeOf(text) : cutCardNumbers(text);
}

/** Most texts. They are kept without a further look. */
const HARMLESS = /^(?:[A-Za-z .,_-]*|\d{1,4})$/;

/** Longest text without a form that is kept, in UTF-16 units. The free fields of a call have the same limit. */
const FREE_TEXT_MAX = 255;
/** Depth of members, and of documents in texts, from which nothing is kept. */
const DEPTH_MAX = 32;

/** Returns a text that is itself a document, without what is never kept. Null for a text that is none. */
function keptDocument(text: string, depth: number): string | null {
  switch (FIRST_SIGN.exec(text)?.[1]) {
    case undefined:
      return null;
    case '{':
    case '[':
      return keptJson(text, depth);
    case '<':
      return isClearXml(text) ? cutCardNumbers(text) : sizeOf(text);
    default: {
      const kept = keptKlv(text, { isOwn: false, depth });
      // Card numbers and track data may look like KLV by chance.
      return kept === null ? null : cutCardNumbers(kept);
    }
  }
}

/** First sign of JSON and XML, and the beginning of KLV. */
const FIRST_SIGN = /^\s{0,8}([[{<]|\d{5})/;
function isClearXml(text: string): boolean {
  const isReadable = text.length <= FREE_TEXT_MAX || BARE_XML.test(text);
  return isReadable && !holdsSecret(text) && !ESCAPED.test(text);
}

/** Tags and their text, without attributes, comments, references to characters and the like. */
const BARE_XML =
  /^\s*(?:<\?xml[^<>]{0,80}\?>)?[^<>&]*(?:(?:<\/?[A-Za-z][\w.:-]*\s*\/?>|&(?:lt|gt|amp|quot|apos);)[^<>&]*)*$/;

function keptJson(text: string, depth: number): string | null {
  // A failed parse takes long.
  if (!CLOSED.test(text)) return null;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
  const inside: Inside = { place: 'unknown', instead: HIDDEN, depth: depth + 1 };
  return JSON.stringify(keepValue(value, { name: '', rule: 'free' }, inside));
}

const CLOSED = /[}\]]\s{0,8}$/;

/** Returns a KLV text by the rules of its keys, without white space around it. Null for a text that is not KLV. */
function keptKlv(text: string, { isOwn, depth }: { isOwn: boolean; depth: number }): string | null {
  const reading = parseKlv(text);
  if (reading.kind !== 'ok') return null;
  const entries = reading.entries.map(({ key, value }) => {
    const rule = ruleOf(klvName(key));
    const kept =
      rule === 'never' && value !== '' ? HIDDEN : keepString(value, rule, { isOwn, depth: depth + 1 });
    return `${key}${String(codePointLength(kept)).padStart(2, '0')}${kept}`;
  });
  return entries.join('');
}

/**
 * Place of a member. The members of `envelope`, `request` and `fields` are the gateway's own. In `unknown`, a name keeps no value
 * whole, because a card number may hide behind it.
 */
type Place = 'envelope' | 'request' | 'fields' | 'unknown';

interface Inside {
  readonly place: Place;
  /** Stands in place of a dropped value. Null drops the name too. */
  readonly instead: string | null;
  readonly depth: number;
}

/** Returns the place of the members of an object that stands under this name. */
function placeIn(place: Place, name: string): Place {
  if (place === 'envelope' && name === 'request') return 'request';
  return place === 'request' && ruleOf(name) === 'klv' ? 'fields' : 'unknown';
}

function keepMembers(object: JsonObject, inside: Inside): JsonObject {
  const names = Object.keys(object);
  const isPair = namesSecret(object, names);
  let kept: [string, JsonValue][] | null = null;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    const value = object[name] ?? null;
    const rule = isPair && PAIR_VALUE.test(name) ? 'never' : ruleOf(name);
    const keptName = keepName(name, inside.depth);
    const keptValue = rule === 'never' ? inside.instead : keepValue(value, { name, rule }, inside);
    if (kept === null) {
      if (rule !== 'never' && keptName === name && keptValue === value) continue;
      kept = names.slice(0, at).map((before) => [before, object[before] ?? null]);
    }
    if (rule !== 'never' || keptValue !== null) kept.push([keptName, keptValue]);
  }
  return kept === null ? object : Object.fromEntries(kept);
}

function keepName(name: string, depth: number): string {
  return name.length < DIGITS_MIN || RULES.has(name) ? name : keepFree(name, { depth });
}

interface Member {
  readonly name: string;
  readonly rule: Rule;
}

function keepValue(value: JsonValue, { name, rule }: Member, inside: Inside): JsonValue {
  const { place, depth } = inside;
  if (typeof value === 'string') return keepString(value, rule, { isOwn: place !== 'unknown', depth });
  if (typeof value === 'number') {
    if (Math.abs(value) < CARD_NUMBER_MIN && rule !== 'cut' && rule !== 'klv') return value;
    const text = String(value);
    const kept = keepString(text, rule, { isOwn: place !== 'unknown', depth });
    return kept === text ? value : kept;
  }
  if (value === null || typeof value === 'boolean') return value;
  if (depth >= DEPTH_MAX) return HIDDEN;
  if (!Array.isArray(value))
    return keepMembers(value, { ...inside, place: placeIn(place, name), depth: depth + 1 });
  const insideList: Inside = { ...inside, place: 'unknown', depth: depth + 1 };
  const item: Member = { name: '', rule: rule === 'cut' ? 'cut' : 'free' };
  const kept = value.map((each) => keepValue(each, item, insideList));
  return kept.every((each, at) => each === value[at]) ? value : kept;
}

/** Least number with as many digits as a card number. */
const CARD_NUMBER_MIN = 1e11;

function keepString(text: string, rule: Rule, { isOwn, depth }: { isOwn: boolean; depth: number }): string {
  if (isOwn && SHAPES[rule]?.test(text) === true) return text;
  if (rule === 'cut') return cutText(text);
  return rule === 'klv' ? (keptKlv(text, { isOwn, depth }) ?? sizeOf(text)) : keepFree(text, { depth });
}

/** Returns whether one of these members names a secret that another one holds: `{"name": "cvv", "value": "123"}`. */
function namesSecret(object: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => {
    const value = object[name];
    return typeof value === 'string' && PAIR_NAME.test(name) && ruleOf(value) === 'never';
  });
}

const PAIR_NAME = /^(?:(?:(?:field|param|parameter|property|attribute)_?)?(?:name)?|key|path|label|type)$/i;
const PAIR_VALUE = /^(?:\w*value|val|data|content|text|input)$/i;

/**
 * Rule of a member by its name: `never` is dropped, `cut` keeps the first six and the last four characters, `klv` is a KLV text,
 * and `free` is any text. The others are kept whole where they have the shape of their kind, in a place of the gateway's own.
 */
type Rule = 'never' | 'cut' | 'klv' | 'free' | 'identifier' | 'date' | 'amount' | 'checksum';

/** Shapes without words: a text around a card number matches none of them. */
const SHAPES: Readonly<Partial<Record<Rule, RegExp>>> = {
  // Digits may come in groups.
  identifier: /^ {0,16}(?:[\w./+#-]{1,128}={0,2}|\d{1,19}(?: \d{1,19}){1,7}) {0,16}$/,
  date: /^\d{4}-?\d\d-?\d\d(?:[T ]?\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/,
  amount: /^[+-]?\d{1,19}$/,
  checksum: /^[\dA-Fa-f]{64}$/,
};

/** Returns the rule of a name. Neither case nor signs between its letters matter. */
export function ruleOf(name: string): Rule {
  return (
    RULES.get(name) ?? (name.length > NAME_LENGTH_MAX ? undefined : RULES.get(lettersOf(name))) ?? 'free'
  );
}

const NAME_LENGTH_MAX = 64;

/** Names of sensitive authentication data (PCI DSS 3.3.1) and passwords. */
const NEVER = [
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cav', 'cav2', 'cid', 'cardverificationcode', 'cardverificationvalue'],
  ...['pin', 'pinblock', 'otp', 'password', 'passwd', 'secret', 'magneticstripe'],
  ...['track', 'track1', 'track2', 'track3', 'track1data', 'track2data', 'track3data'],
  // The unreadable end of a KLV text may hold anything.
  lettersOf(KLV_REST),
];

/** KLV texts with track data or the data of a chip. */
const NEVER_KEYS = ['035', '036', '055'];

const FIELD_NAMES = Object.values<Field>(FIELDS).map(({ jsonName }) => jsonName);

const KNOWN: readonly (readonly [name: string, rule: Rule])[] = [
  ...rules('identifier', ['request_id', 'original_request_id', 'customer_id', 'card_id']),
  ...rules('amount', ['balance_amount', 'actual_balance', 'approval_amount']),
  ...[...Object.values<Field>(FIELDS), CHECKSUM].flatMap(({ jsonName, storage }) =>
    storage === undefined ? [] : rules(storage, [jsonName]),
  ),
  ...KLV_KEYS.flatMap(({ key, name, storage }) => {
    if (storage === undefined) return [];
    // Only its full name keeps a value whole. Each of its names hides a value.
    const isHidden = storage === 'never' || storage === 'cut';
    return rules(storage, isHidden ? [name, `klv_${key}`, key] : [name]);
  }),
  ...rules('never', NEVER),
  ...NEVER_KEYS.flatMap((key) => rules('never', [key, `klv_${key}`])),
];

function rules(rule: Rule, names: readonly string[]): readonly (readonly [name: string, rule: Rule])[] {
  return names.map((name) => [name, rule]);
}

/** Rules by the names of JSON, and by the letters and digits of each name. A rule counts before `free`. */
const RULES: ReadonlyMap<string, Rule> = new Map(
  [...rules('free', [...FIELD_NAMES, ...KLV_KEYS.map(({ name }) => name)]), ...KNOWN].flatMap(
    ([name, rule]) => [name, lettersOf(name)].map((each) => [each, rule] as const),
  ),
);

/**
 * Returns whether a text that is no document, or was not read, holds a secret: a name of the never-list where a name stands, one in
 * front of a value, or credentials of a header, a webhook or a URL.
 */
function holdsSecret(text: string): boolean {
  if (NUMERIC.test(text)) return false;
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKC').toUpperCase() : text;
  return (NEVER_WORD.test(plain) && NAMED_SECRET.test(plain)) || OTHER_SECRET.test(plain);
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Numbers and amounts. An answer may have thousands of them. */
const NUMERIC = /^[\d .,_-]*$/;

/** Names of the never-list, with up to two signs between their letters. */
const NEVER_WORDS = KNOWN.filter(([name, rule]) => rule === 'never' && /[a-z]/.test(name))
  .map(([name]) => [...lettersOf(name)].join('[\\W_]{0,2}'))
  .join('|');
/** Nearly no text holds such a word, so that the two other looks are rare. */
const NEVER_WORD = new RegExp(`(?<![a-z\\d])(?:${NEVER_WORDS})`, 'i');
const NAMED_SECRET = new RegExp(
  [
    `["'<>&;:/[{,=?](?:${NEVER_WORDS})\\s?["'\\\\<>&=\\]]`,
    `<(?:${NEVER_WORDS})\\s`,
    `(?<![a-z\\d])(?:${NEVER_WORDS})(?:["'\\]\\s]*[:=]|\\W{1,4}(?:(?:is|was|code)\\W{1,3}){0,2}[a-z]*\\d{3})`,
  ].join('|'),
  'i',
);
/** KLV keys of the never-list as names, and credentials. */
const OTHER_SECRET =
  /(?:"|<name>)(?:035|036|052|055|900|901)["<\\]|bearer\s+[\w.~+/-]{16}|whsec_\w|:\/\/[^\s/:@]*:[^\s/@]+@/i;

/** Letters and digits that JSON or XML hide from a look at their text. */
const ESCAPED =
  /\\u00(?:3\d|[46][1-9a-f]|[57][\da])|&#(?:0*(?:4[89]|[5-9]\d|1[0-2]\d);|x0*(?:3\d|[4-7][\da-f]);)/i;
