import {
  byName,
  fieldStorage,
  type FieldStorage,
  isExempt,
  NAME_LENGTH_MAX,
  NAME_LENGTH_MIN,
  namesSecret,
  pairRole,
  spelt,
} from '../transactions/field-storage.js';
import { cardDigits, maskPan, type Span } from './card-numbers.js';
import { codePointLength } from './code-points.js';
import { fold, type FoldedText, KIND, kindsIn, sourceSpan } from './folded-text.js';
import { klvName } from './klv-keys.js';
import { type KlvReading, parseKlv } from './klv.js';
import { knownFieldOffsets } from './known-field-offsets.js';
import { secretsInProse } from './spoken-secrets.js';
import { type TextMember, textMembers, type Wanted } from './text-members.js';

export const HIDDEN = '[hidden]';

/**
 * Returns a text as it may be kept (docs/reference/transactions.md#masked). Card numbers keep their first six and last four
 * digits. Members that must not be stored are hidden in JSON, XML, one inside the other, or a broken piece of it. Secrets of a
 * known kind are hidden too. Everything else stays unchanged.
 */
export function maskText(text: string): string {
  return hideSecrets(hideParts(text, STORED));
}

/** Masks a wallet service's raw answer like any text, except for identifiers, dates and amounts in its own fields. */
export function maskRawAnswer(text: string): string {
  return hideSecrets(hideParts(text, ANSWER));
}

/**
 * Returns a text as logs, traces, error texts and stored excerpts may show it: as it may be kept, without checksums and secrets
 * behind a name. The program's own texts hold neither. This is for the words of a peer or of an error.
 */
export function scrub(text: string): string {
  if (text.length < SHORTEST) return text;
  return hideParts(hideSecrets(text).replace(CHECKSUM, HIDDEN), NAMED_BY_SIBLING);
}

interface Rules {
  readonly storage: (name: string) => FieldStorage;
  /** Returns the offsets of values that may be exempt by their name. Null allows every offset. */
  readonly own: (text: string) => ReadonlySet<number> | null;
}

const NOWHERE: ReadonlySet<number> = new Set();
const STORED: Rules = { storage: fieldStorage, own: () => NOWHERE };
const ANSWER: Rules = { storage: fieldStorage, own: knownFieldOffsets };
/** Rules of `scrub`, where names are mostly the gateway's own. */
const NAMED_BY_SIBLING: Rules = {
  storage: (name) => (isSecretName(name) ? 'never' : fieldStorage(name)),
  own: () => null,
};

function hideParts(text: string, rules: Rules): string {
  if (text.length < SHORTEST) return text;
  const kinds = kindsIn(text);
  if ((kinds & MAY_HIDE) === 0) return text;
  const folded = fold(text, kinds);
  const kept = hideMembers(text, folded, kinds, rules);
  return folded.text.search(TRACK) === -1 ? kept : cutTracks(kept);
}

function hideMembers(text: string, folded: FoldedText, kinds: number, rules: Rules): string {
  const isFolded = folded.offsets !== null;
  const { found, restFrom } =
    isFolded || (kinds & KIND.digit) !== 0 ? cardDigits(folded.text) : NO_CARD_DIGITS;
  const reading = readingOf(folded.text, rules);
  const members = membersOf(reading, isFolded ? kindsIn(folded.text) : kinds);
  if (found.length === 0 && restFrom === Infinity && members.length === 0) return text;
  const edits: Edit[] = [];
  for (const member of members) {
    const edit = editOf(reading, member);
    if (edit !== null) edits.push(edit);
  }
  cutAt(restFrom, folded.text.length, edits);
  const kept = restFrom === Infinity ? found : found.filter((place) => place < restFrom);
  const masked = membersAround(kept, members);
  return edits.length === 0 && masked.length === 0 ? text : edited(folded, edits, masked);
}

