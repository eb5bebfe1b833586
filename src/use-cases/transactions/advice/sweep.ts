import { backoffMs } from '../../../core/events/backoff.js';
import { createNamedBackground, inTurn, repeat, type Repeating } from '../../../platform/background.js';
import { addMs, type Moment, momentOf } from '../../../platform/clock.js';
import type { Sealer, Timer } from '../../ports.js';
import { type InquireDeps, inquireDoubts } from '../settle/inquire.js';
import type { Ledger, TransactionRow } from '../ledger-port.js';
import { createMatchUnmatched, type MatchUnmatchedDeps } from './match-advice.js';
import type { RunningTransactions } from '../call/running.js';
import { type AdviceDeps, sendAdvice } from './send-advice.js';
import { alertDoubt } from '../settle/observe.js';

export interface SweepDeps extends InquireDeps, AdviceDeps {
  readonly ledger: Ledger;
  readonly sealer: Sealer;
  /** Transactions of this process. They keep their lease, however long they take. */
  readonly running: Pick<RunningTransactions, 'requestIds' | 'keep'>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly process: { readonly owner: string };
  /** Longest deadline of any route. A sent advice may take this long. */
  readonly longestCallMs: number;
  /** Time from a claim to the end of its lease: longer than that deadline. */
  readonly leaseMs: number;
  readonly adviceRetryMs: number;
  readonly adviceRetryMaxMs: number;
  /** Longest wait of a round for the wallet services that it calls. Left out, it waits for all of them. */
  readonly callsWaitMs?: number;
}

/**
 * Runs one round of housekeeping. Rows whose owner died become in_doubt (never a made-up decline). Advices that are due are sent
 * again (docs/reference/transactions.md#advices). Routes with an inquiry URL are asked about rows in doubt. Returns the largest
 * number of rows of one step; after a full round the next one starts at once.
 *
 * A slow wallet service holds up neither other routes nor the rest of the work. A round does not wait for it for long, and a route
 * with a batch of open calls gets no more of them.
 */
export async function sweep(deps: SweepDeps): Promise<number> {
  const begun: (readonly unknown[])[] = [];
  const begin = async (stage: (deps: SweepDeps) => Promise<readonly unknown[]>): Promise<void> => {
    begun.push(await stage(deps));
  };
  // A failing store operation of one step holds up none of the others.
  await inTurn([endLeases, sendDue, inquireDoubts], begin).finally(() => endOf(begun.flat(), deps));
  return Math.max(...begun.map(({ length }) => length));
}

/** Ends the leases of calls that nobody makes any more. Returns their rows. */
function endLeases(deps: SweepDeps): Promise<readonly TransactionRow[]> {
  const ending = (rows: readonly TransactionRow[]): void => {
    for (const row of rows) if (row.state === 'in_doubt') alertDoubt(deps, row, 'lease_ended');
  };
  return deps.ledger.expireLeases({ ...ownedBy(deps), ending, limit: deps.batchMax });
}

/** Sends the advices that are due. Returns the calls that it began. */
async function sendDue(deps: SweepDeps): Promise<readonly Promise<void>[]> {
  const until = addMs(momentOf(deps.clock), deps.longestCallMs);
  const due = await deps.ledger.leaseQueued({
    ...ownedBy(deps),
    exceptRoutes: deps.calls.busy(deps.batchMax),
    limit: deps.batchMax,
  });
  return due.map(({ row, sealedBody }) => {
    const call = sendDueOne(deps, row, sealedBody, until);
    deps.calls.add(row.route, deps.running.keep(row.requestId, call));
    return call;
  });
}

async function sendDueOne(
  deps: SweepDeps,
  row: TransactionRow,
  sealed: Buffer,
  until: Moment,
): Promise<void> {
  const retryMs = backoffMs({
    attempt: row.attempt,
    minMs: deps.adviceRetryMs,
    maxMs: deps.adviceRetryMaxMs,
    random: deps.random(),
  });
  const body = deps.sealer.open(sealed, `transaction:${row.requestId}`);
  await sendAdvice(deps, row, { body, until, retryMs, reply: null });
}

function ownedBy({ process, running, leaseMs }: SweepDeps) {
  return { owner: process.owner, running: () => running.requestIds(), leaseMs };
}

/** Resolves when the calls have ended, or the round has waited for them long enough. */
async function endOf(
  calls: readonly unknown[],
  { callsWaitMs, timer }: Pick<SweepDeps, 'callsWaitMs' | 'timer'>,
): Promise<void> {
  const ended = Promise.allSettled(calls);
  const wait = callsWaitMs === undefined || calls.length === 0 ? null : timer.wait(callsWaitMs);
  await Promise.race([ended, wait?.done ?? ended]);
  wait?.cancel();
}

export type Sweeper = Repeating;

/**
 * Sweeps for ever, with a pause after each round that was not full. Matches have rounds of their own.
 */
export function startSweeper(
  given: Omit<SweepDeps & MatchUnmatchedDeps, 'calls' | 'callsWaitMs'> & {
    readonly timer: Timer;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Sweeper {
  const calls = createNamedBackground(given.onFailure);
  const deps = { ...given, calls, callsWaitMs: given.everyMs };
  const matchUnmatched = createMatchUnmatched(deps);
  const loops = [
    async () => (await sweep(deps)) >= deps.batchMax,
    () => matchUnmatched().then(() => false),
  ].map((round) => repeat({ ...deps, round }));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await calls.idle();
    },
  };
}
