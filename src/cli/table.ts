/** Rows as aligned columns under their names, for people; programs ask for --json. */
export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const [first] = rows;
  if (first === undefined) return 'None.\n';
  const names = Object.keys(first);
  const lines = columns([names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]);
  return lines.map((line) => `${line}\n`).join('');
}

/** Lines with columns as wide as their widest entry. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((entry, column) => entry.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
