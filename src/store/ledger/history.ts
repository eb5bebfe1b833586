import type { AuditEntry, Clock } from '../../usecase/ports.js';
import type { LedgerHistory, PurgedPart } from '../../usecase/transactions/history-port.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { LEDGER_PARTS } from '../locks.js';
import { createReadRange } from './list.js';
import { createNames } from './names.js';
import { createPurge } from './purge.js';

/** A key is a tenth of a row. */
const KEYS_PER_ROW = 10;

/** Export and purge: long work in small pieces. */
export function createHistory(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly clock: Clock;
}): LedgerHistory {
  const { connection, commits, clock } = args;
  const { parts } = connection;
  const purge = createPurge(args.dialect, createNames(args.dialect));
  // How far the part that is being forgotten was read; a process that starts anew reads it again.
  let after = 0;

  async function purgePart(
    wanted: { readonly receivedBeforeMs: number; readonly limit: number },
    audit: AuditEntry | null,
  ): Promise<PurgedPart> {
    const { receivedBeforeMs, limit } = wanted;
    if (after === 0 && !(await parts.takeAway({ receivedBeforeMs, rowsMin: limit })))
      return { deleted: 0, isMore: false };
    const { deleted, through } = await commits.submit(
      () => purge.forget({ after, limit: limit * KEYS_PER_ROW }, audit, clock.nowMs()),
      { isCompound: true, isHousekeeping: true, locks: [LEDGER_PARTS] },
    );
    after = through ?? 0;
    return { deleted, isMore: true };
  }

  return {
    read: createReadRange(args.dialect, connection),
    purgeable: (piece) => connection.read(purge.purgeable(piece)),
    purge: (piece, audit) =>
      commits.submit(() => purge.purge(piece, audit, clock.nowMs()), {
        isCompound: true,
        isHousekeeping: true,
      }),
    purgePart,
    partEndBefore: (timeMs) => parts.endBefore(timeMs),
    prepare: () => parts.prepare(clock.nowMs()),
    record: (audit) => commits.submit(() => purge.record(audit, clock.nowMs())),
  };
}
