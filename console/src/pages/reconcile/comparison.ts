import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { csvRecords } from '../../../../src/cli/transactions/csv-records.js';
import { type GatewayRow, receivedAround } from '../../../../src/core/transactions/booked-row.js';
import { compareDay, type KeyBy, type SignRule } from '../../../../src/core/transactions/compare-day.js';
import type { DayDifference, DaySummary } from '../../../../src/core/transactions/day-difference.js';
import {
  amountFormOf,
  type AmountStyle,
  type CsvRecord,
  type DayFileField,
  rangeOfDay,
  readDayFile,
} from '../../../../src/core/transactions/day-file.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { readTransactions } from '../../gateway/exports.js';

/** A chosen file, and how the person reads it. */
export interface ChosenFile {
  readonly name: string;
  readonly records: readonly CsvRecord[];
  readonly keyBy: KeyBy;
  /** Names of columns. An empty one is not chosen. */
  readonly columns: Readonly<Partial<Record<DayFileField, string>>>;
  /** Empty until the person or the first amount decides. */
  readonly style: AmountStyle | '';
  readonly signs: SignRule;
  /** Whether the file comes from the wallet service, and so proves what happened. */
  readonly source: 'wallet-service' | 'processor';
  readonly isComplete: boolean;
}

/** A file and the day of most of its bookings. */
export interface OpenedFile {
  readonly chosen: ChosenFile;
  readonly day: string | null;
}

/** Reads a file and guesses its columns. Errors: GatewayError with the problem. */
export async function openFile(file: File): Promise<OpenedFile> {
  const read = csvRecords(await file.text());
  if (read.kind === 'wrong') throw new GatewayError('FILE', `${file.name}: ${read.problem}`);
  if (read.records.length < 2)
    throw new GatewayError('FILE', `${file.name} has no bookings below the names of its columns.`);
  const guessed = readDayFile(read.records);
  const chosen: ChosenFile = {
    name: file.name,
    records: read.records,
    keyBy: 'request_id',
    columns: {},
    style: '',
    signs: 'none',
    source: 'wallet-service',
    isComplete: false,
  };
  if (guessed.kind === 'wrong') return { chosen, day: null };
  const { mapping, style, day } = guessed.file;
  return { chosen: { ...chosen, keyBy: mapping.keyBy, columns: mapping.names, style }, day };
}

/** Fields that a comparison by this key needs. */
export function neededFields(keyBy: KeyBy): readonly DayFileField[] {
  return keyBy === 'request_id' ? ['request_id', 'amount'] : ['transaction_id', 'date', 'amount'];
}

export interface Compared {
  readonly fileName: string;
  readonly day: string;
  readonly summary: DaySummary;
  readonly differences: readonly DayDifference[];
}

/** Returns the action that compares a day with a file. It calls back with the number of rows read. */
export function useComparison(
  onProgress: (rows: number) => void,
): UseMutationResult<Compared, Error, { readonly day: string; readonly chosen: ChosenFile }> {
  return useMutation({ mutationFn: ({ day, chosen }) => compare(day, chosen, onProgress) });
}

const PROGRESS_ROWS = 2000;

async function compare(
  day: string,
  chosen: ChosenFile,
  onProgress: (rows: number) => void,
): Promise<Compared> {
  const range = rangeOfDay(day);
  if (range === null) throw new GatewayError('FILE', 'Choose a day.');
  const { keyBy } = chosen;
  const used = [...neededFields(keyBy), 'currency' as const];
  const columns = Object.fromEntries(
    used.flatMap((field) => (chosen.columns[field] ? [[field, chosen.columns[field]]] : [])),
  );
  const read = readDayFile(chosen.records, {
    columns,
    style: chosen.style === '' ? undefined : chosen.style,
  });
  if (read.kind === 'wrong') throw new GatewayError('FILE', read.problem);
  const { file } = read;
  const differences: DayDifference[] = [];
  const comparison = compareDay({
    ...range,
    keyBy,
    amounts: amountFormOf(file.style),
    signs: chosen.signs,
    isProof: chosen.source === 'wallet-service',
    isComplete: chosen.isComplete,
    onDifference: (difference) => differences.push(difference),
  });
  for (const row of file.rows) comparison.addFileRow(row);
  for (const { line, problem } of file.unreadable) comparison.addUnreadable(line, problem);
  let rows = 0;
  await readTransactions(receivedAround(range), (row) => {
    comparison.addGatewayRow(row as GatewayRow);
    rows += 1;
    if (rows % PROGRESS_ROWS === 0) onProgress(rows);
  });
  return { fileName: chosen.name, day, summary: comparison.finish(), differences };
}
