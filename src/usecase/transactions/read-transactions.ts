import { CardwayError } from '../../errors.js';
import { requirePageSize } from '../page-size.js';
import type {
  ApiKey,
  Ledger,
  Page,
  PageRequest,
  TransactionFilter,
  TransactionRow,
  TransactionSummary,
} from '../ports.js';

/** How many bytes of saved texts one answer may still hold. */
export interface TextBudget {
  bytesLeft: number;
}

export interface ReadTransactions {
  /** Null when it was never seen, or is not the reader's to see. */
  one(reader: ApiKey, requestId: string, budget: TextBudget): Promise<TransactionRow | null>;
  page(reader: ApiKey, request: PageRequest<TransactionFilter>): Promise<Page<TransactionSummary>>;
  /** Ends where the budget does; at least one row, and a next page, tell that there is more. */
  pageWithTexts(
    reader: ApiKey,
    request: PageRequest<TransactionFilter>,
    budget: TextBudget,
  ): Promise<Page<TransactionRow>>;
  linked(reader: ApiKey, requestId: string): Promise<readonly TransactionSummary[]>;
  linkedWithTexts(reader: ApiKey, requestId: string, budget: TextBudget): Promise<readonly TransactionRow[]>;
  /** Of one answer. */
  textBudget(): TextBudget;
}

/**
 * Reads the ledger for one reader: operators see everything, clients their programme, and of it only the terminals that
 * their key is bound to (contract section 3, authorisation). Errors: UNAVAILABLE; BAD_REQUEST for more texts than one answer may hold.
 */
export function createReadTransactions(deps: {
  readonly ledger: Ledger;
  readonly pageSizeMax: number;
  readonly textBytesMax: number;
}): ReadTransactions {
  const { ledger, textBytesMax } = deps;
  const visible = (reader: ApiKey, row: Pick<TransactionRow, 'programme' | 'terminalId'>): boolean =>
    reader.role === 'operator' ||
    (row.programme === reader.programme &&
      (reader.terminalIds === null || reader.terminalIds.includes(row.terminalId)));
  const take = (budget: TextBudget, textBytes: number): boolean => {
    // The first is read whatever its length: nobody could see it otherwise.
    const fits = textBytes <= budget.bytesLeft || budget.bytesLeft === textBytesMax;
    if (fits) budget.bytesLeft -= textBytes;
    return fits;
  };
  const page: ReadTransactions['page'] = async (reader, request) => {
    requirePageSize(request, deps.pageSizeMax);
    return ledger.list({ ...request, filter: { ...request.filter, ...reach(reader) } });
  };
  const linked: ReadTransactions['linked'] = async (reader, requestId) =>
    (await ledger.linked(requestId)).filter((row) => visible(reader, row));
  return {
    page,
    linked,
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
      return { ...found, rows, [isNewestFirst ? 'hasNextPage' : 'hasPreviousPage']: true };
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
    message: `The saved texts of this answer would be longer than ${String(textBytesMax)} bytes. Ask for fewer transactions at a time, or without request, answer, rawAnswer, klv and currency.`,
  });
}

function reach(reader: ApiKey): Pick<TransactionFilter, 'programme' | 'terminalIds'> {
  if (reader.role === 'operator') return { programme: null };
  return {
    programme: reader.programme,
    ...(reader.terminalIds === null ? {} : { terminalIds: reader.terminalIds }),
  };
}
