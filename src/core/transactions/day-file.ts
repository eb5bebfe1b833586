import { parseWireDate } from '../wire/wire-date.js';
import { type AmountForm, DECIMAL_FACTOR, type FileRow, type KeyBy } from './compare-day.js';
import { DECIMAL_PLACES_MAX } from './money.js';

/** Fields that a column of a day file may hold. */
export const DAY_FILE_FIELDS = ['request_id', 'transaction_id', 'date', 'amount', 'currency'] as const;

export type DayFileField = (typeof DAY_FILE_FIELDS)[number];

/** How amounts are written: as integers in minor units, with a decimal point, or with a decimal comma. */
export type AmountStyle = 'minor' | 'decimal' | 'decimal-comma';

/** Columns of a day file, and how to read them. */
interface DayFileMapping {
  readonly keyBy: KeyBy;
  /** Names of the columns, as the file has them. */
  readonly names: Readonly<Partial<Record<DayFileField, string>>>;
  /** Positions of the columns, from 0. */
  readonly places: Readonly<Partial<Record<DayFileField, number>>>;
}

type MappingResult =
  | { readonly kind: 'mapping'; readonly mapping: DayFileMapping }
  /** `problem` is one sentence that names the column or the field, and lists the columns of the file. */
  | { readonly kind: 'wrong'; readonly problem: string };

/**
 * Finds the columns of a file by the names in its first line. Fields that `wanted` does not name are found by well-known names. A
 * file with request ids is compared by them.
 */
export function mapDayFile(
  columns: readonly string[],
  wanted: Readonly<Partial<Record<DayFileField, string>>> = {},
): MappingResult {
  const trimmed = columns.map((name) => name.trim());
  const list = `The file has the columns ${trimmed.map((name) => `"${name.slice(0, NAME_MAX)}"`).join(', ')}.`;
  const places: Partial<Record<DayFileField, number>> = {};
  const isKeyGiven = wanted.request_id !== undefined || wanted.transaction_id !== undefined;
  for (const field of DAY_FILE_FIELDS) {
    const name = wanted[field];
    // A key that the caller names excludes the other one, which would otherwise be guessed.
    if (name === undefined && isKeyGiven && KEY_FIELDS.has(field)) continue;
    const place = name === undefined ? guessed(trimmed, field) : trimmed.indexOf(name.trim());
    if (place === -1 && name !== undefined)
      return { kind: 'wrong', problem: `The file has no column "${name}" for ${field}. ${list}` };
    if (place === -1) continue;
    if (trimmed.lastIndexOf(trimmed[place] ?? '') !== place)
      return { kind: 'wrong', problem: `The column for ${field} is there twice. ${list}` };
    places[field] = place;
  }
  const keyBy = places.request_id === undefined ? 'transaction_id' : 'request_id';
  const needed =
    keyBy === 'request_id' ? (['amount'] as const) : (['transaction_id', 'date', 'amount'] as const);
  const missing = needed.find((field) => places[field] === undefined);
  if (missing !== undefined)
    return { kind: 'wrong', problem: `No column is known to hold ${missing}: map it. ${list}` };
  const used: readonly DayFileField[] = [
    keyBy,
    ...(keyBy === 'request_id' ? [] : ['date' as const]),
    'amount',
    'currency',
  ];
  const kept = used.flatMap((field) =>
    places[field] === undefined ? [] : [[field, places[field]] as const],
  );
  return {
    kind: 'mapping',
    mapping: {
      keyBy,
      places: Object.fromEntries(kept),
      names: Object.fromEntries(kept.map(([field, place]) => [field, trimmed[place] ?? ''])),
    },
  };
}

const NAME_MAX = 60;
const KEY_FIELDS: ReadonlySet<DayFileField> = new Set(['request_id', 'transaction_id']);

