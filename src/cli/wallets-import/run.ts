import { createReadStream } from 'node:fs';
import type { WalletImports } from '../../usecase/ports.js';
import { CliError, type Shell } from '../shell.js';
import { blocksOf, RecordTooLong } from './blocks.js';
import { columnsOf, csvReader } from './csv.js';
import { LineProblem } from './fields.js';
import { ndjsonReader } from './ndjson.js';
import { BEGINNING, openSource, type Place, placeOf, type SourceFile } from './place.js';
import { progressOf } from './progress.js';
import { readLines, type ReadLine, type Reject } from './read-lines.js';
import { openRejects, type RejectFile } from './rejects.js';

export interface ImportOptions {
  readonly file: string;
  readonly format: 'csv' | 'ndjson';
  /** Of lines that name none; empty: there is none. */
  readonly programme: string;
  readonly rejects: string;
  /** Begins at the beginning, wherever an earlier run was cut off. */
  readonly isRestart: boolean;
  /** Reads and checks, and writes nothing to the database. */
  readonly isCheck: boolean;
  readonly actor: string;
}

export interface ImportResult extends Place {
  /** The line where an earlier run was cut off; null for a whole run. */
  readonly resumedAtLine: number | null;
}

/** Streams a file of wallets into the directory, a block of lines to a commit. Errors: CliError. */
export async function importWallets(
  shell: Pick<Shell, 'isTerminal' | 'err' | 'world'>,
  imports: WalletImports,
  options: ImportOptions,
): Promise<ImportResult> {
  const source = openSource(options.file, options.programme);
  const { importId } = source;
  const isFresh = options.isRestart || options.isCheck;
  const start = isFresh ? BEGINNING : placeOf(await imports.place(importId));
  const { read, hasQuotes, first } = readerOf(source, options);
  const rejects = openRejects(options.rejects, start.rejectBytes);
  const progress = progressOf(shell, start, source.bytes);
  let place = start.offset === 0 ? { ...start, ...first } : start;
  try {
    const stream = createReadStream(options.file, { start: place.offset, highWaterMark: READ_BYTES });
    for await (const { bytes, end } of blocksOf(stream, { start: place.offset, hasQuotes })) {
      const block = readLines(bytes, place.line, { read, hasQuotes });
      const after = { ...place, offset: end, line: block.nextLine };
      place = await takeBlock({ imports, importId, options, rejects, after, block });
      progress.show(place);
    }
    progress.show(place, true);
    if (!options.isCheck) await imports.finish(importId);
  } catch (error) {
    if (error instanceof RecordTooLong) {
      const line = String(place.line);
      throw new CliError(`A record after line ${line} does not end; is a quotation mark missing?`);
    }
    throw error;
  } finally {
    rejects.close();
  }
  return { ...place, resumedAtLine: start.offset === 0 ? null : start.line };
}

const READ_BYTES = 128 * 1024;

interface BlockToTake {
  readonly imports: WalletImports;
  readonly importId: string;
  readonly options: ImportOptions;
  readonly rejects: RejectFile;
  /** Where the block ends, with the counts before it. */
  readonly after: Place;
  readonly block: ReturnType<typeof readLines>;
}

async function takeBlock(args: BlockToTake): Promise<Place> {
  const { block, after, rejects, options, importId } = args;
  const rejectAll = (later: readonly Reject[]): Place => {
    const all = [...block.rejects, ...later].sort((a, b) => a.line - b.line);
    const rejectBytes = rejects.write(all, after.rejectBytes);
    return { ...after, rejected: after.rejected + all.length, rejectBytes };
  };
  if (options.isCheck) return rejectAll([]);
  let place = after;
  await args.imports.take({
    importId,
    subject: options.file,
    lines: block.lines,
    actor: options.actor,
    // Run in the commit, so that the reject file is never behind the place.
    placeAfter({ added, changed, rejected }) {
      const withTexts = rejected.map((reject) => ({ ...reject, text: block.textOf(reject.line) }));
      const next = rejectAll(withTexts);
      place = { ...next, added: after.added + added, changed: after.changed + changed };
      return JSON.stringify(place);
    },
  });
  return place;
}

function readerOf(
  { head }: SourceFile,
  { format, programme, file }: ImportOptions,
): { read: ReadLine; hasQuotes: boolean; first: Pick<Place, 'offset' | 'line'> } {
  if (format === 'ndjson')
    return { read: ndjsonReader(programme), hasQuotes: false, first: { offset: 0, line: 1 } };
  const end = head.indexOf(0x0a);
  if (end === -1) throw new CliError(`${file} has no lines.`);
  try {
    const columns = columnsOf(head.subarray(0, end).toString('utf8'));
    if (programme === '' && !columns.names.includes('programme'))
      throw new CliError('Give --programme: the file has no column programme.');
    return { read: csvReader(columns, programme), hasQuotes: true, first: { offset: end + 1, line: 2 } };
  } catch (error) {
    throw error instanceof LineProblem ? new CliError(`${file}, line 1: ${error.message}`) : error;
  }
}
