import { sql } from 'kysely';
import { transactionEvent } from '../../core/transactions/transaction.js';
import type { FeedPage, SavedTransactions } from '../../use-cases/events/event-port.js';
import type { TransactionRow } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { AppendEvent } from '../events/append.js';
import type { StoreParts } from '../parts.js';
import { NEXT_ATTEMPT, ROW } from './row.js';

/** Appends the events of these rows that alert operators, as a step of the operation that changed them. */
export type AppendTransactionEvents = (rows: readonly TransactionRow[]) => Step<void>;

export function createAppendTransactionEvents(
  append: AppendEvent,
  nowMs: () => number,
): AppendTransactionEvents {
  return function* report(rows) {
    for (const row of rows) {
      const event = transactionEvent(row);
      if (event !== null) yield* append(event, nowMs());
    }
  };
}

/** Reads the ledger in the order of its rows, up to the first row that is still pending or may still appear. */
export function createSavedTransactions(parts: StoreParts): SavedTransactions {
  const { connection, dialect, commits } = parts;
  const holdMs = parts.settings.followHoldMs;
  const statements = compileStatements(dialect);

  function* read(page: { after: number; limit: number }): Operation<FeedPage<TransactionRow>> {
    const completeThrough = yield* dialect.completeThrough();
    const { rows } = yield* run(statements.after, { ...page, completeThrough, holdMs });
    const held = rows.findIndex(({ isHeld }) => isHeld === 1);
    const items = (held === -1 ? rows : rows.slice(0, held)).map(({ isHeld: _isHeld, ...row }) => row);
    const through = items.at(-1)?.sequence ?? page.after;
    return { kind: 'page', items, through, isEnd: held !== -1 || rows.length < page.limit };
  }

  function* latest(): Operation<number> {
    const completeThrough = yield* dialect.completeThrough();
    return (yield* first(statements.latest, { completeThrough }))?.sequence ?? 0;
  }

  // As with events: payments must not wait behind thousands of subscriptions that continue.
  return {
    latest: () => connection.read(latest()),
    read: ({ after, filter, limit }) =>
      filter === null
        ? connection.read(read({ after, limit }))
        : connection.readAside(read({ after, limit })),
    matches: (row, { terminalId }) => terminalId === null || row.terminalId === terminalId,
    onAdded: (listener) => commits.onCommitted(listener),
  };
}

function compileStatements({ compiler, leaseNow }: StoreDialect) {
  const rows = compiler.selectFrom('transactions');
  return {
    after: compile((p: { after: number; limit: number; completeThrough: number; holdMs: number }) =>
      rows
        .select([...ROW, NEXT_ATTEMPT])
        .select(
          sql<number>`case when state = 'pending' and claimed_at_ms > ${leaseNow} - ${p.holdMs} then 1 else 0 end`.as(
            'isHeld',
          ),
        )
        .where('sequence', '>', p.after)
        .where('sequence', '<=', p.completeThrough)
        .orderBy('sequence')
        .limit(p.limit),
    ),
    latest: compile((p: { completeThrough: number }) =>
      rows
        .select('sequence')
        .where('sequence', '<=', p.completeThrough)
        .orderBy('sequence', 'desc')
        .limit(sql.lit(1)),
    ),
  };
}
