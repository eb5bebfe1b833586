type CsvCell = string | number | boolean | null;

/**
 * Returns one record (RFC 4180). A text that looks like a formula gets an apostrophe in front, because terminals choose their
 * texts (OWASP, CSV injection). Numbers stay unchanged.
 */
export function csvRecord(cells: readonly CsvCell[], lineEnd = '\r\n'): string {
  return `${cells.map(cellOf).join(',')}${lineEnd}`;
}

/** Begin of a formula. Spreadsheets with East Asian settings read the full-width signs too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cellOf(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) && !/^-?\d+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes the records of a list: CSV with the names of the columns in its first line, or one JSON object on each line. */
export interface RecordWriter {
  /** Text before the first record. */
  readonly head: string;
  /** Lists and objects are JSON in a cell of CSV. */
  readonly line: (values: readonly unknown[]) => string;
}

export function recordWriter(columns: readonly string[], format: 'csv' | 'ndjson'): RecordWriter {
  if (format === 'csv')
    return { head: csvRecord(columns), line: (values) => csvRecord(values.map(plainCell)) };
  const objectOf = (values: readonly unknown[]): object =>
    Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]));
  return { head: '', line: (values) => `${JSON.stringify(objectOf(values))}\n` };
}

function plainCell(value: unknown): CsvCell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value == null ? null : JSON.stringify(value);
}
