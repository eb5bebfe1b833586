import { sql } from 'kysely';
import type { Replays } from '../../usecase/transactions/replay-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation } from '../operation.js';
import { compile } from '../statement.js';

export function createReplays(args: {
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'read'>;
  readonly commits: CommitQueue;
}): Replays {
  const statements = compileStatements(args.dialect);

  function* add(counts: Parameters<Replays['add']>[0]): Operation<void> {
    for (const count of counts) yield* run(statements.add, count);
  }

  return {
    add(counts) {
      // In one order everywhere, so that two nodes do not wait for each other.
      const sorted = counts.toSorted((a, b) => (a.requestId < b.requestId ? -1 : 1));
      return args.commits.submit(() => add(sorted), {
        isCompound: true,
        isHousekeeping: true,
        isQuiet: true,
      });
    },
    of: (requestId) => args.connection.read(first(statements.find, { requestId })),
  };
}

function compileStatements({ compiler }: StoreDialect) {
  return {
    add: compile((p: { requestId: string; replays: number; lastAtMs: number }) =>
      compiler
        .insertInto('transaction_replays')
        .values({ request_id: p.requestId, replays: p.replays, last_at_ms: p.lastAtMs })
        .onConflict((conflict) =>
          conflict.column('request_id').doUpdateSet({
            replays: sql<number>`transaction_replays.replays + excluded.replays`,
            last_at_ms: sql<number>`excluded.last_at_ms`,
          }),
        ),
    ),
    find: compile((p: { requestId: string }) =>
      compiler
        .selectFrom('transaction_replays')
        .select(['request_id as requestId', 'replays', 'last_at_ms as lastAtMs'])
        .where('request_id', '=', p.requestId),
    ),
  };
}
