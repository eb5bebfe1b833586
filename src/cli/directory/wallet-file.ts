import { CsvError, parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { cutCardNumbers } from '../../core/wire/card-numbers.js';
import { CardwayError } from '../../platform/errors.js';
import type { ImportWalletsInput, ImportWalletsMutation } from '../../generated/operations.js';
import { demand } from '../../use-cases/access/administrator.js';
import { CliError, readOf } from '../shell.js';

/** One line of a wallet file, as the gateway takes it. */
export type WalletLine = ImportWalletsInput['lines'][number];

export type RejectedLine = ImportWalletsMutation['importWallets']['rejected'][number];

/** File of an import as it was read. */
interface WalletFile {
  /** Lines of the file, with its header. */
  readonly lineCount: number;
  readonly lines: readonly WalletLine[];
  readonly rejected: RejectedLine[];
}

/** Reads the whole file: a line far below can contradict the first one. Errors: CliError. */
export function readWalletFile(file: string, programme: string): WalletFile {
  const [header, ...records] = parseFile(file);
  const columns = header === undefined ? [] : columnsOf(header.record, { file, programme });
  const last = records.at(-1);
  if (last === undefined) throw new CliError(`${file} has no lines.`);
  const read: WalletLine[] = [];
  const rejected: RejectedLine[] = [];
  for (const { record: cells, info } of records) {
    const line = info.lines;
    try {
      demand('line', !cells.join('').includes(NOT_UTF_8), 'is not UTF-8');
      const counts = `${String(cells.length)} columns instead of ${String(columns.length)}`;
      demand('line', cells.length === columns.length, `has ${counts}`);
      const fields = Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
      read.push(lineOf(line, fields, programme));
    } catch (error) {
      if (!(error instanceof CardwayError)) throw error;
      rejected.push({ line, field: error.field ?? 'line', problem: error.message });
    }
  }
  const wrong = contradictionsOf(read);
  return {
    lineCount: last.info.lines,
    lines: read.filter(({ line }) => !wrong.has(line)),
    rejected: [...rejected, ...wrong.values()],
  };
}

/** Character that replaces bytes that are not UTF-8. */
const NOT_UTF_8 = '\uFFFD';
/** Limit of a record. A longer one means that a quotation mark is missing. */
const RECORD_CHARACTERS_MAX = 1024 * 1024;

interface CsvRecord {
  readonly record: readonly string[];
  /** `lines` is the last line of the record in the file, from 1. Quoted text may contain line ends. */
  readonly info: { readonly lines: number };
}

function parseFile(file: string): readonly CsvRecord[] {
  // The package counts CR LF between quotation marks as two lines.
  const text = readOf(file, () => readFileSync(file, 'utf8')).replaceAll('\r\n', '\n');
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      info: true,
    }) as unknown as readonly CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CliError(
      `${file}, line ${String(Number(error['lines']))}: the record does not end, or its quotation marks are wrong (${error.code}).`,
    );
  }
}

const NEEDED = ['reference', 'customer_id'];
const COLUMNS = [...NEEDED, 'programme', 'blocked', 'card_id', 'tracking_number', 'default', 'card_blocked'];

/** Returns the columns, from the cells of the first line. Errors: CliError. */
function columnsOf(
  cells: readonly string[],
  { file, programme }: { readonly file: string; readonly programme: string },
): readonly string[] {
  const names = cells.map((name) => name.trim().toLowerCase());
  const wrong = (name: string, problem: string): CliError =>
    new CliError(`${file}, line 1: ${name} ${problem}.`);
  const unknown = names.find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) {
    // Without a header, the first line is data: it can hold a card number. A part of one is not masked.
    const shown = cutCardNumbers(unknown).slice(0, 40);
    throw wrong(shown === '' ? 'header' : shown, `is no column; there are ${COLUMNS.join(', ')}`);
  }
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw wrong(twice, 'is there twice');
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) throw wrong(missing, 'is missing from the first line');
  if (programme === '' && !names.includes('programme'))
    throw new CliError('Give --programme: the file has no column programme.');
  return names;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Reads one line. The gateway looks at lengths and characters. Errors: BAD_REQUEST with its field. */
function lineOf(line: number, fields: Fields, programme: string): WalletLine {
  const { reference = '', programme: named = '', tracking_number: trackingNumber = '' } = fields;
  demand('reference', reference !== '', 'is missing');
  const card = {
    trackingNumber: trackingNumber === '' ? null : trackingNumber,
    default: flagOf('default', fields),
    blocked: flagOf('card_blocked', fields),
  };
  const hasCard = Boolean(fields['card_id']) || Object.values(card).some((value) => value !== null);
  return {
    line,
    reference,
    programme: named === '' ? programme : named,
    customerId: idOf('customer_id', fields),
    blocked: flagOf('blocked', fields),
    card: hasCard ? { cardId: idOf('card_id', fields), ...card } : null,
  };
}

function idOf(field: string, { [field]: text = '' }: Fields): number {
  demand(field, text !== '', 'is missing');
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  demand(field, Number.isSafeInteger(value), 'must be an integer from 0 to 9007199254740991');
  return value;
}

const FLAGS = new Map<string, boolean | null>([
  ['', null],
  ...['true', '1', 'yes'].map((text) => [text, true] as const),
  ...['false', '0', 'no'].map((text) => [text, false] as const),
]);

function flagOf(field: string, { [field]: text = '' }: Fields): boolean | null {
  demand(field, FLAGS.has(text), 'must be true or false');
  return FLAGS.get(text) ?? null;
}

/** Returns what is wrong, by line. Nobody knows which of two lines that contradict each other is right, so none of them is imported. */
function contradictionsOf(lines: readonly WalletLine[]): ReadonlyMap<number, RejectedLine> {
  const found = new Map<number, RejectedLine>();
  const compare = (
    groups: Iterable<readonly WalletLine[]>,
    { field, what, valueOf }: { field: string; what: string; valueOf: (line: WalletLine) => unknown },
  ): void => {
    for (const group of groups) {
      const [first] = group;
      const other = first && group.find((line) => valueOf(line) !== valueOf(first));
      if (first === undefined || other === undefined) continue;
      const problem = `${what}, in lines ${String(first.line)} and ${String(other.line)}.`;
      for (const { line } of group) if (!found.has(line)) found.set(line, { line, field, problem });
    }
  };
  compare(Map.groupBy(lines, ({ reference }) => reference).values(), {
    field: 'customer_id',
    what: 'reference has two customers',
    valueOf: ({ customerId }) => customerId,
  });
  const withCard = lines.filter(({ card }) => card != null);
  compare(Map.groupBy(withCard, ({ card }) => card?.cardId).values(), {
    field: 'card_id',
    what: 'card_id is in two wallets',
    valueOf: ({ reference }) => reference,
  });
  return found;
}