/** A card number or its mask, the sign of track data or of EMV tag 57, and the rest of the string, element or line. */
const TRACK = /(?<![\dX][ ._/-]?)([\dX](?:[ ._/-]?[\dX]){11,})([=^]|[Dd](?=\d{4}))(?!\[hidden\])[^"<>\r\n]*/g;

/**
 * Masks the card number of track data, and hides the rest. Runs after the other masks, so a number that they recognised has an `X`.
 * Tag 57 and its length stand before the number: then no rule for card numbers applies, and 16 digits are enough.
 */
function cutTracks(text: string): string {
  const folded = fold(text, kindsIn(text));
  const edits: Edit[] = [];
  for (const { 0: whole, 1: number = '', 2: sign = '', index: from } of folded.text.matchAll(TRACK)) {
    const digits = number.replace(/[^\dX]/g, '');
    if (!digits.includes('X') && digits.length < TAGGED_DIGITS_MIN) continue;
    edits.push({ from, to: from + whole.length, text: `${maskPan(digits)}${sign}${HIDDEN}` });
  }
  return edits.length === 0 ? text : edited(folded, edits, []);
}

const TAGGED_DIGITS_MIN = 16;

/** Part of the folded text, and its replacement. */
interface Edit extends Span {
  readonly text: string;
}

/** Applies edits and masks digits. No digit is within an edit. */
function edited(folded: FoldedText, edits: readonly Edit[], digits: readonly number[]): string {
  const { text: source, more } = withoutDigits(folded, digits);
  const parts: string[] = [];
  let copied = 0;
  const replace = ({ from, to }: Span, text: string): void => {
    parts.push(source.slice(copied, from), text);
    copied = to;
  };
  let next = 0;
  for (const edit of edits) {
    const [from, to] = sourceSpan(folded, edit.from, edit.to);
    for (let cut = more[next]; cut !== undefined && cut.from < from; cut = more[next]) {
      replace(cut, '');
      next += 1;
    }
    replace({ from, to }, edit.text);
  }
  for (const cut of more.slice(next)) replace(cut, '');
  parts.push(source.slice(copied));
  return parts.join('');
}

/** Returns the source with an `X` for each of these digits, and the remaining units of digits that several units encode. */
function withoutDigits(
  folded: FoldedText,
  digits: readonly number[],
): { readonly text: string; readonly more: readonly Span[] } {
  const { source } = folded;
  if (digits.length === 0) return { text: source, more: [] };
  const units = Buffer.from(source, 'utf16le');
  const more: Span[] = [];
  for (const place of digits) {
    const [start, end] = sourceSpan(folded, place, place + 1);
    units.writeUInt16LE(LETTER_X, 2 * start);
    // Two digits may come from one character.
    if (end > start + 1 && more.at(-1)?.to !== end) more.push({ from: start + 1, to: end });
  }
  return { text: units.toString('utf16le'), more };
}

const LETTER_X = 0x58;

/** Kinds of characters without which a text stays unchanged. */
const MAY_HIDE = KIND.digit | KIND.separator | KIND.backslash | KIND.markup | KIND.wide;
const NO_CARD_DIGITS: ReturnType<typeof cardDigits> = { found: [], restFrom: Infinity };

/** Returns members in their order, with the KLV texts and the secrets in prose outside of them. */
function membersOf(reading: Reading, kinds: number): readonly TextMember[] {
  const { text, rules } = reading;
  const wanted = (name: string): Wanted => WANTED[rules.storage(name)] ?? pairRole(name);
  const members =
    (kinds & KIND.separator) === 0 ? [] : textMembers(text, wanted, (scalar) => hasRules(reading, scalar));
  const klv = (kinds & KIND.digit) === 0 ? [] : klvTexts(text).map(klvMember);
  const spoken = (kinds & PROSE_UNITS) === PROSE_UNITS ? secretsInProse(text).map(proseMember) : [];
  return withBetween(withBetween(members, klv), spoken);
}

/** Returns the members with those of `more` that stand outside of them. Both lists are in order. */
function withBetween(members: readonly TextMember[], more: readonly TextMember[]): readonly TextMember[] {
  if (more.length === 0) return members;
  const all: TextMember[] = [];
  let next = 0;
  for (const member of members) {
    for (let span = more[next]; span !== undefined && span.to <= member.from; span = more[next]) {
      all.push(span);
      next += 1;
    }
    while ((more[next]?.from ?? Infinity) < member.to) next += 1;
    all.push(member);
  }
  return [...all, ...more.slice(next)];
}

/** Folded text with its rules. */
interface Reading {
  readonly text: string;
  readonly rules: Rules;
  readonly isOwn: (member: Span) => boolean;
}

/** Creates a reading. It computes the offsets when a member first needs them. */
function readingOf(text: string, rules: Rules): Reading {
  let own: ReadonlySet<number> | null | undefined;
  const isOwn = ({ from }: Span): boolean => {
    own = own === undefined ? rules.own(text) : own;
    return own === null || own.has(from);
  };
  return { text, rules, isOwn };
}

/** Returns whether a scalar has its own storage rules, unlike any text. */
function hasRules({ text, rules, isOwn }: Reading, member: TextMember): boolean {
  const storage = rules.storage(member.name);
  if (storage === 'masked' || storage === 'klv') return true;
  return isExempt(storage, text.slice(member.from, member.to)) && isOwn(member);
}

const PROSE_UNITS = KIND.digit | KIND.letter;

function proseMember({ from, to }: Span): TextMember {
  return { name: '', quote: '', form: 'text', want: 'whole', from, to };
}

/** A member of any name that holds KLV has the rules of the one that always does. */
function klvMember({ from, to }: Span): TextMember {
  return { name: 'transaction_data', quote: '', form: 'text', want: 'scalar', from, to };
}

/**
 * Finds the whole KLV texts that stand as a string of JSON or as the text of an element or attribute, where one of their members
 * must not be kept as it is. Spans are ascending. Looks at each character once or twice.
 */
function klvTexts(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(KLV_CANDIDATE)) {
    const [value] = match;
    if (value.length <= KLV_LENGTH_MAX && hasHiddenMember(value))
      found.push({ from: match.index, to: match.index + value.length });
  }
  return found;
}

