import { isStaff } from '../../../core/access/permissions.js';
import type { ExportOptions } from '../../../core/transactions/export-text.js';
import { CardwayError } from '../../../platform/errors.js';
import { programmeInReach } from '../../access/authenticate-key.js';
import type { ApiKey } from '../../directory/directory-port.js';
import type { Feed, SavedTransactionFilter } from '../../events/event-port.js';
import type { Page, PageRequest } from '../../paging.js';
import type { LedgerHistory } from './history-port.js';
import type { Ledger, TransactionFilter, TransactionRow, TransactionSummary } from '../ledger-port.js';

/** Bytes of saved texts that one reply may still hold. */
export interface TextBudget {
  bytesLeft: number;
}

export interface ReadTransactions {
  /** Returns null where none exists, or where the reader may not see it. */
  one(reader: ApiKey, requestId: string, budget: TextBudget): Promise<TransactionRow | null>;
  page(reader: ApiKey, request: PageRequest<TransactionFilter>): Promise<Page<TransactionSummary>>;
  /** Reads a page that ends where the budget ends. It then has at least one row, and reports a further page. */
  pageWithTexts(
    reader: ApiKey,
    request: PageRequest<TransactionFilter>,
    budget: TextBudget,
  ): Promise<Page<TransactionRow>>;
  linked(reader: ApiKey, requestId: string): Promise<readonly TransactionSummary[]>;
  linkedWithTexts(reader: ApiKey, requestId: string, budget: TextBudget): Promise<readonly TransactionRow[]>;
  /** Yields all transactions of a filter as text, oldest first. CSV begins with a line of names. */
  exportText(
    reader: ApiKey,
    wanted: { readonly filter: TransactionFilter } & ExportOptions,
  ): AsyncIterable<Uint8Array>;
  /** Returns the budget of one reply. */
  textBudget(): TextBudget;
}

/**
 * Reads the ledger for one reader. Operators see everything. Clients see their programme, or only the terminals that their key is
 * bound to (docs/reference/protocol.md#authorization). Errors: UNAVAILABLE; BAD_REQUEST for more texts than one reply may hold.
 */
export function createReadTransactions(deps: {
  readonly ledger: Ledger;
  readonly history: Pick<LedgerHistory, 'exportText'>;
  readonly textBytesMax: number;
}): ReadTransactions {
  const { ledger, textBytesMax } = deps;
  const visible = (reader: ApiKey, row: Pick<TransactionRow, 'programme' | 'terminalId'>): boolean =>
    isStaff(reader.role) ||
    (row.programme === reader.programme &&
      (reader.terminalIds === null || reader.terminalIds.includes(row.terminalId)));
  const take = (budget: TextBudget, textBytes: number): boolean => {
    // The first one is always read, because nobody could see a longer one otherwise.
    const fits = textBytes <= budget.bytesLeft || budget.bytesLeft === textBytesMax;
    if (fits) budget.bytesLeft -= textBytes;
    return fits;
  };
  const page: ReadTransactions['page'] = async (reader, request) => {
    const filter = withinReach(reader, request.filter);
    return filter === null ? NO_ROWS : ledger.list({ ...request, filter });
  };
  const linked: ReadTransactions['linked'] = async (reader, requestId) =>
    (await ledger.linked(requestId)).filter((row) => visible(reader, row));
  return {
    page,
    linked,
    exportText(reader, wanted) {
      const filter = withinReach(reader, wanted.filter) ?? { terminalIds: [] };
      return deps.history.exportText({ ...wanted, filter });
    },
    textBudget: () => ({ bytesLeft: textBytesMax }),
    async one(reader, requestId, budget) {
      const row = await ledger.find(requestId);
      if (row === null || !visible(reader, row)) return null;
      if (!take(budget, textBytesOf(row))) throw tooLong(textBytesMax);
      return row;
    },
    async pageWithTexts(reader, request, budget) {
      const found = await page(reader, request);
      const isNewestFirst = request.first !== undefined || request.last === undefined;
      const inOrder = isNewestFirst ? found.rows : found.rows.toReversed();
      const fitting = inOrder.findIndex(({ textBytes }) => !take(budget, textBytes));
      if (fitting === 0) throw tooLong(textBytesMax);
      if (fitting === -1) return { ...found, rows: await ledger.withTexts(found.rows) };
      const kept = inOrder.slice(0, fitting);
      const rows = await ledger.withTexts(isNewestFirst ? kept : kept.toReversed());
      const { hasNextPage, hasPreviousPage } = found;
      return {
        rows,
        hasNextPage,
        hasPreviousPage,
        [isNewestFirst ? 'hasNextPage' : 'hasPreviousPage']: true,
      };
    },
    async linkedWithTexts(reader, requestId, budget) {
      const rows = await linked(reader, requestId);
      if (!rows.every(({ textBytes }) => take(budget, textBytes))) throw tooLong(textBytesMax);
      return ledger.withTexts(rows);
    },
  };
}

function textBytesOf({ request, rawAnswer, answer }: TransactionRow): number {
  return Buffer.byteLength(request) + Buffer.byteLength(rawAnswer ?? '') + Buffer.byteLength(answer ?? '');
}

function tooLong(textBytesMax: number): CardwayError {
  return new CardwayError('BAD_REQUEST', {
    message: `The saved texts of this answer would be longer than ${String(textBytesMax)} bytes. Ask for fewer transactions at a time, or without request, answer, rawAnswer, klv and the original amount.`,
  });
}

const NO_ROWS = { rows: [], hasNextPage: false, hasPreviousPage: false } as const;

/** Limits a filter to what the reader may see. Null where it may see none of it. */
function withinReach(reader: ApiKey, filter: TransactionFilter): TransactionFilter | null {
  const programme = programmeInReach(reader, filter.programme);
  if (programme === undefined) return null;
  const isBound = !isStaff(reader.role) && reader.terminalIds !== null;
  return { ...filter, programme, ...(isBound ? { terminalIds: reader.terminalIds } : {}) };
}

/**
 * Feed of every transaction, once, in ledger order, when its outcome is saved. Errors: BAD_REQUEST (field `after`) for a request
 * id that the ledger does not have.
 */
export type FollowTransactions = (args: {
  readonly terminalId: string | null;
  /** Request id of the last transaction that the reader has. Null starts with those saved from now on. */
  readonly after: string | null;
  readonly onBehind: () => void;
}) => Promise<AsyncIterableIterator<TransactionRow>>;

export function createFollowTransactions(deps: {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly feed: Feed<TransactionRow, SavedTransactionFilter>;
}): FollowTransactions {
  return async ({ terminalId, after, onBehind }) => {
    const last = after === null ? null : await deps.ledger.find(after);
    if (after !== null && last === null) {
      throw new CardwayError('BAD_REQUEST', {
        field: 'after',
        message: 'after is not the id of a transaction.',
      });
    }
    return deps.feed.follow({ after: last?.sequence ?? null, filter: { terminalId }, onBehind });
  };
}
