import { isUtf8 } from 'node:buffer';
import { CardwayError } from '../platform/errors.js';

interface Malformation {
  /** The document as decoded. */
  readonly text: string;
  /** Position of the problem in `text`, in UTF-16 code units. */
  readonly offset: number;
  /** Reason that is safe to show. It never holds a value of the document. */
  readonly problem: string;
}

/** Returns MALFORMED with line and column, both counted from 1, columns in code points. */
export function malformedAt({ text, offset, problem }: Malformation): CardwayError {
  const { line, column } = positionOf(text, offset);
  return new CardwayError('MALFORMED', { message: `Line ${line}, column ${column}: ${problem}.` });
}

/** Counts without a list of lines: a text of 1 MiB may consist of line breaks. */
function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    const isPairEnd = code === LINE_FEED ? text.charCodeAt(at - 1) === CARRIAGE_RETURN : isLowHalf(text, at);
    if (isPairEnd) continue;
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      line += 1;
      column = 1;
    } else column += 1;
  }
  return { line, column };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** True for the second half of a surrogate pair: both are one code point. */
function isLowHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Decodes UTF-8 without a leading byte order mark. It never replaces anything by U+FFFD, because the text gets signed. Errors:
 * MALFORMED for invalid, overlong and surrogate sequences, with `problem` as the reason.
 */
export function decodeUtf8(body: Buffer, problem: string): string {
  if (!isUtf8(body)) throw malformedAt({ ...firstInvalidSequence(body), problem });
  const text = body.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/**
 * Finds the first invalid sequence. A lossy decoding changes only the invalid bytes, so the first byte that differs shows where
 * they begin.
 */
function firstInvalidSequence(body: Buffer): { text: string; offset: number } {
  const text = body.toString('utf8');
  const again = Buffer.from(text, 'utf8');
  const byte = again.findIndex((value, index) => value !== body[index]);
  return { text, offset: body.toString('utf8', 0, byte).length };
}
