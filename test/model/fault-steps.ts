/** Faults: processes that die, clocks that jump, stores that fail. */
import fc from 'fast-check';
import { until } from '../life/until.js';
import { look, lookAndNarrow, widen } from './looks.js';
import { Violation } from './outcome.js';
import { callAndJudge, count, note, script, throwViolations, type Run } from './run.js';
import { pick, steps } from './steps.js';
import {
  channelFor,
  isRepeatable,
  MANNERS,
  NEW_CALL,
  PRINCIPALS,
  reversalOf,
  small,
  transactionOf,
  type NewCall,
} from './calls.js';
import { beside, callNew, held, reversible } from './transaction-steps.js';
import { maybe, only, type Transaction } from './transaction.js';
import { UNKNOWN } from './verdicts.js';
import type { Manner } from './wallet-service.js';
import type { StoreFault, World } from './world.js';

export const FAULT_STEPS = (world: World) => [
  steps(1, {
    name: 'kill',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }) }),
    async run(run, { node }) {
      await kill(run, node);
    },
  }),
  steps(1, {
    name: 'kill while a reversal is on its way',
    args: fc.record({
      of: small,
      principal: PRINCIPALS,
      channel: fc.nat({ max: 1 }),
      node: fc.nat({ max: world.nodes - 1 }),
    }),
    fits: (run) => settledMoney(run).length > 0,
    async run(run, { of, principal, channel, node }) {
      await killDuring(run, reversalOf(run, pick(settledMoney(run), of), principal, 0), {
        principal,
        channel,
        node,
      });
    },
  }),
  steps(1, {
    name: 'kill while a call is on its way, and repeat it',
    args: fc.record({
      call: NEW_CALL,
      method: fc.constantFrom('Deduct', 'LoadAuth'),
      node: fc.nat({ max: world.nodes - 1 }),
    }),
    async run(run, { call, method, node }) {
      const { principal } = call;
      const tx = transactionOf(run, { ...call, method });
      if (!only(tx, 'absent') || tx.inFlight > 0) return;
      await killDuring(run, tx, { ...call, node });
      if (!isRepeatable(run, tx, principal)) return;
      widen(run, tx);
      script(tx, 'approve');
      await callAndJudge(run, { tx, channel: channelFor(principal, call.channel), principal });
    },
  }),
  steps(1, {
    name: 'restart',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }) }),
    async run(run, { node }) {
      await restart(run, node);
    },
  }),
  steps(2, {
    name: 'lose the store',
    args: fc.record({
      how: fc.constantFrom('removed', 'replaced', 'full'),
      mode: fc.constantFrom('kill', 'immediate', 'fast'),
      calls: fc.array(NEW_CALL, { minLength: 1, maxLength: 2 }),
      end: fc.option(MANNERS, { freq: 4 }),
    }),
    run: loseStore,
  }),
  steps(1, {
    name: 'step the clock',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }), isBack: fc.boolean() }),
    fits: (run, { node, isBack }) =>
      isBack ? run.world.aheadMs(node) > 0 : run.world.aheadMs(node) < AHEAD_MAX_MS,
    run(run, { node, isBack }) {
      count(run, `fault clock step ${isBack ? 'back' : 'ahead'}`);
      run.world.stepClock(node, isBack);
      run.clockSetAt = performance.now();
      return Promise.resolve();
    },
  }),
];

/** Money whose reversal leaves at once. */
const settledMoney = (run: Run): Transaction[] =>
  reversible(run).filter((tx) => tx.inFlight === 0 && only(tx, 'answered'));

interface StoreLoss {
  readonly how: StoreFault;
  readonly mode: 'kill' | 'immediate' | 'fast';
  readonly calls: readonly NewCall[];
  /** How a held call ends meanwhile; null leaves it held. */
  readonly end: Manner | null;
}

/** Takes the database away for some calls: nothing that comes meanwhile may be sent or answered. */
async function loseStore(run: Run, { how, mode, calls, end }: StoreLoss): Promise<void> {
  const { world, trouble } = run;
  count(run, `fault store ${world.postgres === null ? how : mode}`);
  trouble.isStoreDown = true;
  if (world.postgres !== null) {
    const restarted = world.postgres.restart(mode);
    for (const call of calls) await callNew(run, call, 'approve');
    await restarted;
  } else {
    const repair = await world.breakStore(how);
    trouble.storeLostSince = performance.now();
    try {
      await callWithoutStore(run, calls, end);
    } finally {
      await repair();
      trouble.storeLostSince = null;
    }
  }
  await world.ready();
  trouble.isStoreDown = run.inFlight.size > 0;
  await lookAtUncertain(run);
}

