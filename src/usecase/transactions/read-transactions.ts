import { requirePageSize } from '../page-size.js';
import type { ApiKey, Ledger, Page, PageRequest, TransactionFilter, TransactionRow } from '../ports.js';

export interface ReadTransactions {
  /** Null when it was never seen, or is not the reader's to see. */
  one(reader: ApiKey, requestId: string): Promise<TransactionRow | null>;
  page(reader: ApiKey, request: PageRequest<TransactionFilter>): Promise<Page<TransactionRow>>;
  linked(reader: ApiKey, requestId: string): Promise<readonly TransactionRow[]>;
}

/**
 * Reads the ledger for one reader: operators see everything, clients their programme, and of it only the terminals that
 * their key is bound to (contract section 3, authorisation). Errors: UNAVAILABLE.
 */
export function createReadTransactions(deps: {
  readonly ledger: Ledger;
  readonly pageSizeMax: number;
}): ReadTransactions {
  const visible = (reader: ApiKey, row: TransactionRow): boolean =>
    reader.role === 'operator' ||
    (row.programme === reader.programme &&
      (reader.terminalIds === null || reader.terminalIds.includes(row.terminalId)));
  return {
    async one(reader, requestId) {
      const row = await deps.ledger.find(requestId);
      return row !== null && visible(reader, row) ? row : null;
    },
    page(reader, request) {
      requirePageSize(request, deps.pageSizeMax);
      return deps.ledger.list({ ...request, filter: { ...request.filter, ...reach(reader) } });
    },
    async linked(reader, requestId) {
      return (await deps.ledger.linked(requestId)).filter((row) => visible(reader, row));
    },
  };
}

function reach(reader: ApiKey): Pick<TransactionFilter, 'programme' | 'terminalIds'> {
  if (reader.role === 'operator') return { programme: null };
  return {
    programme: reader.programme,
    ...(reader.terminalIds === null ? {} : { terminalIds: reader.terminalIds }),
  };
}
