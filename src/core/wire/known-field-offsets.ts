import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  is,
  isQuote,
  LESS,
  NO_SCALAR,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipSpace,
  SLASH,
} from './text-units.js';

/**
 * Returns the offsets where values of known fields begin in a wallet service's answer
 * (docs/reference/transactions.md#never-masked). These are members of the JSON object, of its `response`, and of the
 * methodResponse struct that `response` holds as a text. Deeper objects, arrays and texts do not count. The answer need not be
 * well-formed. One pass, in linear time.
 */
export function knownFieldOffsets(text: string): ReadonlySet<number> {
  const offsets = new Set<number>();
  const start = skipSpace(text, 0);
  if (text.charCodeAt(start) === LESS) addElements(text, start, text.length, offsets);
  else addMembers(text, start, offsets);
  return offsets;
}

function addMembers(text: string, start: number, offsets: Set<number>): void {
  let depth = 0;
  let name = '';
  let isResponse = false;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (!is(unit, NO_SCALAR) && unit !== COLON) continue;
    const isOwn = depth === 1 || (depth === 2 && isResponse);
    if (isQuote(unit)) {
      const end = endOfString(text, at);
      if (isOwn) name = text.slice(at + 1, Math.min(end, at + 1 + RESPONSE.length + 1));
      at = end;
    } else if (unit === COLON && isOwn) {
      const value = skipSpace(text, at + 1);
      const next = text.charCodeAt(value);
      offsets.add(isQuote(next) ? value + 1 : value);
      const isElement = depth === 1 && name === RESPONSE && isQuote(next);
      if (isElement) addElements(text, value + 1, endOfString(text, value), offsets);
      if (isQuote(next)) at = endOfString(text, value);
    } else {
      depth += stepOf(unit);
      if (depth === 2 && isOpening(unit)) isResponse = unit === OPEN_BRACE && name === RESPONSE;
    }
  }
}

function isOpening(unit: number): boolean {
  return unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

function stepOf(unit: number): number {
  if (isOpening(unit)) return 1;
  return unit === CLOSE_BRACE || unit === CLOSE_BRACKET ? -1 : 0;
}

const RESPONSE = 'response';

/** Returns the offset of the quote that ends the string. */
function endOfString(text: string, quote: number): number {
  const unit = text.charCodeAt(quote);
  let at = quote + 1;
  while (at < text.length && text.charCodeAt(at) !== unit) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Adds values of the outermost struct, with or without the element of their type. */
function addElements(text: string, start: number, end: number, offsets: Set<number>): void {
  let depth = 0;
  // The cut stops the search at the end, however many elements follow.
  const part = text.slice(0, end);
  TAG.lastIndex = start;
  for (let found = TAG.exec(part); found !== null; found = TAG.exec(part)) {
    const [, slash, name] = found;
    const isEmpty = text.charCodeAt(TAG.lastIndex - 2) === SLASH;
    if (isEmpty) continue;
    // A member inside an array is as deep as one inside two structs.
    if (name === 'struct') depth += slash === '' ? 1 : -1;
    else if (name === 'array') depth += slash === '' ? 2 : -2;
    else if (slash === '' && depth <= 1 && name === 'value') {
      offsets.add(TAG.lastIndex);
      TYPE.lastIndex = TAG.lastIndex;
      if (TYPE.test(part)) offsets.add(TYPE.lastIndex);
    }
  }
}

const TAG = /<(\/?)(struct|array|value)(?:\s[^<>]{0,256})?\/?>/g;
const TYPE = /<[A-Za-z][\w.:]{0,63}(?:\s[^<>]{0,256})?>/y;
