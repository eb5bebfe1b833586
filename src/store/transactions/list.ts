import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type {
  Ledger,
  TransactionFilter,
  TransactionRow,
  TransactionSummary,
} from '../../use-cases/transactions/ledger-port.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { first, firstOnce, runOnce } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import {
  ALL_ROWS,
  createWindowedList,
  during,
  equal,
  type ListSettings,
  type Range,
  type WindowedRows,
  windowsOf,
  within,
} from '../engine/windowed-list.js';
import { IS_OPEN, NEXT_ATTEMPT, SUMMARY, TEXT_BYTES, TEXTS, TOOK_MS } from './row.js';

type Lister = Pick<Ledger, 'list' | 'listOpen' | 'withTexts' | 'count'>;

/** Creates lists and counts for people, as windowed lists, and the list for background work. */
export function createLister(
  dialect: StoreDialect,
  connection: Pick<StoreConnection, 'read' | 'readAside'>,
  settings: ListSettings,
): Lister {
  const table: WindowedRows<TransactionFilter, TransactionSummary> = {
    ...transactionWindows(dialect),
    *rowsIn({ filter, window, newestFirst, limit }) {
      const query = matchingTransactions(dialect, filter, window)
        .select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES])
        .orderBy('sequence', newestFirst ? 'desc' : 'asc')
        .limit(limit);
      return (yield* runOnce(query)).rows;
    },
  };

  async function count(filter: TransactionFilter): Promise<number> {
    let total = 0;
    const all = { connection, settings, table, page: { filter }, newestFirst: true };
    for await (const window of windowsOf(all)) {
      const counted = matchingTransactions(dialect, filter, window).select((eb) =>
        eb.fn.countAll<number>().as('total'),
      );
      total += (await connection.readAside(firstOnce(counted)))?.total ?? 0;
    }
    return total;
  }

  async function withTexts(rows: readonly TransactionSummary[]): Promise<readonly TransactionRow[]> {
    if (rows.length === 0) return [];
    const sequences = rows.map(({ sequence }) => sequence);
    const query = dialect.compiler.selectFrom('transactions').select(['sequence', ...TEXTS]);
    const found = await connection.readAside(runOnce(query.where('sequence', 'in', sequences)));
    const texts = new Map(found.rows.map(({ sequence, ...ofRow }) => [sequence, ofRow]));
    return rows.flatMap(({ textBytes: _textBytes, ...row }) => {
      const ofRow = texts.get(row.sequence);
      return ofRow === undefined ? [] : [{ ...row, ...ofRow }];
    });
  }

  // Background work looks all the time, by an index, at few rows.
  const atOnce: Pick<StoreConnection, 'readAside'> = { readAside: (operation) => connection.read(operation) };
  return {
    list: createWindowedList(connection, settings, table),
    listOpen: createWindowedList(atOnce, settings, table),
    withTexts,
    count,
  };
}

/** Selects the rows of a window that pass a filter. */
export function matchingTransactions({ compiler }: StoreDialect, filter: TransactionFilter, window: Range) {
  const { state, amountFrom, amountTo, terminalIds, receivedFromMs, receivedToMs } = filter;
  const { programme, reference, channel, tookAtLeastMs } = filter;
  return (
    compiler
      .selectFrom('transactions')
      .where(within('sequence', window))
      .where(equal({ programme, reference, channel, customer_id: filter.customerId, card_id: filter.cardId }))
      .where(equal({ terminal_id: filter.terminalId, method_name: filter.methodName, key_id: filter.keyId }))
      .where(equal({ result_code: filter.resultCode, error_code: filter.errorCode }))
      .$if(filter.callerResultCode !== undefined, (q) =>
        q.where(CALLER_RESULT_CODE, '=', filter.callerResultCode ?? 0),
      )
      .$if(filter.narrative !== undefined, (q) => q.where(contains(filter.narrative ?? '')))
      // A literal, because SQLite uses a partial index only for a query that repeats its condition.
      .$if(state !== undefined, (q) =>
        q.where('state', '=', sql.lit(state === 'failed' ? 'refused' : (state ?? 'answered'))),
      )
      .$if(state !== undefined && state !== 'answered', (q) => q.where(IS_OPEN))
      .$if(state === 'failed', (q) => q.where('effect', '=', sql.lit('none')))
      .$if(state === 'refused', (q) => q.where('effect', '<>', sql.lit('none')))
      .$if(amountFrom !== undefined, (q) => q.where('request_amount', '>=', amountFrom ?? 0))
      .$if(amountTo !== undefined, (q) => q.where('request_amount', '<=', amountTo ?? 0))
      .$if(tookAtLeastMs !== undefined, (q) => q.where(TOOK_MS, '>=', tookAtLeastMs ?? 0))
      .$if(terminalIds !== undefined, (q) => q.where('terminal_id', 'in', [...(terminalIds ?? [])]))
      .where(during('received_at_ms', receivedFromMs, receivedToMs))
      .where((eb) => eb.and(placesOf(eb, filter, window)))
  );
}