async function callWithoutStore(run: Run, calls: readonly NewCall[], end: Manner | null): Promise<void> {
  const known = run.transactions.length;
  for (const call of calls) await callNew(run, call, 'approve');
  // A reversal of the gateway's own may have been saved before.
  const sent = run.transactions
    .slice(known)
    .find(({ sends, ownReversalOf }) => sends.length > 0 && ownReversalOf === null);
  if (sent !== undefined) throw new Violation(`${sent.name} was sent, and the store could not save it.`);
  const [tx] = held(run);
  if (end === null || tx === undefined) return;
  for (const send of tx.sends.filter((one) => one.end === 'open')) send.release(end);
  await until('the held call has ended', () => tx.inFlight === 0);
}

/** The window of dates is hours wide: a clock that is minutes ahead changes nothing there. */
const AHEAD_MAX_MS = 20 * 60_000;

/** Returns the transactions that run. */
function interrupt(run: Run): readonly Transaction[] {
  const running = run.transactions.filter(
    ({ inFlight, sends }) => inFlight > 0 || sends.some(({ end }) => end === 'open'),
  );
  // A row without a call may wait for its answer to be saved, which the process alone knows. A queued one may be sent right now.
  for (const tx of run.transactions) {
    const isOpen = maybe(tx, 'in_doubt') || tx.settledByOperator;
    const isUnsaved = isOpen && tx.sends.some(({ end }) => end === 'usable');
    tx.isInterrupted ||= running.includes(tx) || isUnsaved || maybe(tx, 'pending', 'queued');
  }
  return running.filter(({ inFlight }) => inFlight > 0);
}

/** Kills a node, and starts it again at once. */
async function kill(run: Run, node: number): Promise<void> {
  count(run, 'fault kill');
  run.trouble.isKilled = true;
  const running = interrupt(run);
  await run.world.kill(node);
  for (const tx of running) tx.possible = new Set([...tx.possible, ...UNKNOWN[tx.rules.effect]]);
  await run.world.start(node);
  // A new process has the machine's clock.
  run.clockSetAt = performance.now();
  if (run.world.kind === 'SQLite') await Promise.all(run.inFlight);
  run.trouble.isKilled = run.inFlight.size > 0;
  await lookAtUncertain(run);
}

/** Kills the node that makes this call before the wallet service answers, and waits until a sweep has dealt with it. */
async function killDuring(
  run: Run,
  tx: Transaction,
  { principal, channel, node }: Pick<NewCall, 'principal' | 'channel'> & { readonly node: number },
): Promise<void> {
  if (!isRepeatable(run, tx, principal)) return;
  script(tx, 'hold');
  beside(run, () => callAndJudge(run, { tx, channel: channelFor(principal, channel), principal, node }));
  await until('the call has arrived or ended', () => tx.sends.length > 0 || tx.inFlight === 0);
  await kill(run, node);
  if (tx.sends.length === 0) return;
  await until('a sweep has dealt with the call', async () => {
    throwViolations(run);
    return !['pending', 'queued'].includes((await look(run, tx)).state);
  });
  note(run, `  ${tx.name} is ${await lookAndNarrow(run, tx)}`);
}

/** The model does not know what became of these. */
async function lookAtUncertain(run: Run): Promise<void> {
  for (const tx of run.transactions.filter((one) => one.possible.size > 1 && one.inFlight === 0)) {
    if (only(tx, 'absent')) continue;
    note(run, `  ${tx.name} is ${await lookAndNarrow(run, tx)}`);
  }
}

/** Stops a node as an operator does, and starts it again. It finishes the calls that it has. */
async function restart(run: Run, node: number): Promise<void> {
  count(run, 'fault restart');
  // A connection that nobody has accepted yet ends with the process, and gets no reply.
  run.trouble.isKilled = true;
  run.trouble.isStoreDown = true;
  interrupt(run);
  const { status, err } = await run.world.stop(node);
  await run.world.start(node);
  run.clockSetAt = performance.now();
  if (run.world.kind === 'SQLite') await Promise.all(run.inFlight);
  run.trouble.isStoreDown = run.inFlight.size > 0;
  run.trouble.isKilled = run.inFlight.size > 0;
  if (status !== 0) throw new Violation(`A node that was stopped ended with ${String(status)}: ${err}`);
  await lookAtUncertain(run);
}
