import widthOf from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { FREE_FIELDS } from './enum-values.js';
import { printable } from './shell.js';

/** Layout of lists and entries on a terminal: values in, lines out. Where no width is given, a line may have any. */

type Cell = string | number | boolean | null | readonly string[];

interface Column {
  /** Name of the field, or what to show of a row. */
  readonly of: string | ((row: never) => Cell);
  /** True for texts that wrap where the terminal is too narrow. Other cells are always whole. */
  readonly isLong?: boolean;
  readonly isRight?: boolean;
}

/** Columns of a list by their headers. A field name or a function is short for a column with default layout. */
export type Columns = Readonly<Record<string, Column | Column['of']>>;

/** Returns a column of long texts. They wrap, and are cut after a few lines. */
export function long(of: Column['of']): Column {
  return { of, isLong: true };
}

/** Returns a column of counts and amounts. */
export function right(of: Column['of']): Column {
  return { of, isRight: true };
}

/** Returns the names of the fields that have a column. */
export function fieldsIn(columns: Columns): readonly string[] {
  return partsOf(columns).flatMap(({ of }) => (typeof of === 'string' ? [of] : []));
}

function partsOf(columns: Columns): readonly Column[] {
  return Object.values(columns).map((column) => (typeof column === 'object' ? column : { of: column }));
}

const GAP = '  ';
/** Least width of a column of long texts. */
const LONG_MIN = 20;
const LONG_LINES_MAX = 5;

/** Returns rows as a table with a header. Where it is wider than the terminal with all long texts wrapped, each row is an entry. */
export function tableText(columns: Columns, rows: readonly object[], width = Infinity): string {
  const heads = Object.keys(columns);
  const parts = partsOf(columns);
  const cells = rows.map((row) =>
    parts.map(({ of }) =>
      oneLine(textOf(typeof of === 'function' ? of(row as never) : (row as Record<string, unknown>)[of])),
    ),
  );
  const widths = fitted(
    parts.map(({ isLong = false }, column) => {
      return { isLong, width: Math.max(...[heads, ...cells].map((row) => widthOf(row[column] ?? ''))) };
    }),
    width,
  );
  if (widths === null)
    return cells
      .map((row) =>
        pairLines(
          heads.map((head, at) => [head, row[at] ?? '']),
          width,
        ),
      )
      .map(joined)
      .join('\n');
  return joined([heads, ...cells].flatMap((row) => rowLines(row, parts, widths)));
}

/** Returns the widths with which a row fits on one line: the widest long text gets narrower. Null if it does not fit. */
function fitted(
  columns: readonly { readonly width: number; readonly isLong: boolean }[],
  width: number,
): readonly number[] | null {
  const widths = columns.map((column) => column.width);
  const longs = [...columns.keys()].filter((at) => columns[at]?.isLong);
  let over = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
  while (over > 0) {
    const widest = Math.max(...longs.map((at) => widths[at] ?? 0));
    if (widest <= LONG_MIN) return null;
    widths[widths.findIndex((each, at) => columns[at]?.isLong && each === widest)] = widest - 1;
    over -= 1;
  }
  return widths;
}

function rowLines(
  texts: readonly string[],
  parts: readonly Pick<Column, 'isLong' | 'isRight'>[],
  widths: readonly number[],
): readonly string[] {
  const cells = texts.map((text, at) => {
    const lines = wrapped(text, widths[at] ?? 0);
    if (lines.length <= LONG_LINES_MAX) return lines;
    const last = [...(lines[LONG_LINES_MAX - 1] ?? '')].slice(0, -1).join('');
    return [...lines.slice(0, LONG_LINES_MAX - 1), `${last}…`];
  });
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
    cells
      .map((lines, at) => padded(lines[line] ?? '', widths[at] ?? 0, parts[at]?.isRight))
      .join(GAP)
      .trimEnd(),
  );
}

/** Returns an entry as names and values in two columns. Lists of objects are tables. Values wrap and are never cut. */
export function entryText(entry: object, width = Infinity): string {
  return joined(entryLines(entry, width, false));
}

/** `isFree` within an object with free content: its names are shown as they are. */
function entryLines(entry: object, width: number, isFree: boolean): readonly string[] {
  const pairs = Object.entries(entry).map(([name, value]: [string, unknown]) => {
    const label = isFree ? name : labelOf(name);
    const within = blockLines(value, width - GAP.length, isFree || FREE_FIELDS.has(name));
    return [label, within ?? textOf(value)] as const;
  });
  return pairLines(pairs, width);
}

/** Returns names with their values: a text beside its name, or below it where it is too wide for that; a block below it. */
function pairLines(
  pairs: readonly (readonly [label: string, value: string | readonly string[]])[],
  width: number,
): readonly string[] {
  const labelWidth = Math.max(0, ...pairs.map(([label]) => widthOf(label)));
  const beside = width - labelWidth - GAP.length;
  const below = Math.max(1, width - GAP.length);
  return pairs.flatMap(([label, value]) => {
    if (typeof value !== 'string') return [label, ...value.map((line) => `${GAP}${line}`)];
    const widest = Math.max(...value.split('\n').map((line) => widthOf(line)));
    if (widest > beside && (widest <= below || beside < LONG_MIN))
      return [label, ...wrapped(value, below).map((line) => `${GAP}${line}`)];
    return wrapped(value, beside).map((line, at) =>
      `${padded(at === 0 ? label : '', labelWidth)}${GAP}${line}`.trimEnd(),
    );
  });
}

/** Returns the lines of an object, or of a list of objects; null for another value. */
function blockLines(value: unknown, width: number, isFree: boolean): readonly string[] | null {
  if (typeof value !== 'object' || value === null || isMoney(value)) return null;
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? null : entryLines(value, width, isFree);
  if (value.length === 0 || !value.every((row) => typeof row === 'object' && row !== null)) return null;
  const rows = value as readonly Readonly<Record<string, unknown>>[];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const isLong = rows.some((row) => typeof row[name] === 'object' && row[name] !== null);
    const of = (row: (typeof rows)[number]): string => textOf(row[name]);
    return [isFree ? name : labelOf(name), { of, isLong }] as const;
  });
  return tableText(Object.fromEntries(columns), rows, width).trimEnd().split('\n');
}

/** Returns true for GraphQL's `Money`. */
function isMoney(value: object): value is { readonly text: string | null } {
  return 'text' in value && 'currency' in value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length === 0 ? NONE : textOf(value.join(', '));
  if (typeof value === 'object' && isMoney(value)) return textOf(value.text);
  return printable((typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\t\r]+/g, ' '));
}

const NONE = '–';

/** Returns `Previous password until` for `previousPasswordUntil`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  const known = words.replaceAll(/\b(?:http|url|ip)\b/g, (word) => word.toUpperCase());
  return known.charAt(0).toUpperCase() + known.slice(1);
}

function oneLine(text: string): string {
  return text.replaceAll(/\n+/g, ' ');
}

/** Breaks a text at spaces where there are some. A line that fits keeps the spaces at its beginning. */
function wrapped(text: string, width: number): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? line : wrapAnsi(line, width, { hard: true }).split('\n')));
}

function padded(text: string, width: number, isRight = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? `${space}${text}` : `${text}${space}`;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
