import type { ExportFormat } from '../transactions/export-text.js';

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
