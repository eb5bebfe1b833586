import widthOf from 'fast-string-width';
import { FREE_FIELDS } from './enum-values.js';
import { printable } from './shell.js';

/** Layout of lists and entries on a terminal: values in, lines out. Where no width is given, a line may have any. */

type Cell = string | number | boolean | null | readonly string[];

interface Column {
  /** Name of the field, or what to show of a row. */
  readonly of: string | ((row: never) => Cell);
  readonly isRight?: boolean;
}

/** Columns of a list by their headers. A field name or a function is short for a column with default layout. */
export type Columns = Readonly<Record<string, Column | Column['of']>>;

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

/** Returns rows as a table with a header. Where it is wider than the terminal, each row is an entry. */
export function tableText(columns: Columns, rows: readonly object[], width = Infinity): string {
  const heads = Object.keys(columns);
  const parts = partsOf(columns);
  const cells = rows.map((row) =>
    parts.map(({ of }) =>
      oneLine(textOf(typeof of === 'function' ? of(row as never) : (row as Record<string, unknown>)[of])),
    ),
  );
  const widths = heads.map((_, at) => Math.max(...[heads, ...cells].map((row) => widthOf(row[at] ?? ''))));
  if (widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) > width)
    return cells.map((row) => joined(pairLines(row.map((text, at) => [heads[at] ?? '', text])))).join('\n');
  const lines = [heads, ...cells].map((row) =>
    row.map((text, at) => padded(text, widths[at] ?? 0, parts[at]?.isRight)).join(GAP),
  );
  return joined(lines.map((line) => line.trimEnd()));
}

/** Returns an entry as names and values in two columns. Lists of objects are tables. */
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
  return pairLines(pairs);
}

/** Returns names with their values: a text beside its name, a block below it. */
function pairLines(
  pairs: readonly (readonly [label: string, value: string | readonly string[]])[],
): readonly string[] {
  const labelWidth = Math.max(0, ...pairs.map(([label]) => widthOf(label)));
  return pairs.flatMap(([label, value]) => {
    if (typeof value !== 'string') return [label, ...value.map((line) => `${GAP}${line}`)];
    return value
      .split('\n')
      .map((line, at) => `${padded(at === 0 ? label : '', labelWidth)}${GAP}${line}`.trimEnd());
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
    const of = (row: (typeof rows)[number]): string => textOf(row[name]);
    return [isFree ? name : labelOf(name), of] as const;
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

function padded(text: string, width: number, isRight = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? `${space}${text}` : `${text}${space}`;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
