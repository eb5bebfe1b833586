import { operatorAs, type Administrator } from '../../usecase/administration/administrator.js';
import { administrationOf, type AdministrationUseCases } from '../../wiring/administration.js';
import type { GroupOptions } from '../command-group.js';
import { UsageError, type Shell } from '../shell.js';
import { table } from '../table.js';
import { cliActor, withStore } from '../with-store.js';

/** Rows that are read in one go. */
export const PAGE_ROWS = 500;

/** Lends the directory to a command, and says who works on it. */
export function administering<T>(
  shell: Shell,
  options: GroupOptions,
  work: (administration: AdministrationUseCases, who: Administrator) => Promise<T>,
): Promise<T> {
  return withStore(shell, options, (store) => {
    const administration = administrationOf({ store, clock: shell.world.clock, pageSizeMax: PAGE_ROWS });
    return work(administration, operatorAs(cliActor(shell)));
  });
}

/** JSON where it is asked for and in pipes, a table on a terminal. */
export function isJson(shell: Shell, { json }: GroupOptions): boolean {
  return json === true || !shell.isTerminal;
}

type Cell = string | number | boolean | null | readonly string[];

/** Prints a list under its name, or one row of it. */
export function tell(
  shell: Shell,
  options: GroupOptions,
  told: { readonly [name: string]: unknown; readonly rows: readonly Readonly<Record<string, Cell>>[] },
): void {
  const { rows, ...value } = told;
  if (isJson(shell, options)) shell.out(`${JSON.stringify(value)}\n`);
  else shell.out(table(rows.map(cells)));
}

function cells(row: Readonly<Record<string, Cell>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shownCell(cell)]));
}

function shownCell(cell: Cell): string | number {
  if (cell === null) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'object' ? cell.join(' ') : cell;
}

/** Errors: UsageError. */
export function idOf(option: string, written: string): number {
  const value = /^\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UsageError(`${option} must be an integer.`);
  return value;
}

/** `90d`, `12h`, `30m`, `45s`, `0` in milliseconds. Errors: UsageError. */
export function spanOf(option: string, written: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(written);
  if (match !== null) return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
  if (written === '0') return 0;
  throw new UsageError(`${option} must be a number with s, m, h or d, for example 24h.`);
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time (ISO 8601), or a span from now on. Errors: UsageError. */
export function momentOf(option: string, written: string, nowMs: number): number {
  if (/^\d{4}-\d{2}-\d{2}/.test(written)) {
    const epochMs = Date.parse(written);
    if (!Number.isNaN(epochMs)) return epochMs;
  }
  if (/^\d{1,6}[smhd]$/.test(written)) return nowMs + spanOf(option, written);
  throw new UsageError(`${option} must be a time (ISO 8601) or a span from now on, for example 90d.`);
}

export function isoOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
