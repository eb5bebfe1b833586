/**
 * One record (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front, because what terminals send
 * is theirs to choose (OWASP, CSV injection); numbers are left alone.
 */
export function csvRecord(cells: readonly (string | number | boolean | null)[], lineEnd = '\r\n'): string {
  return `${cells.map(cellOf).join(',')}${lineEnd}`;
}

function cellOf(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
