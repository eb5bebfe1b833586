import { readHistogram } from '../../core/histogram.js';
import type { LedgerStats, OpenState, Stretch } from '../../usecase/transactions/stats-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { LEDGER_COUNTS } from '../locks.js';
import { run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import { COUNTS, createCount } from './count.js';
import { IS_OPEN } from './row.js';

/** Reads what was counted of the ledger, and what is open by its index; counts in the background. */
export function createLedgerStats(args: {
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'read'>;
  readonly commits: Pick<CommitQueue, 'submit'>;
}): LedgerStats {
  const { dialect, connection, commits } = args;
  const statements = compileStatements(dialect);
  const counting = createCount(dialect);

  function* stretches(wanted: { stretchMs: number; sinceMs: number }): Operation<readonly Stretch[]> {
    const { rows } = yield* run(statements.stretches, wanted);
    return rows.map((row) => ({ ...row, latencies: readHistogram(row.latencies) }));
  }

  function* countOpen(): Operation<Record<OpenState, number>> {
    const counts = { pending: 0, in_doubt: 0, queued: 0, unmatched: 0, contradicted: 0 };
    for (const { state, total } of (yield* run(statements.open, {})).rows) {
      if (state in counts) counts[state as OpenState] = total;
    }
    return counts;
  }

  return {
    stretches: (wanted) => connection.read(stretches(wanted)),
    countOpen: () => connection.read(countOpen()),
    count: () => commits.submit(() => counting.count(), IN_TURN),
    correct: (after) => commits.submit(() => counting.correct(after), IN_TURN),
  };
}

const IN_TURN = { isCompound: true, isHousekeeping: true, isQuiet: true, locks: [LEDGER_COUNTS] };

const OPEN_STATES: readonly OpenState[] = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'];

function compileStatements({ compiler }: StoreDialect) {
  return {
    stretches: compile((p: { stretchMs: number; sinceMs: number }) =>
      compiler
        .selectFrom('transaction_counts')
        .select(['from_ms as fromMs', ...COUNTS])
        .where('span_ms', '=', p.stretchMs)
        .where('from_ms', '>=', p.sinceMs)
        .orderBy('from_ms'),
    ),
    open: compile(() =>
      compiler
        .selectFrom('transactions')
        .select((eb) => ['state', eb.fn.countAll<number>().as('total')])
        .where('state', 'in', [...OPEN_STATES])
        .where(IS_OPEN)
        .groupBy('state'),
    ),
  };
}
