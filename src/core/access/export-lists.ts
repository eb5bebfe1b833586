import type { ExportFormat } from '../transactions/export-text.js';
import { csvRecord } from '../wire/csv.js';

/** Lists that operators can export. Their columns are the plain fields of their entries in GraphQL (graphql: exportColumnsOf). */
export const EXPORT_LISTS = [
  'transactions',
  'refused-calls',
  'events',
  'deliveries',
  'endpoints',
  'attempts',
  'digitizations',
  'terminals',
  'wallets',
  'programmes',
  'keys',
  'audit-log',
] as const;

export type ExportList = (typeof EXPORT_LISTS)[number];

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const satisfies readonly ExportFormat[];

/** Row of an export: JSON values by column. A column that is left out has none. */
export type ExportRow = object;

/** Writes the rows of an export. */
interface ExportWriter {
  /** Text before the first row. */
  readonly head: string;
  readonly line: (row: ExportRow) => string;
}

/** Returns the writer of a list: CSV (RFC 4180) with the names of the columns in its first line, or one JSON object on each line. */
export function exportWriter(columns: readonly string[], format: ExportFormat): ExportWriter {
  if (format === 'csv')
    return {
      head: csvRecord(columns),
      line: (row) => csvRecord(columns.map((name) => cellOf(valueOf(row, name)))),
    };
  return {
    head: '',
    line: (row) =>
      `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, valueOf(row, name) ?? null])))}\n`,
  };
}

function valueOf(row: ExportRow, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name];
}

/** Returns the value of a cell. Lists and objects are JSON. */
function cellOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value == null ? null : JSON.stringify(value);
}
