import type { Span } from './card-numbers.js';

/**
 * Finds secrets behind their name in a sentence or a dump: `cvv 123`, `the PIN is 1234`, `[cvv] => 123`, `CVV 2: 123`. Only a few
 * names count that hardly mean anything else. The value must follow at once and have three or more digits, or be a code after a
 * word such as `is`. Words about a secret therefore stay: `Invalid PIN, 2 attempts left`. Spans are ascending. In a text with
 * more secrets than any honest one, the last span continues to its end.
 *
 * Looks at each character once, and at most `REACH` more behind each name.
 */
export function secretsInProse(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!is(text.charCodeAt(at), WORD)) continue;
    const from = at;
    while (is(text.charCodeAt(at), WORD)) at += 1;
    if (at - from > NAME_MAX || !is(text.charCodeAt(from), FIRST)) continue;
    const name = text.slice(from, at).toLowerCase();
    const value = NAMES.has(name) || isLastWord(text, name, from) ? valueBehind(text, at, name) : null;
    if (value === null) continue;
    if (found.length === FOUND_MAX) {
      found.push({ from: value.from, to: text.length });
      break;
    }
    found.push(value);
    at = value.to - 1;
  }
  return found;
}

const FOUND_MAX = 1000;
const NAMES: ReadonlySet<string> = new Set([
  ...['cvv', 'cvv1', 'cvv2', 'cvc', 'cvc1', 'cvc2', 'cav2', 'pin', 'pinblock', 'otp', 'password', 'passwd'],
  ...['track', 'track1', 'track2', 'track3', 'track1data', 'track2data', 'track3data'],
]);
const NAME_MAX = 12;

/** Recognises `card verification code` and `card_verification_value`. */
function isLastWord(text: string, name: string, from: number): boolean {
  return name === 'verification' && CARD.test(text.slice(Math.max(0, from - 6), from));
}

const CARD = /(?:^|[^a-z\d])card[ _-]$/i;

function valueBehind(text: string, end: number, name: string): Span | null {
  const limit = Math.min(text.length, end + REACH);
  let isSpoken = false;
  let isTrack = name !== 'track';
  for (let at = end; at < limit;) {
    const unit = text.charCodeAt(at);
    if (!is(unit, WORD)) {
      if (!is(unit, FILLER) && !isSerialized(text, at)) return null;
      if (unit === GREATER) isSpoken = true;
      at += 1;
      continue;
    }
    let to = at;
    while (to < limit && is(text.charCodeAt(to), WORD)) to += 1;
    const word = text.slice(at, to).toLowerCase();
    if (SHORT_NUMBER.test(word) && !is(text.charCodeAt(to), JOINT)) isTrack = true;
    else if (LINKS.has(word)) isSpoken = true;
    else if (!FILLERS.has(word)) return isTrack ? valueAt(text, at, isSpoken) : null;
    at = to;
  }
  return null;
}

/** Characters behind a name in which its value must begin. */
const REACH = 40;
const LINKS: ReadonlySet<string> = new Set(['is', 'was', 'are', 'equals', 'being']);
const FILLERS: ReadonlySet<string> = new Set([
  ...[
    'code',
    'block',
    'data',
    'value',
    'number',
    'no',
    'nr',
    'of',
    'string',
    'str',
    'int',
    'integer',
    's',
    'i',
  ],
]);
const SHORT_NUMBER = /^\d{1,2}$/;

/** Recognises `";s:3:"` of PHP. */
function isSerialized(text: string, at: number): boolean {
  return text.charCodeAt(at) === SEMICOLON && text.charCodeAt(at + 2) === COLON;
}

function valueAt(text: string, from: number, isSpoken: boolean): Span | null {
  let digits = 0;
  let to = from;
  for (; digits < DIGITS_MIN && to < from + DIGITS_WITHIN && !isEnd(text, to); to += 1) {
    const unit = text.charCodeAt(to);
    if (unit >= 0x30 && unit <= 0x39) digits += 1;
  }
  const isCode = isSpoken && digits > 0 && digits < to - from && to - from >= CODE_MIN;
  if (digits < DIGITS_MIN && !isCode) return null;
  while (!isEnd(text, to)) to += 1;
  return { from, to };
}

function isEnd(text: string, at: number): boolean {
  return at >= text.length || is(text.charCodeAt(at), END);
}

/** Characters of a value in which its digits must stand. */
const DIGITS_WITHIN = 24;
const DIGITS_MIN = 3;
/** Least length of a password of letters and digits. */
const CODE_MIN = 5;

const SEMICOLON = 0x3b;
const COLON = 0x3a;
const GREATER = 0x3e;

const WORD = 1;
/** Characters that a name begins with. */
const FIRST = 2;
const FILLER = 4;
const END = 8;
/** Characters that join a number to more digits. */
const JOINT = 16;

const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [WORD, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
  [FIRST, 'CPOTVcpotv'],
  [FILLER, ' \t\n\v\f\r:=>-_"\'\\()[]|~#*'],
  [END, ',;&}])"\'\\<> \t\n\v\f\r'],
  [JOINT, '.-/'],
] as const)
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    KINDS[unit] = (KINDS[unit] ?? 0) | kind;
  }

/** Returns whether a unit is of this kind. NaN, beyond the text, is of none. */
function is(unit: number, kind: number): boolean {
  return unit < 128 && ((KINDS[unit] ?? 0) & kind) !== 0;
}
