import { sql } from 'kysely';
import type { LedgerStats, OpenState, StatsRow } from '../../usecase/transactions/stats-port.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import { IS_OPEN } from './row.js';

/** Counts the ledger by its indexes of receipt and of open states, and by its sequence; no read is longer than its caller says. */
export function createLedgerStats(args: {
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'read'>;
}): LedgerStats {
  const { dialect, connection } = args;
  const statements = compileStatements(dialect);

  function* borders(timesMs: readonly number[]): Operation<readonly number[]> {
    const newest = (yield* first(statements.newest, {}))?.sequence ?? 0;
    const found: number[] = [];
    for (const fromMs of timesMs) {
      found.push((yield* first(statements.receivedSince, { fromMs }))?.sequence ?? newest + 1);
    }
    return found;
  }

  function* rowsIn(range: { from: number; to: number }): Operation<readonly StatsRow[]> {
    return (yield* run(statements.rows, range)).rows;
  }

  function* countOpen(): Operation<Record<OpenState, number>> {
    const counts = { pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 };
    for (const { state, total } of (yield* run(statements.open, {})).rows) {
      if (state in counts) counts[state as OpenState] = total;
    }
    return counts;
  }

  return {
    borders: (timesMs) => connection.read(borders(timesMs)),
    async rowsIn(from, to) {
      const found = await connection.read(rowsIn({ from, to }));
      // Payments go first: a span is many reads one after another.
      await new Promise((resolve) => setImmediate(resolve));
      return found;
    },
    countOpen: () => connection.read(countOpen()),
  };
}

const OPEN_STATES: readonly OpenState[] = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'];

function compileStatements({ compiler }: StoreDialect) {
  const rows = compiler.selectFrom('transactions');
  return {
    newest: compile(() => rows.select('sequence').orderBy('sequence', 'desc').limit(sql.lit(1))),
    receivedSince: compile((p: { fromMs: number }) =>
      rows
        .select('sequence')
        .where('received_at_ms', '>=', p.fromMs)
        .orderBy('received_at_ms')
        .limit(sql.lit(1)),
    ),
    rows: compile((p: { from: number; to: number }) =>
      rows
        .select([
          'state',
          'result_code as resultCode',
          'received_at_ms as receivedAtMs',
          'answered_at_ms as answeredAtMs',
        ])
        .where('sequence', '>=', p.from)
        .where('sequence', '<', p.to),
    ),
    open: compile(() =>
      rows
        .select((eb) => ['state', eb.fn.countAll<number>().as('total')])
        .where('state', 'in', [...OPEN_STATES])
        .where(IS_OPEN)
        .groupBy('state'),
    ),
  };
}
