import type { WalletLine } from '../../usecase/ports.js';
import { FIELDS, LineProblem, walletLineOf } from './fields.js';
import type { ReadLine } from './read-lines.js';

/** The columns of a file, by their places. Errors: LineProblem. */
export interface Columns {
  readonly separator: string;
  readonly names: readonly string[];
}

export function columnsOf(header: string): Columns {
  const line = header.replace(/^\uFEFF/, '').replace(/\r?\n?$/, '');
  const separator = [',', ';', '\t'].find((each) => line.includes(each)) ?? ',';
  const names = cellsOf(line, separator).map((name) => name.trim().toLowerCase());
  const known: readonly string[] = FIELDS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const asked = unknown.slice(0, 40);
    throw new LineProblem(asked === '' ? 'header' : asked, `is no column; there are ${FIELDS.join(', ')}.`);
  }
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new LineProblem(twice, 'is there twice.');
  for (const needed of ['reference', 'customer_id'])
    if (!names.includes(needed)) throw new LineProblem(needed, 'is missing from the first line.');
  return { separator, names };
}

/** Reads records of a CSV file (RFC 4180). */
export function csvReader({ separator, names }: Columns, programme: string): ReadLine {
  return (line, text): readonly WalletLine[] => {
    const cells = cellsOf(text, separator);
    if (cells.length !== names.length) {
      const counts = `${String(cells.length)} columns instead of ${String(names.length)}`;
      throw new LineProblem('line', `has ${counts}.`);
    }
    const fields: Record<string, string> = {};
    for (let place = 0; place < cells.length; place += 1) fields[names[place] ?? ''] = cells[place] ?? '';
    return [walletLineOf(line, fields, programme)];
  };
}

function cellsOf(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = rest.startsWith('"') ? /^"((?:[^"]|"")*)"/.exec(rest) : null;
    if (rest.startsWith('"') && quoted === null)
      throw new LineProblem('line', 'has a quotation mark that is not closed.');
    const cell = quoted?.[0] ?? rest.slice(0, endOf(rest, separator));
    cells.push(quoted === null ? cell : (quoted[1] ?? '').replaceAll('""', '"'));
    rest = rest.slice(cell.length);
    if (rest === '') return cells;
    if (!rest.startsWith(separator)) throw new LineProblem('line', 'has text after a quotation mark.');
    rest = rest.slice(separator.length);
  }
}

function endOf(text: string, separator: string): number {
  const end = text.indexOf(separator);
  return end === -1 ? text.length : end;
}
