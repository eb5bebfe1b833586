/** Whole lines of a file, as many as make one commit. */
export interface Block {
  readonly bytes: Buffer;
  /** Where in the file the next one begins. */
  readonly end: number;
}

/** About 5,000 lines: a gateway beside us waits for its turn to write as long as their commit takes, some 100 ms. */
const BLOCK_BYTES = 256 * 1024;
/** A record is shorter, unless a quotation mark is missing. */
const RECORD_BYTES_MAX = 1024 * 1024;

export class RecordTooLong extends Error {}

/**
 * Divides bytes where a record ends: at a line end that is not in quotes (RFC 4180), or at any line end where quotes mean nothing.
 * Errors: RecordTooLong.
 */
export async function* blocksOf(
  source: AsyncIterable<Buffer>,
  options: { readonly start: number; readonly hasQuotes: boolean },
): AsyncGenerator<Block> {
  let waiting: Buffer[] = [];
  let length = 0;
  let end = options.start;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < BLOCK_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    const cut = lastRecordEnd(bytes, options.hasQuotes);
    if (cut > 0) {
      end += cut;
      yield { bytes: bytes.subarray(0, cut), end };
    } else if (bytes.length > RECORD_BYTES_MAX) throw new RecordTooLong();
    const rest = bytes.subarray(cut);
    waiting = rest.length === 0 ? [] : [rest];
    ({ length } = rest);
  }
  if (length > 0) yield { bytes: Buffer.concat(waiting), end: end + length };
}

const LINE_END = 0x0a;
const QUOTE = 0x22;

/** The place after the last line end that ends a record; 0 when there is none. */
function lastRecordEnd(bytes: Buffer, hasQuotes: boolean): number {
  if (!hasQuotes || !bytes.includes(QUOTE)) return bytes.lastIndexOf(LINE_END) + 1;
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === LINE_END && !isQuoted) end = at + 1;
  }
  return end;
}
