import { exportColumns, type ExportFormat } from '../transactions/export-text.js';
import { csvRecord } from '../wire/csv.js';

/** Lists that operators can export, with their columns in order. Columns are only ever added, at the end of a list. */
export const EXPORT_COLUMNS = {
  transactions: exportColumns({ withTexts: false }),
  'refused-calls': [
    'at',
    'firstAt',
    'count',
    'channel',
    'code',
    'field',
    'reason',
    'terminalId',
    'programme',
    'keyId',
    'address',
  ],
  events: ['id', 'type', 'programme', 'cardId', 'occurredAt', 'recordedAt', 'data'],
  deliveries: [
    'id',
    'eventId',
    'eventType',
    'endpointId',
    'programme',
    'state',
    'attemptCount',
    'nextAttemptAt',
    'createdAt',
  ],
  endpoints: [
    'id',
    'programme',
    'url',
    'enabled',
    'disabledReason',
    'disabledAt',
    'failingSince',
    'previousSecretUntil',
    'createdAt',
  ],
  attempts: [
    'attemptId',
    'state',
    'programme',
    'cardId',
    'customerId',
    'keyId',
    'issuedAt',
    'expiresAt',
    'verifiedAt',
    'authorizedAt',
    'digitizedAt',
    'tokenReference',
    'walletId',
    'wrongCodes',
    'driftSteps',
  ],
  digitizations: [
    'tokenReference',
    'state',
    'programme',
    'cardId',
    'customerId',
    'wallet',
    'walletId',
    'tokenRequestorId',
    'deviceType',
    'panLastFour',
    'attemptId',
    'reasonCode',
    'lastEvent',
    'lastEventId',
    'reportedAt',
    'changedAt',
  ],
  terminals: [
    'terminalId',
    'programme',
    'enabled',
    'checksumAlgorithm',
    'allowedAddresses',
    'previousPasswordUntil',
    'createdAt',
  ],
  wallets: ['reference', 'programme', 'customerId', 'blocked', 'cards'],
  programmes: [
    'programme',
    'name',
    'currency',
    'digits',
    'algorithm',
    'stepSeconds',
    'derivation',
    'validitySeconds',
    'verifier',
  ],
  keys: [
    'keyId',
    'role',
    'programme',
    'terminalIds',
    'createdAt',
    'expiresAt',
    'lastUsedAt',
    'revoked',
    'documents',
  ],
  'audit-log': ['at', 'actor', 'action', 'subject', 'reason', 'before', 'after'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ExportList = keyof typeof EXPORT_COLUMNS;

export const EXPORT_LISTS = Object.keys(EXPORT_COLUMNS) as readonly ExportList[];

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
export function exportWriter(list: Exclude<ExportList, 'transactions'>, format: ExportFormat): ExportWriter {
  const columns: readonly string[] = EXPORT_COLUMNS[list];
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
