import type { Clock, Ledger } from '../../usecase/ports.js';
import { createAppendEvent } from '../events/append.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import type { StoreSettings } from '../settings.js';
import { createClaim } from './claim.js';
import { createConfirm } from './confirm.js';
import { createFinder } from './find.js';
import { createLeases } from './leases.js';
import { createLister } from './list.js';
import { createReclaim } from './reclaim.js';
import { createMarkEarly } from './mark-early.js';
import { createRequeue } from './requeue.js';
import { createReversals } from './reversals.js';
import { createReport } from './report.js';
import { createSettle, createTell, isReported } from './settle.js';
import { requestLock, type LockName } from '../locks.js';
import { claimLocks, markEarlyLocks, reclaimLocks, requeueLocks } from './locks.js';

/** The ledger on a database: writes share commits, reads see what was committed. */
export function createLedger(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
  readonly clock: Clock;
}): Ledger {
  const { dialect, connection, commits } = args;
  const finder = createFinder(dialect);
  const nowMs = (): number => args.clock.nowMs();
  const reversals = createReversals(finder, args.settings);
  const parts = { finder, reversals };
  const claim = createClaim(dialect, parts);
  const reclaim = createReclaim(dialect, parts);
  const report = createReport(createAppendEvent(dialect), nowMs);
  const settle = createSettle(dialect, { ...parts, report });
  const markEarly = createMarkEarly(dialect, parts);
  const requeue = createRequeue(dialect, parts);
  const tell = createTell(dialect, parts);
  const confirm = createConfirm(dialect, parts);
  const leases = createLeases(dialect, report);
  const lister = createLister(dialect, connection, args.settings);
  return {
    claim: (input) => commits.submit(() => claim(input), { locks: () => claimLocks(input) }),
    reclaim: async (input) => {
      const row = await connection.read(finder.find(input.requestId));
      return commits.submit(() => reclaim(input), { locks: reclaimLocks(input, row) });
    },
    settle: (input) => {
      const { state } = input;
      const locks = (): readonly LockName[] => [requestLock(input.requestId)];
      if (!isReported(state))
        return commits.submit(() => settle.unreported({ ...input, state }), {
          locks,
        });
      return commits.submitAppending((log) => settle.reported(log, { ...input, state }), {
        locks,
      });
    },
    tell: (input) => commits.submit(() => tell(input), { locks: [requestLock(input.requestId)] }),
    markEarly: (input) => commits.submit(() => markEarly(input), { locks: markEarlyLocks(input) }),
    requeue: async (input) => {
      const row = await connection.read(finder.find(input.requestId));
      return commits.submit(() => requeue(input), {
        locks: requeueLocks(input, row),
      });
    },
    sealedBody: (requestId) => connection.read(finder.sealedBody(requestId)),
    confirm: (input) => connection.read(confirm(input)),
    find: (requestId) => connection.read(finder.find(requestId)),
    keyless: (named) => connection.read(finder.keyless(named)),
    linked: (requestId) => connection.read(finder.linked(requestId)),
    list: (page) => lister.list(page),
    withTexts: (rows) => lister.withTexts(rows),
    count: (filter) => lister.count(filter),
    expireLeases: (input) =>
      commits.submitAppending((log) => leases.expire(log, input), { isHousekeeping: true }),
    takeOver: (input) => commits.submitAppending((log) => leases.takeOver(log, input)),
    leaseDoubts: (input) => commits.submit(() => leases.leaseDoubts(input), { isHousekeeping: true }),
    leaseQueued: (input) => commits.submit(() => leases.leaseQueued(input), { isHousekeeping: true }),
  };
}
