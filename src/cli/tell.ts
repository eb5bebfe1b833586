import type { AskOptions } from './ask.js';
import type { Shell } from './shell.js';
import { table } from './table.js';

/** JSON where it is asked for and in pipes, a table on a terminal. */
export function isJson(shell: Shell, { json }: AskOptions): boolean {
  return json === true || !shell.isTerminal;
}

type Cell = string | number | boolean | null | readonly string[];

/** Prints a list under its name, or one row of it. */
export function tell(
  shell: Shell,
  options: AskOptions,
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
