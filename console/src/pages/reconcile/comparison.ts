import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { type DayFile, readDayFile } from '../../../../src/cli/transactions/day-file.js';
import { type GatewayRow, rangeOfDay, receivedAround } from '../../../../src/core/transactions/booked-row.js';
import {
  DayComparison,
  type DayDifference,
  type DaySummary,
} from '../../../../src/core/transactions/compare-day.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { readTransactions } from '../../gateway/exports.js';

/** A file that the person chose. */
export interface ChosenFile extends DayFile {
  readonly name: string;
}

/** Reads a file. Errors: GatewayError with the problem. */
export async function openFile(file: File): Promise<ChosenFile> {
  const read = readDayFile(await file.text());
  if (read.kind === 'wrong') throw new GatewayError('FILE', `${file.name}: ${read.problem}`);
  return { ...read.file, name: file.name };
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
  { name, keyBy, rows: fileRows }: ChosenFile,
  onProgress: (rows: number) => void,
): Promise<Compared> {
  const range = rangeOfDay(day);
  if (range === null) throw new GatewayError('FILE', 'Choose a day.');
  const comparison = new DayComparison({ ...range, keyBy, fileRows });
  let rows = 0;
  await readTransactions(receivedAround(range), (row) => {
    comparison.addGatewayRow(row as GatewayRow);
    rows += 1;
    if (rows % PROGRESS_ROWS === 0) onProgress(rows);
  });
  return { fileName: name, day, ...comparison.finish() };
}
