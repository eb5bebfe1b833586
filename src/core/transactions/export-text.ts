import { recordWriter } from '../wire/csv.js';
import type { JsonObject, JsonValue } from '../wire/json.js';
import { callerResultCode, type Life, type ShownState, shownState } from './life.js';
import type { Effect } from './methods.js';
import { readAmount } from './money.js';
import { PARTIALLY_APPROVED } from './result-codes.js';
import { savedDataOf, savedEnvelope } from './saved-request.js';

export type ExportFormat = 'csv' | 'ndjson';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Adds the request, the normalized answer and the raw answer, masked as saved. */
  readonly withTexts: boolean;
}

/** Columns of an export, in their order. `currency` is the programme's; the original amount has a currency of its own. */
const COLUMNS = [
  'requestId',
  'receivedAt',
  'state',
  'default',
  'replyReason',
  'methodName',
  'effect',
  'channel',
  'programme',
  'terminalId',
  'reference',
  'customerId',
  'cardId',
  'requestAmount',
  'approvalAmount',
  'currency',
  'narrative',
  'originalAmount',
  'originalCurrency',
  'transactionId',
  'transactionDate',
  'referenceId',
  'referenceDate',
  'originalRequestId',
  'route',
  'attempt',
  'resultCode',
  'repliedResultCode',
  'callerResultCode',
  'errorCode',
  'failure',
  'httpStatus',
  'claimedAt',
  'sentAt',
  'answeredAt',
  'settledAt',
] as const;

const TEXT_COLUMNS = ['request', 'answer', 'rawAnswer'] as const;

type Column = (typeof COLUMNS | typeof TEXT_COLUMNS)[number];

/** Returns the columns of an export, in their order. */
export function exportColumns({ withTexts }: Pick<ExportOptions, 'withTexts'>): readonly Column[] {
  return withTexts ? [...COLUMNS, ...TEXT_COLUMNS] : COLUMNS;
}

/** Saved transaction, as the store reads it for an export. */
export interface ExportRow
  extends Omit<Readonly<Record<ShownAsRead, string | number | null>>, keyof Heard>, Heard {
  readonly sequence: number;
  readonly state: ShownState;
  readonly effect: Effect;
  readonly receivedAtMs: number;
  readonly claimedAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly refusedSentAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly request: string;
  /** Without texts, read only for a partial approval. */
  readonly answer: string | null;
  /** Left out without texts. */
  readonly rawAnswer?: string | null;
}

type Heard = Pick<Life, 'keyId' | 'failure' | 'resultCode' | 'repliedResultCode' | 'terminalRepliedCode'>;

type ShownAsRead = Exclude<Column, keyof typeof COMPUTED>;

/** Row with its request. Without texts, the request is parsed only where it may have an original amount. */
interface Parsed {
  readonly row: ExportRow;
  readonly envelope: JsonObject | null;
}

/** Columns whose value is not that of the row. */
const COMPUTED = {
  receivedAt: ({ row }: Parsed) => isoTime(row.receivedAtMs),
  state: ({ row }: Parsed) => shownState(row),
  default: ({ row }: Parsed) => row.replyReason !== null,
  approvalAmount: ({ row }: Parsed) => approvalAmountOf(row),
  callerResultCode: ({ row }: Parsed) => callerResultCode(row),
  originalAmount: ({ envelope }: Parsed) => originalOf(envelope, 'original_transaction_amount'),
  originalCurrency: ({ envelope }: Parsed) => originalOf(envelope, 'original_currency_code'),
  claimedAt: ({ row }: Parsed) => isoTime(row.claimedAtMs),
  sentAt: ({ row }: Parsed) => isoTime(row.refusedSentAtMs ?? row.sentAtMs),
  answeredAt: ({ row }: Parsed) => isoTime(row.answeredAtMs),
  settledAt: ({ row }: Parsed) => isoTime(row.settledAtMs),
  request: ({ envelope }: Parsed) => envelope,
  answer: ({ row }: Parsed) => (row.answer === null ? null : (JSON.parse(row.answer) as JsonObject)),
  rawAnswer: ({ row }: Parsed) => row.rawAnswer ?? null,
};

function isoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

/** Returns the amount of a partial approval. Null for another row, and where the answer has none. */
export function approvalAmountOf({
  resultCode,
  answer,
}: Pick<ExportRow, 'resultCode' | 'answer'>): number | null {
  if (resultCode !== PARTIALLY_APPROVED || answer === null) return null;
  const { response } = JSON.parse(answer) as { readonly response?: JsonObject };
  return readAmount(response?.['approvalAmount']);
}

function originalOf(envelope: JsonObject | null, name: string): JsonValue {
  return envelope === null ? null : (savedDataOf(envelope)[name] ?? null);
}

/** Returns the first line of an export. Empty for NDJSON. */
export function exportHead(options: ExportOptions): string {
  return recordWriter(exportColumns(options), options.format).head;
}

/** Returns one record for each row. They show the data of GraphQL: masked, and without checksums. */
export function exportText(rows: readonly ExportRow[], options: ExportOptions): string {
  const columns = exportColumns(options);
  const { line } = recordWriter(columns, options.format);
  const records = rows.map((row) => {
    const isParsed = options.withTexts || row.request.includes('"original_');
    const parsed = { row, envelope: isParsed ? savedEnvelope(row.request) : null };
    return line(columns.map((column) => valueOf(parsed, column)));
  });
  return records.join('');
}

function valueOf(parsed: Parsed, column: Column): JsonValue {
  return isComputed(column) ? COMPUTED[column](parsed) : parsed.row[column];
}

function isComputed(column: Column): column is keyof typeof COMPUTED {
  return Object.hasOwn(COMPUTED, column);
}

/** A piece of an export. */
export interface ExportPiece {
  /** UTF-8. */
  readonly text: Uint8Array<ArrayBuffer>;
  readonly rowCount: number;
  /** Sequence of the last row; 0 without rows. */
  readonly lastSequence: number;
}

/** Returns the piece with these rows, whose text is `text`. */
export function exportPiece(rows: readonly ExportRow[], text: string): ExportPiece {
  return {
    text: new TextEncoder().encode(text),
    rowCount: rows.length,
    lastSequence: rows.at(-1)?.sequence ?? 0,
  };
}