const KLV_CANDIDATE = /(?<=["'>])[ \t\r\n]{0,8}\d{5}[^"'<\\]*/g;
/** Every KLV text within its limits is shorter, in units. */
const KLV_LENGTH_MAX = 8192;

function hasHiddenMember(text: string): boolean {
  const reading = parseKlv(text);
  return reading.kind === 'ok' && reading.entries.some(({ key }) => HIDING.has(fieldStorage(klvName(key))));
}

const HIDING: ReadonlySet<string> = new Set(['never', 'masked']);

/** Hides the text from `restFrom` on. */
function cutAt(restFrom: number, end: number, edits: Edit[]): void {
  if (restFrom >= end) return;
  while ((edits.at(-1)?.from ?? -1) >= restFrom) edits.pop();
  const from = Math.max(restFrom, edits.at(-1)?.to ?? 0);
  if (from < end) edits.push({ from, to: end, text: HIDDEN });
}

/** Returns the digits outside of members, which have their own rules. Both lists are ascending. */
function membersAround(digits: readonly number[], members: readonly Span[]): readonly number[] {
  if (digits.length === 0 || members.length === 0) return digits;
  let next = 0;
  return digits.filter((place) => {
    while ((members[next]?.to ?? Infinity) <= place) next += 1;
    return place < (members[next]?.from ?? Infinity);
  });
}

/** Length of the shortest text with a secret, for example `pin=1`. */
const SHORTEST = 5;
const WANTED: Readonly<Record<FieldStorage, Wanted>> = {
  never: 'whole',
  masked: 'scalar',
  klv: 'scalar',
  identifier: 'scalar',
  date: 'scalar',
  amount: 'scalar',
  checksum: 'scalar',
  plain: null,
};

/** Returns the edit of a member. Null where the value stays unchanged. */
function editOf({ text, rules, isOwn }: Reading, member: TextMember): Edit | null {
  const { from, to, form, quote, name } = member;
  const value = text.slice(from, to);
  if (member.want === 'whole') {
    if (value === '' || (form === 'bare' && SAID.has(value.toLowerCase()))) return null;
    return { from, to, text: form === 'text' || form === 'rest' ? HIDDEN : `${quote}${HIDDEN}${quote}` };
  }
  const storage = rules.storage(name);
  const kept =
    storage === 'masked' ? maskPan(value) : storage === 'klv' ? maskKlv(value, isOwn(member)) : value;
  return kept === value ? null : { from, to, text: form === 'bare' ? `${quote}${kept}${quote}` : kept };
}

/** Words about a secret that are not the secret. They must stay readable. */
const SAID: ReadonlySet<string> = new Set([
  ...['null', 'true', 'false', 'is', 'was', 'not', 'no', 'wrong', 'missing', 'invalid'],
]);

/**
 * Masks the text of a member that is known to hold KLV, and hides its unreadable part. `isOwn`: the gateway reads this member, so
 * its identifiers and amounts stay.
 */
export function maskKlv(text: string, isOwn: boolean): string {
  const reading = parseKlv(text);
  if (reading.kind === 'repeated') return HIDDEN;
  return reading.entries.length === 0 ? maskText(text) : keptKlv(text, reading, isOwn);
}

/** Masks the text of any other member, which may be KLV from its beginning to its end. */
export function maskAnyText(text: string): string {
  if (!BEGINS_AS_KLV.test(text)) return maskText(text);
  const reading = parseKlv(text);
  // Card numbers may look like KLV, too.
  return maskText(reading.kind === 'ok' ? keptKlv(text, reading, false) : text);
}

const BEGINS_AS_KLV = /^\s{0,8}\d{5}/;

function keptKlv(
  text: string,
  reading: Extract<KlvReading, { readonly entries: unknown }>,
  isOwn: boolean,
): string {
  let isWhole = reading.kind === 'ok';
  const entries = reading.entries.map(({ key, value }) => {
    const kept = keptValue(fieldStorage(klvName(key)), value, isOwn);
    if (kept !== value) isWhole = false;
    return key + String(codePointLength(kept)).padStart(2, '0') + kept;
  });
  return isWhole ? text : entries.join('') + (reading.kind === 'ok' ? '' : HIDDEN);
}

function keptValue(storage: FieldStorage, value: string, isOwn: boolean): string {
  if (storage === 'never') return HIDDEN;
  if (isOwn && isExempt(storage, value)) return value;
  return storage === 'masked' ? maskPan(value) : maskText(value);
}

/** Hides only the secrets of a known kind. Cheap where none exist. */
export function hideSecrets(text: string): string {
  if (text.length < SHORTEST_SECRET || !MARKS.some((mark) => text.includes(mark))) return text;
  return text
    .replace(CREDENTIALS, `$1${HIDDEN}`)
    .replace(API_KEY, (key) => (isApiKey(key) ? HIDDEN : key))
    .replace(KINDS, HIDDEN)
    .replace(URL_PASSWORD, `$1${HIDDEN}@`);
}

const SHORTEST_SECRET = 8;
/** Marks of secrets: every secret of a known kind holds one of them. */
const MARKS = ['earer ', 'asic ', 'EARER ', 'ASIC ', 'whsec_', 'cardway_', '#', '-----BEGIN', '://'];

const CREDENTIALS = /\b((?:Bearer|Basic)\s+)(?!\[)[A-Za-z0-9+/=_.~-]{4,}/gi;
const API_KEY = /cardway_[\w-]+/g;
const KINDS = new RegExp(
  [
    'whsec_[A-Za-z0-9+/=_-]{8,}',
    // <KEY_ID>#<OTP>
    '(?<![\\w#-])[A-Za-z0-9_-]{1,16}#\\d{1,8}(?!\\d)',
    '-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?',
  ].join('|'),
  'g',
);
/** Hex of a checksum or a signature. */
const CHECKSUM = /(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])/g;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"]*:)[^\s/@"]+@/gi;

/** Recognises an API key. Metrics and settings begin with the same word, but are in lower case. */
function isApiKey(key: string): boolean {
  const own = key.slice('cardway_'.length);
  return own.startsWith('sandbox_') || (own.length >= 32 && /[A-Z0-9]/.test(own));
}

/** Scrubs a value with named fields, including the names. Returns the value itself where it hides nothing. */
export function scrubFields<T extends object>(value: T): T {
  return scrubValue(value, 'plain') as T;
}

function scrubValue(value: unknown, storage: FieldStorage): unknown {
  if (typeof value === 'string') return scrubString(value, storage);
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (storage !== 'never' && value < CARD_NUMBER_MIN && value > -CARD_NUMBER_MIN) return value;
    const text = String(value);
    const scrubbed = scrubString(text, storage);
    return scrubbed === text ? value : scrubbed;
  }
  const isSecret = storage === 'never';
  if (Array.isArray(value)) {
    if (isSecret) return HIDDEN;
    const scrubbed = value.map((item) => scrubValue(item, 'plain'));
    return scrubbed.every((item, index) => item === value[index]) ? value : scrubbed;
  }
  if (!isPlain(value)) return value;
  return isSecret ? HIDDEN : scrubMembers(value);
}

