import { isExactInteger } from '../core/exact-integer.js';
import type { JsonValue } from '../core/json.js';

/**
 * Reads an answer with the strict reader, which is made for what gets signed. What an answer says about money must not be lost
 * to how a serializer writes its numbers, so numbers are made plain first: an integer beyond ±(2^53-1) becomes a string
 * (contract 4.6), as does what no number can hold and a fraction that would be rounded to an integer; `100.0`, `1e2` and `-0` become
 * plain integers.
 *
 * Throws whatever the reader throws.
 */
export function readAnswerJson(body: Buffer, readJson: (body: Buffer) => JsonValue): JsonValue {
  return readJson(withPlainNumbers(body));
}

/** Works on bytes, one character each, so that bytes that are no UTF-8 stay what they are for the reader to refuse. */
function withPlainNumbers(body: Buffer): Buffer {
  const text = body.toString('latin1');
  let plain = '';
  let copiedTo = 0;
  for (let at = 0; at < text.length;) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
    } else if (character === MINUS || isDigit(character)) {
      const end = endOfPlainNumber(text, at);
      if (end > at) {
        at = end;
        continue;
      }
      NUMBER_CHARACTERS.lastIndex = at;
      const written = NUMBER_CHARACTERS.exec(text)?.[0] ?? '';
      const replacement = NUMBER.test(written) ? plainNumber(written) : written;
      if (replacement !== written) {
        plain += text.slice(copiedTo, at) + replacement;
        copiedTo = at + written.length;
      }
      at += written.length;
    } else {
      at++;
    }
  }
  return copiedTo === 0 ? body : Buffer.from(plain + text.slice(copiedTo), 'latin1');
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;
const NUMBER_CHARACTERS = /[-+.eE\d]+/y;
/** RFC 8259 section 6. What is no number stays as it is, for the reader to refuse. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isDigit(character: number): boolean {
  return character >= 0x30 && character <= 0x39;
}

/** The end of an integer that no writer could have written otherwise: nearly every number. `start` for what may be another. */
function endOfPlainNumber(text: string, start: number): number {
  let at = start;
  while (at < start + PLAIN_DIGITS_MAX && isDigit(text.charCodeAt(at))) at++;
  const next = text.charCodeAt(at);
  return next === COMMA || next === CLOSE_BRACE || next === CLOSE_BRACKET || next === SPACE ? at : start;
}

const PLAIN_DIGITS_MAX = 15;
const SPACE = 0x20;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

function plainNumber(written: string): string {
  const value = Number(written);
  if (Number.isSafeInteger(value) && isExactInteger(written)) return String(value === 0 ? 0 : value);
  return Number.isInteger(value) || !Number.isFinite(value) ? `"${written}"` : written;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}
