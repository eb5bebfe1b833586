import { type Command, Option } from 'commander';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { maskText } from '../../core/wire/scrub.js';
import type { Config } from '../../platform/config.js';
import type { Store } from '../../store/store.js';
import type {
  RejectedLine,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import type { AskOptions } from '../ask.js';
import { isJson } from '../print.js';
import { CliError, readOf, type Shell } from '../shell.js';
import { breakGlass, cliActor, withStore } from '../with-store.js';
import { readContradictions } from './contradictions.js';
import { type RejectedLines, rejectsFile, rejectsShown } from './rejected-lines.js';
import { columnsOf, lineOfCells, LineProblem, linesOfJson } from './wallet-line.js';

interface ImportCommandOptions extends AskOptions {
  readonly programme?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly rejects?: string;
  readonly check?: boolean;
  readonly move?: boolean;
}

/** Adds `wallets import`. */
export function addImportCommand(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('import <file>')
    .description('Imports wallets from CSV or NDJSON. Run it again to finish an interrupted import.')
    .option('--programme <name>', 'programme of lines that name none')
    .addOption(
      new Option('--format <name>', 'format of the file; by default from the end of its name').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option(
      '--rejects <file>',
      'file for rejected lines (default: <file>.rejects.ndjson); it replaces only that of an earlier import',
    )
    .option('--move', 'lets lines give a wallet another customer, and take a card from another wallet')
    .option('--check', 'checks every line, prints the first problems, and changes nothing')
    .addHelpText('after', HELP)
    .action(async (file: string, _options: unknown, self: Command) => {
      const options = self.optsWithGlobals<ImportCommandOptions>();
      const isCheck = options.check === true;
      const rejects = options.rejects ?? (isCheck ? null : `${file}.rejects.ndjson`);
      const isMove = options.move === true;
      const work = async (store: Store, config: Config): Promise<ImportResult> => {
        if (isMove && !isCheck)
          await breakGlass(shell, { store, config }, { ...moveOf(file), reason: options.breakGlass });
        return importWallets(shell, store.administration.walletImports, {
          file,
          rejects,
          format: options.format ?? (/\.(?:nd)?jsonl?$/i.test(file) ? 'ndjson' : 'csv'),
          programme: options.programme ?? '',
          isMove,
          isCheck,
          actor: cliActor(shell),
        });
      };
      const result = await withStore(shell, options, work, { pageCacheBytes: PAGE_CACHE_BYTES });
      printResult(shell, options, result, rejects);
      done(result.rejected === 0 ? 0 : 1);
    });
}

function moveOf(file: string) {
  const shown = JSON.stringify({ file: maskText(file) });
  return {
    permission: 'moveWallets',
    field: 'wallets import --move',
    arguments: shown,
    isOnGateway: false,
  } as const;
}

/** SQLite page cache. It holds the indexes of a million wallets, because references in random order touch all pages. */
const PAGE_CACHE_BYTES = 128 * 1024 * 1024;

const HELP = `
Columns of CSV, members of NDJSON: reference, customer_id; also programme, blocked, card_id, tracking_number, default, card_blocked. A wallet with
several cards takes several lines; in NDJSON they may be a list cards: [{card_id, tracking_number, default, blocked}]. Empty or
missing values keep the old ones. Cards that the file does not name stay. Lines that contradict each other are rejected, and so are those
that give a wallet another customer, or take a card from another wallet, without --move.

Examples:
  cardway wallets import wallets.csv --programme shop
  cardway wallets import wallets.ndjson --check --json

Exit status 1 when lines were rejected: --rejects holds each with its line, field, problem and text. --check writes that file only where
--rejects names it.`;

function printResult(
  shell: Shell,
  options: ImportCommandOptions,
  result: ImportResult,
  /** Null where none is written. */
  rejects: string | null,
): void {
  const { lines, added, changed, moved, rejected } = result;
  const rejectFile = rejected === 0 ? null : rejects;
  if (isJson(shell, options)) {
    shell.out(`${JSON.stringify({ lines, added, changed, moved, rejected, rejects: rejectFile })}\n`);
    return;
  }
  shell.out(
    `${String(lines)} lines: ${String(added)} wallets added, ${String(changed)} changed, ` +
      `${String(moved)} moved, ${String(rejected)} lines rejected.\n`,
  );
  if (rejectFile !== null) shell.err(`The rejected lines are in ${rejectFile}.\n`);
}

interface ImportOptions {
  readonly file: string;
  readonly format: 'csv' | 'ndjson';
  /** Programme of lines that name none; empty where none was given. */
  readonly programme: string;
  /** Null prints the first problems instead. */
  readonly rejects: string | null;
  /** True lets lines move wallets and cards. */
  readonly isMove: boolean;
  /** True only reads and checks, and writes nothing to the database. */
  readonly isCheck: boolean;
  readonly actor: string;
}

interface ImportResult {
  /** Lines of the file, with the header of a CSV file. */
  readonly lines: number;
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly rejected: number;
}

/** Lines in one commit. A running gateway waits about 100 ms for such a commit before it can write. */
const BATCH_LINES = 5_000;

/**
 * Streams a file of wallets into the directory, one batch of lines for each commit. Lines describe the final state, so the
 * same command completes an interrupted run. Errors: CliError.
 */
export async function importWallets(
  shell: Pick<Shell, 'isTerminal' | 'err' | 'runtime'>,
  imports: WalletImports,
  options: ImportOptions,
): Promise<ImportResult> {
  const progress = progressOf(shell, options.file);
  const { file, rejects: path } = options;
  const rejects =
    path === null
      ? rejectsShown(shell)
      : rejectsFile(path, { input: file, newId: () => shell.runtime.newId() });
  try {
    const total = await importInto(imports, options, { rejects, progress });
    rejects.close();
    return total;
  } catch (error) {
    rejects.abandon();
    throw error;
  }
}

async function importInto(
  imports: WalletImports,
  options: ImportOptions,
  { rejects, progress }: { readonly rejects: RejectedLines; readonly progress: Progress },
): Promise<ImportResult> {
  const contradictionOf = await readContradictions(recordsOf(options));
  const total = { lines: 0, added: 0, changed: 0, moved: 0, rejected: 0 };
  let batch: ReadRecord[] = [];

  async function take(): Promise<void> {
    const refused = batch.flatMap(({ problem }) => problem ?? []);
    const lines = batch.flatMap((record) => record.lines);
    if (lines.length > 0) {
      const result = await imports.take({
        subject: maskText(options.file),
        lines: sorted(lines),
        actor: options.actor,
        isMove: options.isMove,
        isCheck: options.isCheck,
      });
      total.added += result.added;
      total.changed += result.changed;
      total.moved += result.moved;
      refused.push(...result.rejected);
    }
    total.rejected += refused.length;
    rejects.write(withTexts(refused, batch));
    batch = [];
  }

  for await (const record of recordsOf(options)) {
    total.lines = record.lastLine;
    const problem = record.lines.map(contradictionOf).find((found) => found !== null);
    batch.push(problem === undefined ? record : { ...record, lines: [], problem });
    if (batch.length < BATCH_LINES) continue;
    await take();
    progress.show(record.bytes, total);
  }
  await take();
  progress.show(null, total);
  return total;
}

/** Returns the rejected lines in the order of the file, each with its text. */
function withTexts(refused: readonly RejectedLine[], batch: readonly ReadRecord[]) {
  if (refused.length === 0) return [];
  const texts = new Map(batch.map(({ line, text }) => [line, text]));
  return refused
    .toSorted((a, b) => a.line - b.line)
    .map((each) => ({ ...each, text: texts.get(each.line) ?? '' }));
}

/** One record of the file: its content, or its problem. */
interface ReadRecord {
  /** First and last line in the file, from 1. Quoted text may contain line ends. */
  readonly line: number;
  readonly lastLine: number;
  readonly text: string;
  readonly lines: readonly WalletLine[];
  readonly problem: RejectedLine | null;
  /** Bytes of the file up to the end of this record. */
  readonly bytes: number;
}

async function* recordsOf(options: ImportOptions): AsyncGenerator<ReadRecord> {
  const { file, format, programme } = options;
  let names: readonly string[] | null = null;
  let nextLine = 1;
  let records = 0;
  for await (const { record: cells, raw, info } of parserOf(options)) {
    // `raw` ends with one or both characters of the line end.
    const text = raw.replace(/\r?\n?$/, '');
    const line = nextLine;
    nextLine += text.split('\n').length;
    const lastLine = nextLine - 1;
    if (text === '') continue;
    if (format === 'csv' && names === null) {
      names = headerOf(cells, { file, programme });
      continue;
    }
    const read = { line, lastLine, text, bytes: info.bytes };
    records += 1;
    try {
      if (text.includes(NOT_UTF_8)) throw new LineProblem('line', 'is not UTF-8.');
      const lines =
        names === null
          ? linesOfJson(line, text, programme)
          : [lineOfCells(line, cells, { names, programme })];
      yield { ...read, lines, problem: null };
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error;
      yield { ...read, lines: [], problem: { line, field: error.field, problem: error.message } };
    }
  }
  if (records === 0) throw new CliError(`${file} has no lines.`);
}

/** Character that replaces bytes that are not UTF-8. */
const NOT_UTF_8 = '\uFFFD';
/** Limit of a record. A longer one means that a quotation mark is missing. */
const RECORD_CHARACTERS_MAX = 1024 * 1024;
const READ_BYTES = 128 * 1024;

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: Pick<Info, 'bytes'>;
}

/** Parses the file. Errors: CliError. */
async function* parserOf({ file, format }: ImportOptions): AsyncGenerator<Parsed> {
  // A line of JSON contains no control character, so the whole line is one cell.
  const form: Options =
    format === 'csv' ? { delimiter: separatorOf(file) } : { delimiter: '\u0001', quote: false };
  const parser = parse({
    ...form,
    bom: true,
    info: true,
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  });
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  source.once('error', () => parser.destroy(new CliError(`${file} cannot be read.`)));
  source.pipe(parser);
  try {
    for await (const parsed of parser) yield parsed as Parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CliError(
      `${file}, line ${String(Number(error['lines']))}: the record does not end, or its quotation marks are wrong (${error.code}).`,
    );
  } finally {
    source.destroy();
  }
}

/** Returns the separator: comma, semicolon or tab, the first of them in the first line. Errors: CliError. */
function separatorOf(path: string): string {
  const head = Buffer.alloc(64 * 1024);
  const length = readOf(path, () => {
    const file = openSync(path, 'r');
    try {
      return readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  });
  const [line = ''] = head.subarray(0, length).toString('utf8').split('\n', 1);
  return [',', ';', '\t'].find((each) => line.includes(each)) ?? ',';
}

function headerOf(
  cells: readonly string[],
  { file, programme }: { readonly file: string; readonly programme: string },
): readonly string[] {
  try {
    const names = columnsOf(cells);
    if (programme === '' && !names.includes('programme'))
      throw new CliError('Give --programme: the file has no column programme.');
    return names;
  } catch (error) {
    throw error instanceof LineProblem ? new CliError(`${file}, line 1: ${error.message}`) : error;
  }
}

/** Sorts by reference, because a commit writes each index page once for all its rows. Lines of one reference keep their order. */
function sorted(lines: readonly WalletLine[]): readonly WalletLine[] {
  return lines.toSorted((a, b) => (a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0));
}

const BAR_WIDTH = 24;

interface Progress {
  show(bytes: number | null, total: ImportResult): void;
}

/** Shows a bar on a terminal, nothing in a pipe. `bytes` counts the bytes read; null means the end of the file. */
function progressOf(
  { isTerminal, err, runtime }: Pick<Shell, 'isTerminal' | 'err' | 'runtime'>,
  file: string,
): Progress {
  if (!isTerminal) return { show: () => undefined };
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const startedAtMs = runtime.clock.nowMs();
  return {
    show(bytes: number | null, { lines, rejected }: ImportResult): void {
      const share = bytes === null || size === 0 ? 1 : Math.min(1, bytes / size);
      const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-');
      const perSecond = Math.round((lines * 1000) / Math.max(1, runtime.clock.nowMs() - startedAtMs));
      const percent = `${String(Math.floor(share * 100)).padStart(3)}%`;
      const counts = `${String(lines)} lines  ${String(perSecond)}/s  ${String(rejected)} rejected`;
      err(`\r[${bar}] ${percent}  ${counts}${bytes === null ? '\n' : ''}`);
    },
  };
}
