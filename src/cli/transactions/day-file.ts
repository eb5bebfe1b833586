import { CsvError, parse } from 'csv-parse/sync';
import type { DayFile, FileRow, KeyBy, UnreadableRow } from '../../core/transactions/compare-day.js';
import { parseWireDate } from '../../core/wire/wire-date.js';

type DayFileResult =
  | { readonly kind: 'file'; readonly file: DayFile }
  /** `problem` is one sentence with the line and the column. It repeats no cell. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** Returns the text of a file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export function decodeDayFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a day file: the processor's Mark-off file as it comes, or CSV with commas and the columns `amount`, `currency`, and
 * `request_id` or the columns of TRANSACTION. Other columns are ignored. The console uses it too.
 */
export function readDayFile(text: string): DayFileResult {
  try {
    const [head, ...records] = parseRecords(text);
    const names = head?.cells.map((name) => name.trim()) ?? [];
    if (MARK_OFF.every((name) => names.includes(name)))
      return { kind: 'file', file: markOffOf(names, records) };
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
    return { kind: 'file', file: { keyBy, rows, unreadable: [] } };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'wrong', problem: error.message };
    throw error;
  }
}

const TRANSACTION = ['terminal_id', 'transaction_id', 'transaction_date'] as const;

class Problem extends Error {}

/** Columns by which a Mark-off file is recognised. The dates are beside them. */
const MARK_OFF = ['WalletReference', 'TransactionID', 'TransactionAmount'] as const;
const MARK_OFF_DATES = ['TransactionDate', 'SystemDate'] as const;

/** Reads the processor's file. Sign, reference and id find the transaction; description and type add nothing to them. */
function markOffOf(names: readonly string[], records: readonly CsvRecord[]): DayFile {
  const unreadable: UnreadableRow[] = [];
  const rows = records.flatMap(({ line, cells }): FileRow[] => {
    const cell = (name: string): string => (cells[names.indexOf(name)] ?? '').trim();
    const [, sign, digits = ''] = /^([-+]?)(\d{1,16})$/.exec(cell('TransactionAmount')) ?? [];
    const [reference, transactionId] = [cell('WalletReference'), cell('TransactionID')];
    const dates = MARK_OFF_DATES.map((name) => parseWireDate(cell(name).replace(' ', 'T')));
    const atMs = dates.flatMap((date) => (date.kind === 'ok' ? [date.epochMs] : []));
    const amount = Number(digits);
    const problem =
      digits === '' || !Number.isSafeInteger(amount)
        ? 'TransactionAmount must be an integer in cents, with - for a debit.'
        : reference === '' || transactionId === ''
          ? 'WalletReference or TransactionID is empty.'
          : atMs.length === 0
            ? 'Neither TransactionDate nor SystemDate is a date.'
            : null;
    if (problem !== null) {
      unreadable.push({ line, problem });
      return [];
    }
    const markOff = { reference, isDebit: sign === '-', atMs };
    return [{ line, requestId: null, ...NO_TRANSACTION, transactionId, amount, currency: null, markOff }];
  });
  return { keyBy: 'mark_off', rows, unreadable };
}

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
