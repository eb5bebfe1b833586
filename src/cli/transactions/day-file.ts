import { CsvError, parse } from 'csv-parse/sync';
import type { FileRow, KeyBy } from '../../core/transactions/compare-day.js';
import { parseWireDate } from '../../core/wire/wire-date.js';

/** A day file as it was read. */
export interface DayFile {
  readonly keyBy: KeyBy;
  readonly rows: readonly FileRow[];
}

type DayFileResult =
  | { readonly kind: 'file'; readonly file: DayFile }
  /** `problem` is one sentence with the line and the column. It repeats no cell. */
  | { readonly kind: 'wrong'; readonly problem: string };

/**
 * Reads a day file: CSV in UTF-8 with commas, and with the columns `amount`, `currency`, and `request_id` or the columns of
 * TRANSACTION. Others are ignored. The console uses it too.
 */
export function readDayFile(text: string): DayFileResult {
  try {
    const [head, ...records] = parseRecords(text);
    const names = head?.cells.map((name) => name.trim()) ?? [];
    const keyBy: KeyBy = names.includes('request_id') ? 'request_id' : 'transaction_id';
    const needed = [...(keyBy === 'request_id' ? ['request_id'] : TRANSACTION), 'amount', 'currency'];
    const missing = needed.filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new Problem(
        `The first line lacks ${missing.join(', ')}. A day file has the columns request_id, or ${TRANSACTION.join(', ')}, and amount and currency.`,
      );
    if (records.length === 0) throw new Problem('The file has no bookings below the names of its columns.');
    const rows = records.map(({ line, cells }) => {
      const cell = (name: string): string => (cells[names.indexOf(name)] ?? '').trim();
      return rowOf({ line, cell, keyBy });
    });
    return { kind: 'file', file: { keyBy, rows } };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'wrong', problem: error.message };
    throw error;
  }
}

const TRANSACTION = ['terminal_id', 'transaction_id', 'transaction_date'] as const;

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

function rowOf({
  line,
  cell,
  keyBy,
}: {
  readonly line: number;
  readonly cell: (name: string) => string;
  readonly keyBy: KeyBy;
}): FileRow {
  const wrong = (problem: string): Problem => new Problem(`Line ${String(line)}: ${problem}`);
  const text = (name: string): string => {
    const found = cell(name);
    if (found === '') throw wrong(`${name} is empty.`);
    return found;
  };
  const amount = /^\d{1,16}$/.test(cell('amount')) ? Number(cell('amount')) : Number.NaN;
  if (!Number.isSafeInteger(amount))
    throw wrong('amount must be an integer in minor units, without sign and separators.');
  const currency = cell('currency');
  if (!/^(?:[A-Z]{3})?$/.test(currency))
    throw wrong('currency must have three capital letters, for example EUR, or be empty.');
  if (keyBy === 'request_id')
    return { line, requestId: text('request_id'), ...NO_TRANSACTION, amount, currency: currency || null };
  const date = parseWireDate(cell('transaction_date'));
  if (date.kind !== 'ok')
    throw wrong('transaction_date must be written as 20261120T10:15:00, in UTC or with a zone.');
  return {
    line,
    requestId: null,
    terminalId: text('terminal_id'),
    transactionId: text('transaction_id'),
    date: date.normalized,
    amount,
    currency: currency || null,
  };
}

const NO_TRANSACTION = { terminalId: null, transactionId: null, date: null } as const;
