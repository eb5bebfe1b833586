import type { RejectedLine, WalletLine } from '../../usecase/ports.js';
import { LineProblem } from './fields.js';

/** One record in its text; several cards of a wallet are several lines. Errors: LineProblem. */
export type ReadLine = (line: number, text: string) => readonly WalletLine[];

/** A line that cannot be taken, with its text, so that it can be mended and imported by itself. */
export interface Reject extends RejectedLine {
  readonly text: string;
}

export interface LinesOfBlock {
  readonly lines: readonly WalletLine[];
  readonly rejects: readonly Reject[];
  /** Texts by line, for lines that are refused later. */
  readonly textOf: (line: number) => string;
  /** Of the next block's first line. */
  readonly nextLine: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Every record of a block, empty lines apart. */
export function readLines(
  bytes: Buffer,
  firstLine: number,
  { read, hasQuotes }: { readonly read: ReadLine; readonly hasQuotes: boolean },
): LinesOfBlock {
  const lines: WalletLine[] = [];
  const rejects: Reject[] = [];
  const texts = new Map<number, string>();
  let line = firstLine;
  for (const { text, count } of recordsOf(bytes, hasQuotes)) {
    if (text === null) rejects.push({ line, field: 'line', problem: 'The line is not UTF-8.', text: '' });
    else if (text !== '') {
      texts.set(line, text);
      const found = readOne(read, line, text);
      if (found instanceof LineProblem)
        rejects.push({ line, field: found.field, problem: found.message, text });
      else lines.push(...found);
    }
    line += count;
  }
  return { lines, rejects, textOf: (number) => texts.get(number) ?? '', nextLine: line };
}

function readOne(read: ReadLine, line: number, text: string): readonly WalletLine[] | LineProblem {
  try {
    return read(line, text);
  } catch (error) {
    if (error instanceof LineProblem) return error;
    throw error;
  }
}

interface TextRecord {
  /** Without its line end; null where it is not UTF-8. */
  readonly text: string | null;
  /** Lines that it takes. */
  readonly count: number;
}

function* recordsOf(bytes: Buffer, hasQuotes: boolean): Generator<TextRecord> {
  const whole = decoded(bytes);
  const all = whole === null ? splitBytes(bytes) : splitText(whole);
  let open = '';
  let count = 0;
  for (const text of all) {
    count += 1;
    if (text === null) {
      yield { text: null, count };
      [open, count] = ['', 0];
      continue;
    }
    const record = count === 1 ? text : `${open}\n${text}`;
    if (hasQuotes && record.includes('"') && isOpen(record)) open = record;
    else {
      yield { text: record.endsWith('\r') ? record.slice(0, -1) : record, count };
      [open, count] = ['', 0];
    }
  }
  if (count > 0) yield { text: open, count };
}

function isOpen(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

function decoded(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Every line; the end of the last one begins none. */
function splitText(text: string): readonly string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function splitBytes(bytes: Buffer): readonly (string | null)[] {
  const all: (string | null)[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    all.push(decoded(bytes.subarray(start, end)));
    start = end + 1;
  }
  return all;
}