/** Well-known names without case and punctuation, the most exact first. */
const KNOWN_NAMES: Readonly<Record<DayFileField, readonly string[]>> = {
  request_id: ['requestid', 'gatewayrequestid', 'idempotencykey'],
  transaction_id: ['transactionid', 'txnid', 'tranid', 'transactionnumber'],
  date: ['transactiondate', 'transactiondatetime', 'transactiontime', 'datetime', 'timestamp', 'date'],
  amount: [
    'requestamount',
    'transactionamount',
    'txnamount',
    'bookedamount',
    'amountminor',
    'minorunits',
    'amount',
  ],
  currency: ['currency', 'currencycode', 'transactioncurrency'],
};

function guessed(columns: readonly string[], field: DayFileField): number {
  const plain = columns.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  for (const known of KNOWN_NAMES[field]) {
    const place = plain.indexOf(known);
    if (place !== -1) return place;
  }
  return -1;
}

/**
 * Guesses how a file writes amounts, from the first one. Errors show when a later amount does not fit. A comma before three digits
 * may separate thousands, so somebody must say what it is.
 */
export function guessAmountStyle(amount: string): AmountStyle {
  if (amount.includes('.')) return 'decimal';
  return /,(?:\d{1,2}|\d{4})\s*$/.test(amount) ? 'decimal-comma' : 'minor';
}

/** Returns the form of the amounts of `readDayFileRow`. */
export function amountFormOf(style: AmountStyle): AmountForm {
  return style === 'minor' ? 'minor' : 'decimal';
}

type RowResult =
  | { readonly kind: 'row'; readonly row: FileRow }
  /** `problem` is one sentence. It names the field and repeats no other cell. */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Reads one record of a day file. */
export function readDayFileRow(
  line: number,
  cells: readonly string[],
  { keyBy, places }: Pick<DayFileMapping, 'keyBy' | 'places'>,
  style: AmountStyle,
): RowResult {
  const cell = (field: DayFileField): string => (cells[places[field] ?? -1] ?? '').trim();
  const amount = amountOf(cell('amount'), style);
  if (typeof amount === 'string') return { kind: 'unreadable', problem: amount };
  const currency = cell('currency');
  if (currency !== '' && !/^[A-Z]{3}$/.test(currency))
    return { kind: 'unreadable', problem: 'The currency must have three capital letters, for example EUR.' };
  const own = { line, amount, currency: currency === '' ? null : currency };
  const id = withoutApostrophe(cell(keyBy));
  if (id === '') return { kind: 'unreadable', problem: `The ${keyBy} is empty.` };
  if (keyBy === 'request_id') return { kind: 'row', row: { ...own, requestId: id } };
  const date = dateOf(cell('date'));
  if (date === null) return { kind: 'unreadable', problem: WRONG_DATE };
  return { kind: 'row', row: { ...own, transactionId: id, date } };
}

/** Removes the apostrophe that spreadsheets and exports put before a text that looks like a formula. */
function withoutApostrophe(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}

const WRONG_DATE =
  'The date must be written as 20261120T101500 or 2026-11-20T10:15:00, in UTC or with a zone.';

/** Returns `yyyyMMddTHH:mm:ss` in UTC; null for another form. A space may stand in place of the T. */
function dateOf(text: string): string | null {
  const read = parseWireDate(text.replace(/^(\d{4}-?\d\d-?\d\d) (?=\d)/, '$1T'));
  return read.kind === 'ok' ? read.normalized : null;
}

/** Works in linear time, which no pattern for it does. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** Returns the amount as `FileRow` has it, or the problem. Separators of thousands are refused, because they look like decimals. */
function amountOf(text: string, style: AmountStyle): number | string {
  const match = AMOUNTS[style].exec(text);
  if (match === null) return FORMS[style];
  const [, sign = '', whole = '', places = ''] = match;
  const significant = withoutTrailingZeros(places);
  if (significant.length > DECIMAL_PLACES_MAX)
    return `The amount has more than ${String(DECIMAL_PLACES_MAX)} decimal places.`;
  const amount =
    style === 'minor'
      ? Number(whole)
      : Number(whole) * DECIMAL_FACTOR + Number(significant.padEnd(DECIMAL_PLACES_MAX, '0'));
  if (!Number.isSafeInteger(amount)) return 'The amount is too large.';
  return sign === '-' && amount !== 0 ? -amount : amount;
}

