import type {
  ApplyInput,
  ClaimInput,
  Ledger,
  ReclaimInput,
  RequeueInput,
  TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import { EVENT_LOG, type LockName, requestLock, transactionLock } from '../engine/locks.js';
import { createAppendEvent } from '../events/append.js';
import { createClaim } from './claim.js';
import { createFinder } from './find.js';
import { createLeases } from './leases.js';
import { createLister } from './list.js';
import { createReclaim, createRequeue } from './requeue.js';
import { createReversals } from './reversals.js';
import { createAppendTransactionEvents } from './saved-transactions.js';
import { createApply, isAlerted, moveOfClaimed } from './apply.js';
import { createPaymentsTogether } from './together.js';
import { createEndUnsent } from './unsent.js';
import type { StoreParts } from '../parts.js';

/** Creates the ledger on a database: writes share commits, and reads see only committed data. */
export function createLedger(args: StoreParts): Ledger {
  const { dialect, connection, commits, audit } = args;
  const finder = createFinder(dialect);
  const nowMs = (): number => args.clock.nowMs();
  const reversals = createReversals(finder, args.settings);
  const parts = { finder, reversals };
  const claim = createClaim(dialect, parts);
  const together = createPaymentsTogether(dialect, args.settings);
  const reclaim = createReclaim(dialect, parts);
  const report = createAppendTransactionEvents(createAppendEvent(dialect), nowMs);
  const apply = createApply(dialect, { ...parts, report, audit });
  const endUnsent = createEndUnsent(apply, nowMs);
  const requeue = createRequeue(dialect, { ...parts, audit });
  const leases = createLeases(dialect, report);
  const lister = createLister(dialect, connection, args.settings);
  return {
    claim: (input) =>
      commits.submit(() => claim(input), {
        locks: claimLocks(input),
        late: endUnsent.claim(input),
        together: () => together.claim(input),
      }),
    reclaim: async (input) => {
      const row = await connection.read(finder.find(input.requestId));
      const locks = reclaimLocks(input, row);
      return commits.submit(() => reclaim(input), { locks, late: endUnsent.reclaim(input, row) });
    },
    apply: (input) => {
      const to = moveOfClaimed(input);
      const isAlert = to !== null && isAlerted(to);
      return commits.submit(() => apply(input), {
        locks: [...applyLocks(input), ...(isAlert ? [EVENT_LOG] : [])],
        together: () => (to === null || isAlert ? null : together.settle(input, to)),
      });
    },
    requeue: async (input) => {
      const row = await connection.read(finder.find(input.requestId));
      return commits.submit(() => requeue(input), {
        locks: requeueLocks(input, row),
      });
    },
    sealedBody: (requestId) => connection.read(finder.sealedBody(requestId)),
    find: (requestId) => connection.read(finder.find(requestId)),
    keyless: (named) => connection.read(finder.keyless(named)),
    linked: (requestId) => connection.read(finder.linked(requestId)),
    reversalsBefore: (advice) => connection.read(reversals.reversalsBefore(advice)),
    list: (page) => lister.list(page),
    listOpen: (page) => lister.listOpen(page),
    withTexts: (rows) => lister.withTexts(rows),
    count: (filter) => lister.count(filter),
    expireLeases: (input) => commits.submit(() => leases.expire(input), { isHousekeeping: true }),
    takeOver: (input) => commits.submit(() => leases.takeOver(input)),
    leaseDoubts: (input) => commits.submit(() => leases.leaseDoubts(input), { isHousekeeping: true }),
    leaseQueued: (input) =>
      commits.submit(() => leases.leaseQueued(input), { isHousekeeping: true, late: endUnsent.leases }),
  };
}

/**
 * Returns the locks of a claim. Besides its own id they name its identity, which a reversal may name now. A reversal's locks also name
 * its original.
 */
function claimLocks(input: ClaimInput): readonly LockName[] {
  return [
    requestLock(input.requestId),
    ...identityLock(input),
    ...transactionLock({ ...input, id: input.referenceId }),
  ];
}

/** Returns the locks of a fact. Where the gateway's own reversal is saved with it, no other one may come in between. */
function applyLocks({ requestId, reversals = [], ownReversal }: ApplyInput): readonly LockName[] {
  const own = typeof ownReversal === 'object' && ownReversal !== null ? claimLocks(ownReversal.claim) : [];
  return [...[requestId, ...reversals].map(requestLock), ...own];
}

/** Returns the locks of a reclaim. A row's identity never changes, so it can be read before. */
function reclaimLocks(input: ReclaimInput, row: TransactionRow | null): readonly LockName[] {
  return [requestLock(input.requestId), ...(row === null ? [] : identityLock(row))];
}

/** Returns the locks of a requeue. An advice that finds its wallet searches for its original as if it arrived now. */
function requeueLocks(input: RequeueInput, row: TransactionRow | null): readonly LockName[] {
  return [
    requestLock(input.requestId),
    ...(row === null ? [] : transactionLock({ ...row, id: row.referenceId })),
  ];
}

function identityLock(
  named: Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId'>,
): readonly LockName[] {
  return transactionLock({ ...named, id: named.transactionId });
}
