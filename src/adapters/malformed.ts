import { isUtf8 } from 'node:buffer';
import { CardwayError } from '../platform/errors.js';

interface Malformation {
  /** The document as decoded. */
  readonly text: string;
  /** Position of the problem in `text`, in UTF-16 code units. */
  readonly offset: number;
  /** Reason that is safe to show. It never holds a value of the document. */
  readonly problem: string;
  /** The member at fault, as a path in JSON names. */
  readonly field?: string | undefined;
}

/** Returns MALFORMED with line and column, both counted from 1, columns in code points. */
export function malformedAt({ text, offset, problem, field }: Malformation): CardwayError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return new CardwayError('MALFORMED', {
    message: `Line ${lines.length}, column ${column}: ${problem}.`,
    field,
  });
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
