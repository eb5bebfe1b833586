import { FREE_FIELDS } from './enum-values.js';
import { printable } from './shell.js';

/** Layout of lists and entries on a terminal: values in, lines out. */

type Cell = string | number | boolean | null | readonly string[];

/** Names of the fields of a row that a cell can show. */
type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row] & string;

interface Column<Row> {
  readonly of: FieldOf<Row> | ((row: Row) => Cell);
  /** True for texts that get narrower before the table is folded. Other cells are never cut. */
  readonly isLong?: boolean;
  readonly isRight?: boolean;
}

/** Columns of a list by their headers. A field name or a function is short for a column with default layout. */
export type Columns<Row> = Readonly<Record<string, Column<Row> | Column<Row>['of']>>;

/** Returns a column of long texts. They wrap, and are cut after a few lines. */
export function long<Row>(of: Column<Row>['of']): Column<Row> {
  return { of, isLong: true };
}

/** Returns a column of counts and amounts. */
export function right<Row>(of: Column<Row>['of']): Column<Row> {
  return { of, isRight: true };
}

/** Table that gets its rows page by page. */
interface Table<Row> {
  /** Returns the lines of these rows. The header comes first, and again if the rows need wider columns. */
  add(rows: readonly Row[]): string;
}

const GAP = '  ';
/** Indentation of the further lines of a row that does not fit on one line. */
const INDENT = 2;
const LONG_MIN = 20;
const LONG_LINES_MAX = 5;

/**
 * Creates a table. `width` is that of the terminal; undefined is unlimited. Where a row does not fit, long texts wrap, then times
 * lose their milliseconds, and then the row is folded into several lines. Only long texts are cut, after a few lines.
 */
export function createTable<Row>(columns: Columns<Row>, width: number | undefined): Table<Row> {
  const heads = Object.keys(columns);
  const parts = Object.values(columns).map((column) =>
    typeof column === 'object' ? column : { of: column },
  );
  const widthMax = width === undefined || width <= 0 ? Infinity : width;
  let needed = heads.map((head) => ({ full: widthOf(head), short: widthOf(head) }));
  let printed = '';
  return {
    add(rows) {
      const texts = rows.map((row) => parts.map(({ of }) => cellText(valueOf(row, of))));
      needed = needed.map(({ full, short }, index) => {
        const cells = texts.map((row) => row[index] ?? '');
        return {
          full: Math.max(full, ...cells.map(widthOf)),
          short: Math.max(short, ...cells.map((cell) => widthOf(shortTime(cell)))),
        };
      });
      const layout = layoutOf(parts, needed, widthMax);
      const form = JSON.stringify(layout);
      const header = form === printed ? [] : rowLines(heads, parts, layout);
      printed = form;
      return [...header, ...texts.flatMap((row) => rowLines(row, parts, layout))]
        .map((line) => `${line}\n`)
        .join('');
    },
  };
}

function valueOf<Row>(row: Row, of: Column<Row>['of']): Cell {
  return typeof of === 'function' ? of(row) : (row[of] as Cell);
}

interface Place {
  readonly column: number;
  readonly width: number;
}

interface Layout {
  /** Columns of each line of a row. */
  readonly lines: readonly (readonly Place[])[];
  /** True if times are shown without milliseconds. */
  readonly isShort: boolean;
}

type Look = Pick<Column<never>, 'isLong' | 'isRight'>;

function layoutOf(
  parts: readonly Look[],
  needed: readonly { readonly full: number; readonly short: number }[],
  widthMax: number,
): Layout {
  for (const isShort of [false, true]) {
    const widths = fitted(
      parts,
      needed.map(({ full, short }) => (isShort ? short : full)),
      widthMax,
    );
    if (widths !== null) return { lines: [widths.map((width, column) => ({ column, width }))], isShort };
  }
  return {
    lines: folded(
      parts,
      needed.map(({ short }) => short),
      widthMax,
    ),
    isShort: true,
  };
}

