import type { Command } from 'commander';
import { CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { maskText } from '../../core/wire/scrub.js';
import type { Store } from '../../store/store.js';
import type {
  RejectedLine,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import { counted, createProgress } from '../output.js';
import { isJson } from '../print.js';
import { CliError, type Shell } from '../shell.js';
import { cliActor, configOption, type ConfigOptions, withStore } from '../with-store.js';
import { readContradictions } from './contradictions.js';
import { type RejectedLines, rejectsFile, rejectsShown } from './rejected-lines.js';
import { columnsOf, lineOfCells, LineProblem } from './wallet-line.js';

interface ImportCommandOptions extends ConfigOptions {
  readonly json?: boolean;
  readonly programme?: string;
  readonly rejects?: string;
  readonly check?: boolean;
  readonly move?: boolean;
}

/** Adds `wallets import`. */
export function addImportCommand(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('import <file>')
    .description('Imports wallets from CSV. Run it again to finish an interrupted import.')
    .option('--programme <name>', 'programme of lines that name none')
    .option(
      '--rejects <file>',
      'file for rejected lines (default: <file>.rejects.ndjson); it replaces only that of an earlier import',
    )
    .option('--move', 'lets lines give a wallet another customer, and take a card from another wallet')
    .option('--check', 'checks every line, prints the first problems, and changes nothing')
    .addOption(configOption())
    .option('--json', 'prints JSON, on a terminal too')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ImportCommandOptions) => {
      const isCheck = options.check === true;
      const rejects = options.rejects ?? (isCheck ? null : `${file}.rejects.ndjson`);
      const work = (store: Store): Promise<ImportResult> =>
        importWallets(shell, store.administration.walletImports, {
          file,
          rejects,
          programme: options.programme ?? '',
          isMove: options.move === true,
          isCheck,
          actor: cliActor(shell),
        });
      const result = await withStore(shell, options, work);
      printResult(shell, options, result, rejects);
      done(result.rejected === 0 ? 0 : 1);
    });
}

const HELP = `
Columns: reference, customer_id; also programme, blocked, card_id, tracking_number, default, card_blocked. A wallet with several cards
takes several lines. Empty or missing values keep the old ones. Cards that the file does not name stay. Lines that contradict each other
are rejected, and so are those that give a wallet another customer, or take a card from another wallet, without --move.

Examples:
  cardway wallets import wallets.csv --programme shop
  cardway wallets import wallets.csv --programme shop --check

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

/** Lines in one commit. */
const BATCH_LINES = 500;

/**
 * Streams a file of wallets into the directory, one batch of lines for each commit. Lines describe the final state, so the
 * same command completes an interrupted run. Errors: CliError.
 */
export async function importWallets(
  shell: Pick<Shell, 'isErrTerminal' | 'err' | 'runtime'>,
  imports: WalletImports,
  options: ImportOptions,
): Promise<ImportResult> {
  const progress = createProgress(shell);
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
  } finally {
    progress.end();
  }
}

async function importInto(
  imports: WalletImports,
  options: ImportOptions,
  {
    rejects,
    progress,
  }: {
    readonly rejects: RejectedLines;
    readonly progress: ReturnType<typeof createProgress>;
  },
): Promise<ImportResult> {
  const contradictionOf = await readContradictions(recordsOf(options));
  const total = { lines: 0, added: 0, changed: 0, moved: 0, rejected: 0 };
  let batch: ReadRecord[] = [];

  async function take(): Promise<void> {
    const refused = batch.flatMap(({ problem }) => problem ?? []);
    const lines = batch.flatMap(({ content }) => content ?? []);
    if (lines.length > 0) {
      const result = await imports.take({
        subject: maskText(options.file),
        lines,
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
    progress.show(`${counted(total.lines)} lines, ${counted(total.rejected)} rejected`);
  }

  for await (const record of recordsOf(options)) {
    total.lines = record.lastLine;
    const problem = record.content === null ? null : contradictionOf(record.content);
    batch.push(problem === null ? record : { ...record, content: null, problem });
    if (batch.length === BATCH_LINES) await take();
  }
  await take();
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
  readonly content: WalletLine | null;
  readonly problem: RejectedLine | null;
}

async function* recordsOf(options: ImportOptions): AsyncGenerator<ReadRecord> {
  const { file, programme } = options;
  let names: readonly string[] | null = null;
  let nextLine = 1;
  let records = 0;
  for await (const { record: cells, raw } of parserOf(file)) {
    // `raw` ends with one or both characters of the line end.
    const text = raw.replace(/\r?\n?$/, '');
    const line = nextLine;
    nextLine += text.split('\n').length;
    const lastLine = nextLine - 1;
    if (text === '') continue;
    if (names === null) {
      names = headerOf(cells, { file, programme });
      continue;
    }
    const read = { line, lastLine, text };
    records += 1;
    try {
      if (text.includes(NOT_UTF_8)) throw new LineProblem('line', 'is not UTF-8.');
      yield { ...read, content: lineOfCells(line, cells, { names, programme }), problem: null };
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error;
      yield { ...read, content: null, problem: { line, field: error.field, problem: error.message } };
    }
  }
  if (records === 0) throw new CliError(`${file} has no lines.`);
}

/** Character that replaces bytes that are not UTF-8. */
const NOT_UTF_8 = '\uFFFD';
/** Limit of a record. A longer one means that a quotation mark is missing. */
const RECORD_CHARACTERS_MAX = 1024 * 1024;

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
}

/** Parses the file. Errors: CliError. */
async function* parserOf(file: string): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  });
  const source = createReadStream(file);
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
