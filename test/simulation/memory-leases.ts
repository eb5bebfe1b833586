import type { Ledger, TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';
import { type MemoryRows, seen, step, type Stored } from './memory-row.js';

type Leases = Pick<Ledger, 'expireLeases' | 'takeOver' | 'leaseDoubts' | 'leaseQueued'>;

/** Makes leases: the owner of a row, and their end. */
export function createMemoryLeases({ rows, changed }: MemoryRows, clock: () => number): Leases {
  function take(
    limit: number,
    wanted: (row: Stored) => boolean,
    change: (row: Stored) => void,
  ): readonly Stored[] {
    const taken = [...rows.values()].filter(wanted).slice(0, limit);
    for (const row of taken) {
      change(row);
      changed(row);
    }
    return taken;
  }
  return {
    expireLeases: ({ owner, running, ending, limit }) =>
      step(() => {
        const nowMs = clock();
        const isCarried = carriedBy(owner, running());
        const ended = take(
          limit,
          (row) => row.state === 'pending' && row.leaseUntilMs < nowMs && !isCarried(row),
          (row) => {
            expire(row, nowMs);
          },
        ).map(seen);
        ending?.(ended);
        return ended;
      }),
    takeOver: ({ owner, ending, limit }) =>
      step(() => {
        const nowMs = clock();
        for (const row of rows.values()) {
          if (row.state !== 'queued' || row.nextAttemptAtMs !== 0 || row.owner === owner) continue;
          row.leaseUntilMs = 0;
          changed(row);
        }
        const ended = take(
          limit,
          (row) => row.state === 'pending' && row.owner !== owner,
          (row) => {
            expire(row, nowMs);
          },
        ).map(seen);
        ending?.(ended);
        return ended;
      }),
    leaseDoubts: ({ routes, pauseMinMs, pauseMaxMs, limit }) =>
      step(() => {
        const nowMs = clock();
        const isDue = ({ nextAttemptAtMs }: Stored): boolean =>
          (nextAttemptAtMs ?? 0) <= nowMs || (nextAttemptAtMs ?? 0) > nowMs + pauseMaxMs;
        return routes.flatMap((route) =>
          take(
            limit,
            (row) => row.state === 'in_doubt' && row.route === route && isDue(row),
            (row) => {
              const ageMs = nowMs - row.claimedAtMs;
              row.nextAttemptAtMs = nowMs + Math.min(pauseMaxMs, Math.max(pauseMinMs, ageMs));
            },
          ).map(seen),
        );
      }),
    leaseQueued: ({ owner, running, leaseMs, exceptRoutes = [], pauseMaxMs, limit }) =>
      step(() => {
        const nowMs = clock();
        const isCarried = carriedBy(owner, running?.() ?? []);
        const due = [...rows.values()]
          .filter((row) => isDue(row, nowMs, pauseMaxMs) && !isCarried(row))
          .filter((row) => !exceptRoutes.includes(row.route))
          .sort(byNextAttempt);
        const lease = { nowMs, owner, leaseUntilMs: nowMs + leaseMs };
        return due.slice(0, limit).map((row) => leased(row, lease, changed));
      }),
  };
}

function carriedBy(owner: string, carried: readonly string[]): (row: Stored) => boolean {
  return (row) => row.owner === owner && carried.includes(row.requestId);
}

function expire(row: Stored, nowMs: number): void {
  const state = row.effect === 'none' ? 'failed' : row.effect === 'advice' ? 'queued' : 'in_doubt';
  const errorCode = { failed: 'UNAVAILABLE', queued: null, in_doubt: 'IN_DOUBT' }[state];
  Object.assign(row, {
    state,
    errorCode,
    replyReason: state === 'queued' ? 'advice_accepted' : null,
    sentAtMs: row.sentAtMs ?? row.claimedAtMs,
    failure: 'lease_ended',
    settledAtMs: nowMs,
    nextAttemptAtMs: state === 'queued' ? nowMs : null,
    leaseUntilMs: 0,
  });
}

function isDue(row: Stored, nowMs: number, pauseMaxMs: number): boolean {
  const waitMs = (row.nextAttemptAtMs ?? Number.POSITIVE_INFINITY) - nowMs;
  return (
    row.state === 'queued' &&
    (waitMs <= 0 || waitMs > pauseMaxMs) &&
    row.leaseUntilMs <= nowMs &&
    row.sealedBody !== null
  );
}

function byNextAttempt(a: Stored, b: Stored): number {
  return (a.nextAttemptAtMs ?? 0) - (b.nextAttemptAtMs ?? 0);
}

function leased(
  row: Stored,
  lease: { nowMs: number; owner: string; leaseUntilMs: number },
  changed: (row: Stored) => void,
): { row: TransactionRow; sealedBody: Buffer } {
  // The owner of an expired lease may have sent the call.
  if (row.nextAttemptAtMs === 0) {
    row.sentAtMs ??= row.claimedAtMs;
    row.refusedSentAtMs = null;
    row.failure = 'lease_ended';
  }
  row.attempt += 1;
  row.owner = lease.owner;
  row.leaseUntilMs = lease.leaseUntilMs;
  row.claimedAtMs = lease.nowMs;
  row.nextAttemptAtMs = 0;
  changed(row);
  return { row: seen(row), sealedBody: row.sealedBody ?? Buffer.alloc(0) };
}
