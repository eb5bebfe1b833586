import { NAME_LENGTH_MAX, pairRole } from '../transactions/field-storage.js';
import type { Span } from './card-numbers.js';

/** UTF-16 units that split texts of any form, and their kinds. */
export const COLON = 0x3a;
export const EQUALS = 0x3d;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const SLASH = 0x2f;
export const BACKSLASH = 0x5c;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

/** Returns where a value starts: behind `=>` of PHP and Ruby, and behind a type of PHP, as in `string(3) "123"`. */
export function startOfValue(text: string, from: number): number {
  const at = text.charCodeAt(from) === GREATER || text.charCodeAt(from) === EQUALS ? from + 1 : from;
  const start = skipSpace(text, at);
  TYPE.lastIndex = start;
  return TYPE.test(text) ? TYPE.lastIndex : start;
}

const TYPE = /[a-z]{3,8}\(\d{1,9}\) ?(?=["'\\])/y;

/** Returns the end of the quote that closes a name with a colon at its end: `"cvv:":`. -1 where none exists. */
export function endOfNameQuote(text: string, from: number): number {
  const quote = skipBackslashes(text, from);
  const isName = isQuote(text.charCodeAt(quote)) && text.charCodeAt(skipSpace(text, quote + 1)) === COLON;
  return isName ? quote + 1 : -1;
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

export function skipBackslashes(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

export function isQuote(unit: number): boolean {
  return unit === DOUBLE_QUOTE || unit === SINGLE_QUOTE;
}

export const WORD = 1;
const TAG_PART = 2;
/** Characters that end a value without quotes. */
export const DELIMITER = 4;
/** Characters that begin something that could hold another member. */
export const NO_SCALAR = 8;
/** Characters where a member may begin, or an object or tag begins or ends. */
export const EVENT = 16;
/** Characters that no name holds. */
export const NAME_END = 32;

const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [WORD | TAG_PART, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'],
  [TAG_PART, ':.'],
  [DELIMITER, ',;&}])"\'\\< \t\n\v\f\r'],
  [NO_SCALAR, '<>{}[]"\'\\'],
  [EVENT, ':=<>{}'],
  [NAME_END, '<>{}[]"\'\\,;&:='],
] as const)
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    KINDS[unit] = (KINDS[unit] ?? 0) | kind;
  }

/** Returns whether a unit is of this kind. NaN, beyond the text, is of none. */
export function is(unit: number, kind: number): boolean {
  return unit < 128 && ((KINDS[unit] ?? 0) & kind) !== 0;
}

/** Record of the last element with a value that ended: its name may follow it. */
export class ValuesBefore {
  private readonly starts: number[] = [];
  private last: Span = { from: 0, to: 0 };
  private lastEnd = -1;

  constructor(private readonly text: string) {}

  pass(less: number): void {
    const { text, starts } = this;
    const isEnd = text.charCodeAt(less + 1) === SLASH;
    const start = less + (isEnd ? 2 : 1);
    const nameEnd = endOfName(text, start);
    if (!holdsValue(localName(text.slice(start, nameEnd)))) return;
    if (!isEnd) {
      const from = endOfTag(text, nameEnd);
      if (from !== null && starts.length < OPEN_MAX) starts.push(from);
      return;
    }
    const from = starts.pop();
    if (from === undefined) return;
    this.last = { from, to: less };
    this.lastEnd = skipSpace(text, greaterAfter(text, nameEnd) + 1);
  }

  /** Returns the content of the element that ends right before this one. Null where none exists. */
  before(less: number): Span | null {
    return this.lastEnd === less ? this.last : null;
  }
}

export function holdsValue(tag: string): boolean {
  return pairRole(tag) === 'value' || (tag.length === 6 && tag.toLowerCase() === 'string');
}

/** Limit of nested elements. */
const OPEN_MAX = 64;

/** Returns the offset after `>`. Null for an empty element, and for a tag that does not end. */
export function endOfTag(text: string, at: number): number | null {
  const greater = greaterAfter(text, at);
  return greater < 0 || text.charCodeAt(greater - 1) === SLASH ? null : greater + 1;
}

export function isEmptyTag(text: string, at: number): boolean {
  return text.charCodeAt(greaterAfter(text, at) - 1) === SLASH;
}

/** Returns the offset of the tag's `>`, after at most 256 characters of attributes. -1 where the tag does not end. */
function greaterAfter(text: string, start: number): number {
  for (let at = start; at < text.length && at < start + 256; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER) return at;
    if (unit === LESS) return -1;
  }
  return -1;
}

export function endOfName(text: string, start: number): number {
  let at = start;
  while (at - start <= 2 * NAME_LENGTH_MAX && is(text.charCodeAt(at), TAG_PART)) at += 1;
  return at;
}

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
