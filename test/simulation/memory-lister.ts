import type { PageRequest } from '../../src/use-cases/paging.js';
import type { Ledger, TransactionFilter } from '../../src/use-cases/transactions/ledger-port.js';
import { seen, step, type Stored, summaryOf } from './memory-row.js';

export function createMemoryLister(
  rows: ReadonlyMap<string, Stored>,
): Pick<Ledger, 'list' | 'listOpen' | 'withTexts' | 'count'> {
  const matching = (filter: TransactionFilter): Stored[] =>
    [...rows.values()].reverse().filter((row) => passes(row, filter));
  const list: Ledger['list'] = (page) => step(() => pageOf(matching(page.filter), page));
  return {
    list,
    listOpen: list,
    withTexts: (wanted) =>
      step(() =>
        wanted.flatMap(({ requestId }) => {
          const row = rows.get(requestId);
          return row === undefined ? [] : [seen(row)];
        }),
      ),
    count: (filter) => step(() => matching(filter).length),
  };
}

const EQUALS = [
  'programme',
  'customerId',
  'cardId',
  'terminalId',
  'reference',
  'methodName',
  'state',
  'resultCode',
] as const;

function passes(row: Stored, filter: TransactionFilter): boolean {
  return (
    EQUALS.every(
      (name) => filter[name] === undefined || filter[name] === null || filter[name] === row[name],
    ) &&
    (filter.terminalIds?.includes(row.terminalId) ?? true) &&
    row.receivedAtMs >= (filter.receivedFromMs ?? Number.NEGATIVE_INFINITY) &&
    row.receivedAtMs < (filter.receivedToMs ?? Number.POSITIVE_INFINITY)
  );
}

function pageOf(
  newestFirst: readonly Stored[],
  { first, after, last, before }: PageRequest<TransactionFilter>,
): Awaited<ReturnType<Ledger['list']>> {
  const inRange = newestFirst.filter(
    ({ sequence }) =>
      (after === undefined || sequence < after) && (before === undefined || sequence > before),
  );
  if (first === undefined && last !== undefined) {
    const rows = last === 0 ? [] : inRange.slice(-last);
    const hasPreviousPage = inRange.length > rows.length;
    return { rows: rows.map(summaryOf), hasNextPage: before !== undefined, hasPreviousPage };
  }
  const rows = inRange.slice(0, first);
  const hasNextPage = inRange.length > rows.length;
  return { rows: rows.map(summaryOf), hasNextPage, hasPreviousPage: after !== undefined };
}
