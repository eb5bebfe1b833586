/** Plays the model against a world: draws runs of steps, and shrinks a run that fails to a script that a person can read. */
import fc from 'fast-check';
import { until } from '../life/until.js';
import { askGraphQL } from '../support/channels/index.js';
import { checkAtRest } from './at-rest.js';
import { Violation } from './outcome.js';
import { DIRECTORY_STEPS } from './directory-steps.js';
import { openRun, type Run } from './run.js';
import { FAULT_STEPS } from './fault-steps.js';
import { PROVISIONING_STEPS } from './provisioning-steps.js';
import { TRANSACTION_STEPS } from './transaction-steps.js';
import { OPERATOR, type World } from './world.js';

export interface PlayOptions {
  readonly seed: number;
  /** Path and replay path of a failed run, which is then the only one. */
  readonly path?: string;
  readonly replayPath?: string;
  readonly minutes: number;
  /** Steps of one run at most. */
  readonly stepsMax?: number;
  /** Without it, the first failing run is reported as it is. */
  readonly shrinks?: boolean;
}

export interface Played {
  readonly counts: ReadonlyMap<string, number>;
  readonly runs: number;
  readonly seconds: number;
  /** The report of the smallest run that failed. Null where none did. */
  readonly failure: string | null;
}

export async function play(world: World, options: PlayOptions): Promise<Played> {
  const counts = new Map<string, number>();
  const startedAt = performance.now();
  let runs = 0;
  let failedAt = 0;
  /** Why a run could not begin. */
  let broken: unknown = null;
  let failed: { readonly run: Run; readonly error: unknown } | null = null;
  const once = async (commands: Iterable<fc.AsyncCommand<object, Run>>): Promise<void> => {
    // Shrinking ends after a while: each further run then counts as good.
    if (failed !== null && performance.now() - failedAt > SHRINK_MS) return;
    runs += 1;
    await untilAnswering(world);
    const run = await openRun(world).catch((error: unknown) => {
      broken ??= error;
      throw error;
    });
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: run }), commands);
      await checkAtRest(run);
    } catch (error) {
      if (failed === null) failedAt = performance.now();
      failed = { run, error };
      await abandon(run);
      throw error;
    } finally {
      for (const [name, number] of run.counts) counts.set(name, (counts.get(name) ?? 0) + number);
    }
  };
  const arbitrary = fc.commands(
    [fc.oneof(...TRANSACTION_STEPS, ...PROVISIONING_STEPS(world), ...DIRECTORY_STEPS, ...FAULT_STEPS(world))],
    {
      maxCommands: options.stepsMax ?? 60,
      size: 'max',
      ...(options.replayPath === undefined ? {} : { replayPath: options.replayPath }),
    },
  );
  const isOver = (): boolean => performance.now() - startedAt > options.minutes * 60_000;
  const property = fc.asyncProperty(arbitrary, once);
  let { seed } = options;
  let details: fc.RunDetails<[Iterable<fc.AsyncCommand<object, Run>>]>;
  do {
    details = await fc.check(property, {
      seed,
      numRuns: RUNS_PER_SEED,
      endOnFailure: options.shrinks === false,
      ...(options.path === undefined ? {} : { path: options.path }),
    });
    seed += 1;
  } while (!details.failed && options.path === undefined && !isOver());
  const seconds = (performance.now() - startedAt) / 1000;
  if (failed === null && broken !== null) throw broken;
  if (!details.failed || failed === null) return { counts, runs, seconds, failure: null };
  const replayPath = /replayPath="([^"]*)"/.exec(String(details.counterexample))?.[1] ?? '';
  const replay = `CARDWAY_MODEL_SEED=${String(details.seed)} CARDWAY_MODEL_PATH="${details.counterexamplePath ?? ''}" CARDWAY_MODEL_REPLAY="${replayPath}"`;
  return { counts, runs, seconds, failure: reportOf(world, failed, replay) };
}

/** Each node has its store again, which the run before may have lost just before its end. */
async function untilAnswering(world: World): Promise<void> {
  await world.ready();
  for (let node = 0; node < world.nodes; node += 1)
    await until('a node has its store', async () => {
      const { errors } = await askGraphQL(world.url(node), '{ terminals(first: 1) { edges { cursor } } }', {
        key: OPERATOR,
      });
      return errors.length === 0;
    });
}

/** Longest time of shrinking. */
const SHRINK_MS = 45_000;

/** Few, so that a run ends soon after its time, and a seed names few steps. */
const RUNS_PER_SEED = 5;

/** Ends what a failed run left under way, so that the next run begins alone. */
async function abandon(run: Run): Promise<void> {
  for (const tx of run.transactions)
    for (const send of tx.sends) if (send.end === 'open') send.release('cut');
  await Promise.allSettled(run.inFlight);
  run.world.violations.splice(0);
}

function reportOf(
  world: World,
  { run, error }: { readonly run: Run; readonly error: unknown },
  replay: string,
): string {
  const why = error instanceof Violation ? error.message : String((error as Error).stack);
  return [
    `On ${world.kind}: ${why}`,
    ...run.script,
    ...(error instanceof Violation && error.script.length > 0 && error.script !== run.script
      ? ['The run before, which it is about:', ...error.script]
      : []),
    `Why: ${why}`,
    `Replay: ${replay} npm test -- test/model/model.${world.kind === 'SQLite' ? 'test' : 'long'}`,
  ].join('\n');
}

export function summaryOf(world: World, { counts, runs, seconds }: Played): string {
  const steps = counts.get('steps') ?? 0;
  const listed = (prefix: string): string =>
    [...counts]
      .filter(([name]) => name.startsWith(`${prefix} `))
      .sort(([, one], [, other]) => other - one)
      .map(([name, number]) => `${name.slice(prefix.length + 1)} ${String(number)}`)
      .join(', ');
  return [
    `Model on ${world.kind}: ${String(steps)} steps in ${String(runs)} runs, ${(steps / seconds).toFixed(1)} a second`,
    `Model steps: ${listed('step')}`,
    `Model faults: ${listed('fault')}`,
    `Model states: ${listed('state')}`,
  ].join('\n');
}
