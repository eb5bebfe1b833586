import { CsvError, parse } from 'csv-parse/sync';
import type { FileRow } from '../../core/transactions/compare-day.js';

type DayFile =
  | { readonly kind: 'file'; readonly rows: readonly FileRow[] }
  /** `problem` is one sentence with the line and the column. It repeats no cell. */
  | { readonly kind: 'wrong'; readonly problem: string };

const NEEDED = ['request_id', 'amount', 'currency'] as const;

/** Reads a day file: CSV in UTF-8 with commas, and with the columns of NEEDED. Others are ignored. The console uses it too. */
export function readDayFile(text: string): DayFile {
  try {
    const [head, ...records] = parseRecords(text);
    const names = head?.cells.map((name) => name.trim()) ?? [];
    const missing = NEEDED.filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new Problem(
        `The first line lacks ${missing.join(', ')}. A day file has the columns ${NEEDED.join(', ')}.`,
      );
    if (records.length === 0) throw new Problem('The file has no bookings below the names of its columns.');
    const cellsOf = ({ cells }: CsvRecord) => NEEDED.map((name) => (cells[names.indexOf(name)] ?? '').trim());
    return { kind: 'file', rows: records.map((record) => rowOf(record.line, cellsOf(record))) };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'wrong', problem: error.message };
    throw error;
  }
}

class Problem extends Error {}

/** Limit of a record. A longer one means that a quotation mark is missing. */
const RECORD_CHARACTERS_MAX = 1024 * 1024;

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

function parseRecords(text: string): readonly CsvRecord[] {
  if (text.includes('\0')) throw new Problem('The file is no UTF-8 text. Save it as CSV in UTF-8.');
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
    }) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }[];
    return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Problem(
      `Line ${String(Number(error['lines']))}: the record does not end, its quotation marks are wrong, or it has not as many columns as the first line.`,
    );
  }
}

function rowOf(line: number, [requestId = '', written = '', currency = '']: readonly string[]): FileRow {
  const wrong = (problem: string): Problem => new Problem(`Line ${String(line)}: ${problem}`);
  if (requestId === '') throw wrong('request_id is empty.');
  const amount = /^\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
  if (!Number.isSafeInteger(amount))
    throw wrong('amount must be an integer in minor units, without sign and separators.');
  if (!/^(?:[A-Z]{3})?$/.test(currency))
    throw wrong('currency must have three capital letters, for example EUR, or be empty.');
  return { line, requestId, amount, currency: currency || null };
}
