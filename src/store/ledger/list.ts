import { sql } from 'kysely';
import type {
  TransactionFilter,
  TransactionPage,
  TransactionPageRequest,
  TransactionRow,
} from '../../usecase/ports.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { conditions, inBlocks, isEmpty, usesBlocks, windowRows, windows, type Range } from './filter.js';
import { NEXT_ATTEMPT, ROW } from './row.js';

export interface Lister {
  list(page: TransactionPageRequest): Promise<TransactionPage>;
  count(filter: TransactionFilter): Promise<number>;
}

/**
 * Lists and counts for people. Where no index serves a filter the ledger is read window by window, newest first, and between
 * two windows the event loop is free: whoever searches ten million rows waits, no payment does. The answer is not a
 * snapshot; rows that arrive meanwhile may be missing from it.
 */
export function createLister(
  dialect: StoreDialect,
  connection: StoreConnection,
  settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>,
): Lister {
  const extent = compileExtent(dialect);

  async function* windowsOf(
    page: Omit<TransactionPageRequest, 'first'>,
    newestFirst: boolean,
  ): AsyncGenerator<Range> {
    if (isEmpty(page.filter)) return;
    const range = await connection.read(reach(extent, page));
    if (range === null) return;
    for (const window of windows(range, windowRows(page.filter, settings.scanRows), newestFirst)) {
      yield window;
      await nextTurn();
    }
  }

  async function list(page: TransactionPageRequest): Promise<TransactionPage> {
    const newestFirst = page.first !== undefined || page.last === undefined;
    const wanted = Math.min(page.first ?? page.last ?? settings.pageRowsMax, settings.pageRowsMax);
    const found: TransactionRow[] = [];
    for await (const window of windowsOf(page, newestFirst)) {
      const limit = wanted + 1 - found.length;
      found.push(
        ...(await connection.read(rowsIn(dialect, { filter: page.filter, window, newestFirst, limit }))),
      );
      if (found.length > wanted) break;
    }
    const rows = found.slice(0, wanted);
    const isMore = found.length > wanted;
    return newestFirst
      ? { rows, hasNextPage: isMore, hasPreviousPage: page.after !== undefined }
      : { rows: rows.reverse(), hasNextPage: page.before !== undefined, hasPreviousPage: isMore };
  }

  async function count(filter: TransactionFilter): Promise<number> {
    let total = 0;
    for await (const window of windowsOf({ filter }, true))
      total += await connection.read(countIn(dialect, filter, window));
    return total;
  }

  return { list, count };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function* rowsIn(
  { compiler }: StoreDialect,
  args: { filter: TransactionFilter; window: Range; newestFirst: boolean; limit: number },
): Operation<readonly TransactionRow[]> {
  const statement = compile(() =>
    matching(compiler, args.filter, args.window)
      .select([...ROW, NEXT_ATTEMPT])
      .orderBy('sequence', args.newestFirst ? 'desc' : 'asc')
      .limit(args.limit),
  );
  return (yield* run(statement, {})).rows;
}

function* countIn({ compiler }: StoreDialect, filter: TransactionFilter, window: Range): Operation<number> {
  const statement = compile(() =>
    matching(compiler, filter, window).select((eb) => eb.fn.countAll<number>().as('total')),
  );
  return (yield* first(statement, {}))?.total ?? 0;
}

function matching(compiler: StoreDialect['compiler'], filter: TransactionFilter, window: Range) {
  return compiler
    .selectFrom('transactions')
    .where('sequence', '>=', window.oldest)
    .where('sequence', '<=', window.newest)
    .where((eb) =>
      eb.and([...conditions(eb, filter), ...(usesBlocks(filter) ? [inBlocks(eb, window)] : [])]),
    );
}

type Extent = ReturnType<typeof compileExtent>;

/** How far rows may be out of order: the time between the receipt of a call and its row, generously. */
const SKEW_MS = 60_000;

/** The sequences in which a page can lie. Rows are added in the order of receipt, but for the skew. Null: nowhere. */
function* reach(extent: Extent, { filter, after, before }: TransactionPageRequest): Operation<Range | null> {
  const row = yield* first(extent, {
    beforeMs: (filter.receivedFromMs ?? -Number.MAX_SAFE_INTEGER + SKEW_MS) - SKEW_MS,
    afterMs: (filter.receivedToMs ?? Number.MAX_SAFE_INTEGER - SKEW_MS) + SKEW_MS,
  });
  if (row?.oldest == null || row.newest === null) return null;
  const oldest = Math.max(row.oldest, row.earlier ?? 0, (before ?? -1) + 1);
  const newest = Math.min(row.newest, row.later ?? row.newest, (after ?? row.newest + 1) - 1);
  return oldest <= newest ? { oldest, newest } : null;
}

function compileExtent({ compiler }: StoreDialect) {
  const sequences = compiler.selectFrom('transactions').select('sequence').limit(sql.lit(1));
  return compile((p: { beforeMs: number; afterMs: number }) =>
    compiler.selectNoFrom([
      sequences.orderBy('sequence').as('oldest'),
      sequences.orderBy('sequence', 'desc').as('newest'),
      sequences.where('received_at_ms', '<', p.beforeMs).orderBy('received_at_ms', 'desc').as('earlier'),
      sequences.where('received_at_ms', '>', p.afterMs).orderBy('received_at_ms').as('later'),
    ]),
  );
}