const AMOUNTS: Readonly<Record<AmountStyle, RegExp>> = {
  minor: /^([+-]?)(\d{1,16})$/,
  decimal: /^([+-]?)(\d{1,16})(?:\.(\d{1,16}))?$/,
  'decimal-comma': /^([+-]?)(\d{1,16})(?:,(\d{1,16}))?$/,
};

const FORMS: Readonly<Record<AmountStyle, string>> = {
  minor: 'The amount must be an integer in minor units, without separators.',
  decimal: 'The amount must be a number with a decimal point, without separators of thousands.',
  'decimal-comma': 'The amount must be a number with a decimal comma, without separators of thousands.',
};

/** A record of a CSV file, with its line from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A day file as it was read. */
export interface DayFile {
  readonly mapping: DayFileMapping;
  readonly style: AmountStyle;
  readonly rows: readonly FileRow[];
  readonly unreadable: readonly { readonly line: number; readonly problem: string }[];
  /** Day of most rows, in UTC, as `yyyy-MM-dd`. Null where no row names one. */
  readonly day: string | null;
}

type DayFileResult =
  { readonly kind: 'file'; readonly file: DayFile } | { readonly kind: 'wrong'; readonly problem: string };

/** Reads the records of a day file. The first one has the names of the columns. */
export function readDayFile(
  [head, ...records]: readonly CsvRecord[],
  wanted: {
    readonly columns?: Readonly<Partial<Record<DayFileField, string>>>;
    /** Left out, the first amount decides. */
    readonly style?: AmountStyle | undefined;
  } = {},
): DayFileResult {
  if (head === undefined) return { kind: 'wrong', problem: 'The file is empty.' };
  const mapped = mapDayFile(head.cells, wanted.columns);
  if (mapped.kind === 'wrong') return mapped;
  const { mapping } = mapped;
  const style = wanted.style ?? guessAmountStyle(records[0]?.cells[mapping.places.amount ?? -1] ?? '');
  const rows: FileRow[] = [];
  const unreadable: { line: number; problem: string }[] = [];
  const days = new Map<string, number>();
  for (const { line, cells } of records) {
    const read = readDayFileRow(line, cells, mapping, style);
    if (read.kind === 'unreadable') {
      unreadable.push({ line, problem: read.problem });
      continue;
    }
    rows.push(read.row);
    const day = dayOf(read.row);
    if (day !== null) days.set(day, (days.get(day) ?? 0) + 1);
  }
  const [most = null] = [...days].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { kind: 'file', file: { mapping, style, rows, unreadable, day: most } };
}

/**
 * Returns the day of a booking: from its date, or from the request id, which holds the date of the transaction. Backends may put
 * other digits there, such as milliseconds since 1970.
 */
function dayOf({ date, requestId }: FileRow): string | null {
  const digits = date ?? /^\d{1,16}_(\d{8})\d{0,9}_/.exec(requestId ?? '')?.[1] ?? '';
  const match = /^(20\d{2})(\d{2})(\d{2})/.exec(digits);
  const day = match === null ? '' : match.slice(1).join('-');
  return rangeOfDay(day) === null ? null : day;
}

const DAY_MS = 86_400_000;

/** Returns the range of a day in UTC (`yyyy-MM-dd`); null for a text that is no day. */
export function rangeOfDay(day: string): { readonly fromMs: number; readonly toMs: number } | null {
  const fromMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines accept 30 February and turn it into a day of March.
  const isReal = !Number.isNaN(fromMs) && new Date(fromMs).toISOString().slice(0, 10) === day;
  return isReal ? { fromMs, toMs: fromMs + DAY_MS } : null;
}
