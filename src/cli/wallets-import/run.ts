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
import { partsOf, readBlocks, windowsOf, type Part } from './windows.js';

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
    const blocks = readBlocks(
      blocksOf(stream, { start: place.offset, hasQuotes }),
      place.line,
      (bytes, line) => readLines(bytes, line, { read, hasQuotes }),
    );
    for await (const window of windowsOf(blocks))
      for (const part of partsOf(window)) {
        place = await takePart({ imports, importId, options, rejects, before: place, part });
        progress.show({ ...place, offset: part.seenOffset });
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

interface PartToTake {
  readonly imports: WalletImports;
  readonly importId: string;
  readonly options: ImportOptions;
  readonly rejects: RejectFile;
  /** Where the part begins. */
  readonly before: Place;
  readonly part: Part;
}

async function takePart({ imports, importId, options, rejects, before, part }: PartToTake): Promise<Place> {
  const rejectAll = (later: readonly Reject[]): Place => {
    part.refused.set(part.number, later);
    // A run that is cut off here takes the window again, and rejects the same lines once more.
    if (part.end === null) return before;
    const all = [...part.refused.values()].flat().sort((a, b) => a.line - b.line);
    const rejectBytes = rejects.write(all, before.rejectBytes);
    return { ...before, ...part.end, rejected: before.rejected + all.length, rejectBytes };
  };
  if (options.isCheck) return rejectAll([]);
  let place = before;
  await imports.take({
    importId,
    subject: options.file,
    lines: part.lines,
    actor: options.actor,
    // Run in the commit, so that the reject file is never behind the place; and again where the commit is tried again.
    placeAfter({ added, changed, rejected }) {
      const next = rejectAll(rejected.map((reject) => ({ ...reject, text: part.textOf(reject.line) })));
      place = { ...next, added: before.added + added, changed: before.changed + changed };
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