/** Returns widths with which a row fits on one line, with long texts made narrower; null if it does not. */
function fitted(
  parts: readonly Look[],
  natural: readonly number[],
  widthMax: number,
): readonly number[] | null {
  let free = widthMax - sum(natural) - GAP.length * (natural.length - 1);
  const widths = [...natural];
  // The widest long text gets narrower first, down to the next one.
  while (free < 0) {
    const longs = parts.flatMap(({ isLong }, column) => (isLong === true ? [widths[column] ?? 0] : []));
    const widest = Math.max(0, ...longs);
    if (widest <= LONG_MIN) return null;
    const next = Math.max(LONG_MIN, ...longs.filter((width) => width < widest));
    const sharing = longs.filter((width) => width === widest).length;
    const less = Math.min(widest - next, Math.ceil(-free / sharing));
    parts.forEach(({ isLong }, column) => {
      if (isLong === true && widths[column] === widest) widths[column] = widest - less;
    });
    free += less * sharing;
  }
  return widths;
}

/** Puts the columns of a row on as many lines as they need. */
function folded(parts: readonly Look[], natural: readonly number[], widthMax: number): readonly Place[][] {
  const lines: Place[][] = [[]];
  let free = widthMax;
  natural.forEach((wanted, column) => {
    const least = parts[column]?.isLong === true ? Math.min(wanted, LONG_MIN) : wanted;
    const gap = lines.at(-1)?.length === 0 ? 0 : GAP.length;
    if (gap > 0 && least > free - gap) {
      lines.push([]);
      free = widthMax - INDENT;
    } else free -= gap;
    const width = Math.max(1, Math.min(wanted, free));
    lines.at(-1)?.push({ column, width });
    free -= width;
  });
  return lines;
}

/** Returns the lines of one row. */
function rowLines(texts: readonly string[], parts: readonly Look[], layout: Layout): string[] {
  return layout.lines.flatMap((places, index) => {
    const indent = ' '.repeat(index === 0 ? 0 : INDENT);
    const cells = places.map(({ column, width }) => {
      const text = texts[column] ?? '';
      const isLong = parts[column]?.isLong === true;
      return wrapped(layout.isShort ? shortTime(text) : text, width, isLong ? LONG_LINES_MAX : Infinity);
    });
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => {
      const padded = places.map(({ column, width }, cell) =>
        paddedText(cells[cell]?.[line] ?? '', width, parts[column]?.isRight === true),
      );
      return `${indent}${padded.join(GAP)}`.trimEnd();
    });
  });
}

/**
 * Returns an entry as names and values in two columns. Lists of objects are tables. Values wrap and are never cut.
 */
export function entryText(entry: object, width: number | undefined): string {
  const widthMax = width === undefined || width <= 0 ? Infinity : width;
  return entryLines(entry, { widthMax, isFree: false })
    .map((line) => `${line}\n`)
    .join('');
}

interface Frame {
  readonly widthMax: number;
  /** True within an object with free content: its names are shown as they are. */
  readonly isFree: boolean;
}

function entryLines(entry: object, { widthMax, isFree }: Frame): string[] {
  const fields = Object.entries(entry).map(
    ([name, value]) => [name, isFree ? name : labelOf(name), value as unknown] as const,
  );
  const labelWidth = Math.max(0, ...fields.map(([, label]) => widthOf(label)));
  return fields.flatMap(([name, label, value]) => {
    const within = { widthMax: widthMax - INDENT, isFree: isFree || FREE_FIELDS.has(name) };
    const block = blockLines(value, within);
    if (block !== null) return [label, ...block.map((line) => `${' '.repeat(INDENT)}${line}`)];
    return valueLines(label, textOf(value), { labelWidth, widthMax });
  });
}

