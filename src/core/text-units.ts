/** UTF-16 units that texts of any form are taken apart by, and their kinds. */
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

/** Behind `=>` of PHP and Ruby, and behind the type that PHP tells: `string(3) "123"`. */
export function startOfValue(text: string, from: number): number {
  const at = text.charCodeAt(from) === GREATER || text.charCodeAt(from) === EQUALS ? from + 1 : from;
  const start = skipSpace(text, at);
  TYPE.lastIndex = start;
  return TYPE.test(text) ? TYPE.lastIndex : start;
}

const TYPE = /[a-z]{3,8}\(\d{1,9}\) ?(?=["'\\])/y;

/** Where the quote ends that closes a name with a colon at its end: `"cvv:":`. -1 where there is none. */
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
export const TAG_PART = 2;
/** These end a value without quotes. */
export const DELIMITER = 4;
/** Where something begins that could hold another member. */
export const NO_SCALAR = 8;
/** Where a member may begin, or an object or a tag does or ends. */
export const EVENT = 16;
/** What no name has in it. */
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

/** NaN, which is beyond the text, is of no kind. */
export function is(unit: number, kind: number): boolean {
  return unit < 128 && ((KINDS[unit] ?? 0) & kind) !== 0;
}
