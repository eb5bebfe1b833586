import { backoffMs } from '../../core/events/backoff.js';
import type { MethodTable } from '../../core/transactions/methods.js';
import type { ReversalDecision } from '../../core/transactions/transaction.js';
import { createNamedBackground, inTurn, repeat, type Repeating } from '../../platform/background.js';
import { earlier, type Moment, momentOf, addMs } from '../../platform/clock.js';
import type { Sealer, Timer } from '../ports.js';
import type { Route } from './downstream-port.js';
import {
  type DecideReversalDeps,
  decideReversalOf,
  isReversalGone,
  reversedFirst,
  type UnsentAdvice,
  WAITING,
  wakeReversals,
  withheldInput,
} from './forward.js';
import { type InquireDeps, inquireDoubts } from './inquire.js';
import type { ApplyInput, Ledger, TransactionRow } from './ledger-port.js';
import { createMatchUnmatched, type MatchUnmatchedDeps } from './match-advice.js';
import type { RunningTransactions } from './running.js';
import { apply, applyLater, applyUntilSaved, broughtBy, isUnavailable } from './saving.js';
import { alertDoubt, attemptFact, observeApplied, settleLater } from './settle.js';
import type { TransactDeps } from './transact-deps.js';

export interface SweepDeps extends InquireDeps, DecideReversalDeps {
  readonly ledger: Ledger;
  readonly sealer: Sealer;
  readonly background: TransactDeps['background'];
  readonly methods: MethodTable;
  /** Transactions of this process. They keep their lease, however long they take. */
  readonly running: Pick<RunningTransactions, 'requestIds' | 'keep'>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly process: { readonly owner: string; readonly leaseMs: number };
  /** Longest deadline of any route. A sent advice may take this long. */
  readonly longestCallMs: number;
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
    leaseMs: deps.longestCallMs + deps.process.leaseMs,
    exceptRoutes: deps.calls.busy(deps.batchMax),
    pauseMaxMs: deps.adviceRetryMaxMs,
    limit: deps.batchMax,
  });
  return due.map(({ row, sealedBody }) => {
    const call = sendAgain(deps, row, sealedBody, until);
    deps.calls.add(row.route, deps.running.keep(row.requestId, call));
    return call;
  });
}

function ownedBy({ process, running }: SweepDeps) {
  return { owner: process.owner, running: () => running.requestIds() };
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

/** Sends an advice again. After `until` the row may be due for other processes, so a delayed process must not send it. */
async function sendAgain(
  deps: SweepDeps,
  row: TransactionRow,
  sealedBody: Buffer,
  until: Moment,
): Promise<void> {
  const route = await routeNow(deps, row).catch((error: unknown) => {
    // Only this process knows that it was not sent.
    if (isUnavailable(error)) applyLater(deps, unsent(deps, row, WAITING));
    throw error;
  });
  if (route === null) return;
  const { dedupes } = route;
  const outcome = await deps.downstream.send({
    route: row.route,
    requestId: row.requestId,
    methodName: row.methodName,
    body: deps.sealer.open(sealedBody, `transaction:${row.requestId}`),
    customerId: row.customerId ?? 0,
    deadline: earlier(addMs(momentOf(deps.clock), route.timeoutMs), until),
    always: true,
  });
  const fact = attemptFact(outcome, { attempt: row.attempt, wasInDoubt: false, dedupes });
  const input: ApplyInput = {
    ...{ requestId: row.requestId, fact, atMs: deps.clock.nowMs(), brought: await broughtBy(outcome) },
    nextAttemptInMs: pauseMs(deps, row.attempt),
  };
  if (fact.kind === 'doubt' && !dedupes) alertDoubt(deps, row, outcome.kind);
  const applying = apply(deps, input);
  if (outcome.kind === 'timeout')
    deps.background.add(
      settleLater(deps, { ...row, wasInDoubt: false, reply: null }, outcome.late, applying),
    );
  const applied = await applying.catch((error: unknown) => {
    // Only this process knows the outcome: a store that fails for a while must not lose it.
    const saving = applyUntilSaved(deps, input, true).then((saved) => {
      observeApplied(deps, row, fact, saved);
    });
    deps.background.add(deps.running.keep(row.requestId, saving));
    throw error;
  });
  observeApplied(deps, row, fact, applied);
  if (fact.kind === 'answer') await wakeReversals(deps, row);
}

/** Returns the route to send on now. Null where the advice is not sent, which its row then says. */
async function routeNow(deps: SweepDeps, row: TransactionRow): Promise<Route | null> {
  if (deps.methods.find(row.methodName) === undefined) return leaveToOthers(deps, row, 'unknown_method');
  const reversed = await reversedFirst(deps, row);
  if (reversed !== null) {
    const withheld = unsent(deps, row, reversed);
    return isReversalGone(withheld, await deps.ledger.apply(withheld)) ? routeNow(deps, row) : null;
  }
  const decision = await decide(deps, row);
  if (decision !== 'send') return leave(deps, row, decision === 'wait' ? WAITING : { as: decision });
  // The method may have another route now, whose settings say nothing about the row's.
  const route = deps.downstream.namedRoute(row.route);
  if (route === undefined) return leaveToOthers(deps, row, 'unknown_route');
  return row.sentAtMs !== null && !route.dedupes ? leaveInDoubt(deps, row) : route;
}

/** Saves why an advice is not sent now. */
async function leave(deps: SweepDeps, row: TransactionRow, why: UnsentAdvice): Promise<null> {
  await deps.ledger.apply(unsent(deps, row, why));
  return null;
}

/**
 * Decides on a reversal: it waits until its original is settled (docs/reference/transactions.md#reversals), and is not sent when
 * there is nothing to reverse.
 */
async function decide(deps: SweepDeps, row: TransactionRow): Promise<ReversalDecision> {
  const isReversal = deps.methods.find(row.methodName)?.reverses !== undefined;
  if (row.originalRequestId === null || !isReversal) return 'send';
  const original = await deps.ledger.find(row.originalRequestId);
  return original === null ? 'send' : decideReversalOf(deps, row, original);
}

/** Leaves an advice in doubt that was perhaps sent on a route without deduplication. Only an operator can find out. */
function leaveInDoubt(deps: SweepDeps, row: TransactionRow): Promise<null> {
  alertDoubt(deps, row, 'advice_perhaps_sent');
  return leave(deps, row, { as: 'perhaps_sent' });
}

/**
 * Leaves an advice queued that this node cannot judge: another node has the route or the method, as while one node after another
 * gets a new configuration.
 */
function leaveToOthers(
  deps: SweepDeps,
  row: TransactionRow,
  failure: 'unknown_route' | 'unknown_method',
): Promise<null> {
  return leave(deps, row, { ...WAITING, failure });
}

function unsent(deps: SweepDeps, row: TransactionRow, why: UnsentAdvice) {
  return withheldInput(deps, row, why, pauseMs(deps, row.attempt));
}

function pauseMs(deps: SweepDeps, attempt: number): number {
  return backoffMs({
    attempt,
    minMs: deps.adviceRetryMs,
    maxMs: deps.adviceRetryMaxMs,
    random: deps.random(),
  });
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