/** Core's `callerResultCode`, of a row. */
const CALLER_RESULT_CODE = sql<number | null>`coalesce(replied_result_code,
  case when key_id is null then terminal_replied_code end,
  case when failure is null or failure <> 'lease_ended' then result_code end)`;

function contains(part: string) {
  const pattern = `%${part.replace(/[%_\\]/g, '\\$&')}%`;
  return sql<boolean>`lower(narrative) like lower(${pattern}) escape '\\'`;
}

/** Returns conditions that lead to the rows by an index, where the filter has one. */
function placesOf(eb: Builder, filter: TransactionFilter, window: Range): Expression<SqlBool>[] {
  if (filter.transactionId !== undefined) return [isCalled(eb, filter.transactionId, window)];
  return usesBlocks(filter) ? [inBlocks(eb, window)] : [];
}

/** Upper bound of the time between the receipt of a call and its row, and so of the disorder of rows. */
const SKEW_MS = 60_000;

/** Returns the windows in which rows of a filter can lie. */
export function transactionWindows(dialect: StoreDialect) {
  return { extent: createExtent(dialect), windowRows };
}

/** Rows are in the order of receipt, except for the skew. */
function createExtent(dialect: StoreDialect): WindowedRows<TransactionFilter, unknown>['extent'] {
  const sequences = compileExtent(dialect);
  return function* extent(filter, range) {
    // No row can pass.
    if (filter.terminalIds?.length === 0) return null;
    const row = yield* first(sequences, {
      ...range,
      beforeMs: (filter.receivedFromMs ?? -Number.MAX_SAFE_INTEGER + SKEW_MS) - SKEW_MS,
      afterMs: (filter.receivedToMs ?? Number.MAX_SAFE_INTEGER - SKEW_MS) + SKEW_MS,
    });
    if (row?.oldest == null || row.newest === null) return null;
    const oldest = Math.max(row.oldest, row.earlier ?? 0);
    const newest = Math.min(row.newest, row.later ?? row.newest);
    return { oldest, newest };
  };
}

function compileExtent({ compiler }: StoreDialect) {
  const sequences = compiler.selectFrom('transactions').select('sequence').limit(sql.lit(1));
  return compile((p: Range & { beforeMs: number; afterMs: number }) => {
    const inside = sequences.where('sequence', '>=', p.oldest).where('sequence', '<=', p.newest);
    return compiler.selectNoFrom([
      inside.orderBy('sequence').as('oldest'),
      inside.orderBy('sequence', 'desc').as('newest'),
      sequences.where('received_at_ms', '<', p.beforeMs).orderBy('received_at_ms', 'desc').as('earlier'),
      sequences.where('received_at_ms', '>', p.afterMs).orderBy('received_at_ms').as('later'),
    ]);
  });
}

type Builder = ExpressionBuilder<Tables, 'transactions'>;

/**
 * Holds for the rows of a window with this transaction id. One partial index has the originals, another one the rest, by block
 * (migration 22). A statement must repeat the condition of a partial index to use it.
 */
function isCalled(eb: Builder, transactionId: string, window: Range): Expression<SqlBool> {
  const named = eb
    .selectFrom('transactions as called')
    .select('called.sequence')
    .where('called.transaction_id', '=', transactionId);
  const originals = named
    .where('called.effect', '<>', sql.lit<'none'>('none'))
    .where('called.transaction_date', 'is not', null);
  const others = named
    .where(sql<boolean>`(effect = 'none' or transaction_date is null)`)
    .where(inBlocks(eb, window));
  return eb('sequence', 'in', originals.unionAll(others));
}

/** Rows in one block of the indexes of cards and customers (migration 1). */
const BLOCK_ROWS = 1024;
const BLOCKS_PER_WINDOW = 64;

/** Holds for the rows of a window, in the form of the indexes of cards and customers. */
function inBlocks(eb: Builder, window: Range): Expression<SqlBool> {
  const start = Math.floor(window.oldest / BLOCK_ROWS);
  const blocks = Array.from({ length: BLOCKS_PER_WINDOW }, (_, index) => start + index);
  return eb(sql<number>`(sequence >> 10)`, 'in', blocks);
}

/** Returns how many rows to read in one go: as many as an index makes cheap. */
function windowRows(filter: TransactionFilter): number | undefined {
  if (usesBlocks(filter)) return BLOCK_ROWS * BLOCKS_PER_WINDOW;
  const { state, ...others } = filter;
  if (state === undefined || state === 'answered') return undefined;
  // Refused and failed calls stay so, and may be many.
  const areFew = state !== 'refused' && state !== 'failed';
  const isAlone = Object.values(others).every((value) => value == null);
  return areFew || isAlone ? ALL_ROWS : undefined;
}

/** Returns whether the conditions of a window depend on its numbers: cards, customers and transaction ids are found block by block. */
function usesBlocks({ cardId, customerId, transactionId }: TransactionFilter): boolean {
  return cardId !== undefined || customerId !== undefined || transactionId !== undefined;
}