/** Least number with as many digits as a card number. */
export const CARD_NUMBER_MIN = 1e11;

/** Returns whether a value is a plain object. Errors and the like have their own serializers. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function scrubMembers(object: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(object);
  const isPair = namesSecret(object, names, NAMED_BY_SIBLING.storage);
  const scrubbed = (name: string, storage: FieldStorage): unknown =>
    scrubValue(object[name], isPair && pairRole(name) === 'value' ? 'never' : storage);
  const isClean = names.every((name) => {
    const { storage, shownName } = lookUp(name);
    return shownName === name && scrubbed(name, storage) === object[name];
  });
  if (isClean) return object;
  return Object.fromEntries(
    names.map((name) => {
      const { storage, shownName } = lookUp(name);
      return [shownName, scrubbed(name, storage)];
    }),
  );
}

function scrubString(text: string, storage: FieldStorage): string {
  if (storage === 'never' && text !== '') return HIDDEN;
  return isExempt(storage, text) || UUID.test(text) ? text : scrub(text);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface NamedBySibling {
  readonly storage: FieldStorage;
  readonly shownName: string;
}

const lookUp = byName((name): NamedBySibling => ({
  storage: NAMED_BY_SIBLING.storage(name),
  shownName: scrub(name),
}));

/** Recognises a secret of this program or of a peer by the end of its name. */
const isSecretName = byName((name) => {
  const plain = spelt(name);
  const isInReach = name.length >= NAME_LENGTH_MIN && plain.length <= NAME_LENGTH_MAX;
  return isInReach && (SECRET_ENDS.test(plain) || SECRET_WORD.test(name));
});

const SECRET_ENDS =
  /(?:password|passwd|passphrase|pwd|secret|authorization|checksum|signature|cookie|pinblock|activationcode|otp|cvv2?|cvc2?|(?:master|signing|api|private)key)$/;
const SECRET_WORD = /(?:^|[_-])(?:pin|track[12]?)$/i;
