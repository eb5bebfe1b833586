/** Faults: processes that die, clocks that jump, stores that fail. */
import fc from 'fast-check';
import { lookAndNarrow } from './looks.js';
import { Violation } from './outcome.js';
import { count, note, type Run } from './run.js';
import { steps } from './steps.js';
import { only } from './transaction.js';
import { UNKNOWN } from './verdicts.js';
import type { World } from './world.js';

export const FAULT_STEPS = (world: World) => [
  steps(1, {
    name: 'kill',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }) }),
    async run(run, { node }) {
      await kill(run, node);
    },
  }),
  steps(1, {
    name: 'restart',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }) }),
    async run(run, { node }) {
      await restart(run, node);
    },
  }),
  steps(1, {
    name: 'step the clock',
    args: fc.record({ node: fc.nat({ max: world.nodes - 1 }) }),
    fits: (run, { node }) => run.world.aheadMs(node) < AHEAD_MAX_MS,
    run(run, { node }) {
      count(run, 'fault clock step');
      run.world.stepClock(node);
      run.clockSetAt = performance.now();
      return Promise.resolve();
    },
  }),
];

/** The window of dates is hours wide: a clock that is minutes ahead changes nothing there. */
const AHEAD_MAX_MS = 20 * 60_000;

/** Kills a node, and starts it again at once. */
async function kill(run: Run, node: number): Promise<void> {
  count(run, 'fault kill');
  run.trouble.isKilled = true;
  const running = run.transactions.filter(({ inFlight }) => inFlight > 0);
  await run.world.kill(node);
  for (const tx of running) tx.possible = new Set([...tx.possible, ...UNKNOWN[tx.rules.effect]]);
  await run.world.start(node);
  // A new process has the machine's clock.
  run.clockSetAt = performance.now();
  if (run.world.kind === 'SQLite') await Promise.all(run.inFlight);
  run.trouble.isKilled = run.inFlight.size > 0;
  await lookAtUncertain(run);
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
  run.trouble.isStoreDown = true;
  const status = await run.world.stop(node);
  await run.world.start(node);
  run.clockSetAt = performance.now();
  if (run.world.kind === 'SQLite') await Promise.all(run.inFlight);
  run.trouble.isStoreDown = run.inFlight.size > 0;
  if (status !== 0) throw new Violation(`A node that was stopped ended with ${String(status)}.`);
  await lookAtUncertain(run);
}
