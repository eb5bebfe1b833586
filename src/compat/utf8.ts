import { isUtf8 } from 'node:buffer';
import { malformedAt } from './malformed.js';

const BYTE_ORDER_MARK = 0xfeff;

/**
 * UTF-8 without a leading byte order mark. Nothing is ever replaced by U+FFFD, because what is read here gets signed: invalid,
 * overlong and surrogate sequences are MALFORMED, with `problem` as the reason.
 */
export function decodeUtf8(body: Buffer, problem: string): string {
  if (!isUtf8(body)) throw malformedAt({ ...firstInvalidSequence(body), problem });
  const text = body.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/** A lossy decoding changes exactly the invalid bytes, so the first byte that differs shows where they begin. */
function firstInvalidSequence(body: Buffer): { text: string; offset: number } {
  const text = body.toString('utf8');
  const again = Buffer.from(text, 'utf8');
  const byte = again.findIndex((value, index) => value !== body[index]);
  return { text, offset: body.toString('utf8', 0, byte).length };
}