/** Returns the label with its value beside it, or below it where the terminal is too narrow. */
function valueLines(
  label: string,
  text: string,
  { labelWidth, widthMax }: { readonly labelWidth: number; readonly widthMax: number },
): string[] {
  const written = text.split('\n').map(clean);
  const beside = widthMax - labelWidth - GAP.length;
  const below = widthMax - INDENT;
  const widest = Math.max(...written.map(widthOf));
  if (widest > beside && (widest <= below || beside < LONG_MIN)) {
    const lines = written.flatMap((line) => wrapped(line, Math.max(1, below), Infinity));
    return [label, ...lines.map((line) => `${' '.repeat(INDENT)}${line}`)];
  }
  return written
    .flatMap((line) => wrapped(line, Math.max(1, beside), Infinity))
    .map((line, index) =>
      `${paddedText(index === 0 ? label : '', labelWidth, false)}${GAP}${line}`.trimEnd(),
    );
}

/** Returns the lines of an object, or of a list of objects; null for another value. */
function blockLines(value: unknown, { widthMax, isFree }: Frame): string[] | null {
  if (typeof value !== 'object' || value === null || isMoney(value)) return null;
  if (!Array.isArray(value))
    return Object.keys(value).length === 0 ? null : entryLines(value, { widthMax, isFree });
  const entries: readonly unknown[] = value;
  if (entries.length === 0 || !entries.every((entry) => typeof entry === 'object' && entry !== null))
    return null;
  const rows = entries as readonly Readonly<Record<string, unknown>>[];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = Object.fromEntries(
    names.map((name) => [
      isFree ? name : labelOf(name),
      {
        of: (row: (typeof rows)[number]) => textOf(row[name]),
        isLong: rows.some((row) => typeof row[name] === 'object' && row[name] !== null),
      },
    ]),
  );
  return createTable(columns, widthMax).add(rows).trimEnd().split('\n');
}

/** Returns true for GraphQL's `Money`. */
function isMoney(value: object): value is { readonly text: string | null } {
  return 'text' in value && 'currency' in value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length === 0 ? NONE : value.join(', ');
  if (typeof value === 'object' && isMoney(value)) return value.text ?? NONE;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const NONE = '–';

/** Returns `Previous password until` for `previousPasswordUntil`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  const known = words.replaceAll(/\b(?:http|url|ip)\b/g, (word) => word.toUpperCase());
  return known.charAt(0).toUpperCase() + known.slice(1);
}

function cellText(value: Cell): string {
  return clean(textOf(value));
}

function clean(text: string): string {
  return printable(text.replaceAll(/[\t\r\n]+/g, ' '));
}

/** Returns a time without its milliseconds. */
function shortTime(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z');
}

/** Breaks a text into lines of this width, at spaces where there are some. The last line ends with … if lines are missing. */
function wrapped(text: string, width: number, linesMax: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    const isLast = lines.length + 1 === linesMax;
    if (widthOf(rest) <= width) return [...lines, rest];
    if (isLast) return [...lines, `${headOf(rest, width - 1)}…`];
    const head = headOf(rest, width);
    const space = rest.charAt(head.length) === ' ' ? head.length : head.lastIndexOf(' ');
    const line = space > head.length / 2 ? rest.slice(0, space) : head;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Returns as much of a text as fits, at least one character. */
function headOf(text: string, width: number): string {
  let head = '';
  let used = 0;
  for (const { segment } of CHARACTERS.segment(text)) {
    used += characterWidth(segment);
    if (used > width && head !== '') break;
    head += segment;
  }
  return head;
}

function paddedText(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? `${space}${text}` : `${text}${space}`;
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the columns that a text takes on a terminal. Han, kana, hangul, full-width forms and emoji take two each. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return sum([...CHARACTERS.segment(text)].map(({ segment }) => characterWidth(segment)));
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

function characterWidth(character: string): number {
  if (WIDE.test(character)) return 2;
  return ZERO.test(character) ? 0 : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
