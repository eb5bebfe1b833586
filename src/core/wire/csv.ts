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
