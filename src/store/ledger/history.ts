import type { Clock } from '../../usecase/ports.js';
import type { LedgerHistory } from '../../usecase/transactions/history-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { createReadRange } from './list.js';
import { createPurge } from './purge.js';

/** Export and purge: long work in small pieces. */
export function createHistory(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}): LedgerHistory {
  const { connection, commits, clock } = args;
  const { textParts } = connection;
  const purge = createPurge(args.dialect);
  return {
    read: createReadRange(args.dialect, connection),
    purgeable: (piece) => connection.read(purge.purgeable(piece)),
    purge: (piece, audit) =>
      commits.submit(() => purge.purge(piece, audit, clock.nowMs()), {
        isHousekeeping: true,
      }),
    textPartEndBefore: (timeMs) => textParts.endBefore(timeMs),
    dropTextParts: (receivedBeforeMs) => textParts.drop(receivedBeforeMs),
    prepare: () => textParts.prepare(clock.nowMs()),
    record: (audit) => commits.submit(() => purge.record(audit, clock.nowMs())),
  };
}
