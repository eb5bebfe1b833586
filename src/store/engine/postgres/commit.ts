import { setTimeout as pause } from 'node:timers/promises';
import type { StoreSettings } from '../../settings.js';
import {
  type Call,
  NO_RESULT,
  type Operation,
  type Result,
  type Task,
  type TaskOutcome,
} from '../operation.js';
import { isConnectionLost, isOfStatement, isPassing } from './errors.js';
import { type Begun, begunBy, COMMIT, opening, ROLLBACK, type Standing, standingOf } from './opening.js';
import { type Connections, ConnectionsInUse, type Lent } from './pool.js';

interface CommitOptions {
  readonly writers: Connections;
  /** Ask for the fates of commits. */
  readonly readers: Connections;
  readonly settings: Pick<StoreSettings, 'statementTimeoutMs' | 'busyGiveUpMs'>;
  /** Returns whether the store is closed: nobody waits any more. */
  readonly isClosed: () => boolean;
}

/** Runs a task as one transaction. Never throws: the task gets its outcome. `busy`: nothing is saved. */
export type Commit = (task: Task) => Promise<TaskOutcome>;

/** Creates the commit that is tried again after a passing failure, until the time is over. */
export function createCommit(options: CommitOptions): { readonly once: Commit; readonly patiently: Commit } {
  const { busyGiveUpMs } = options.settings;

  async function once(task: Task): Promise<TaskOutcome> {
    try {
      return await options.writers.lend((lent) => runAndCommit(lent, task, options.settings));
    } catch (error) {
      if (error instanceof CommitLost) return acknowledge(task, error);
      if (isOfStatement(error)) return { kind: 'failed', error };
      return { kind: isPassing(error) ? 'busy' : 'trouble', error };
    }
  }

  async function acknowledge(task: Task, lost: CommitLost): Promise<TaskOutcome> {
    const fate = await fateOf(options, lost.begun, { forMs: busyGiveUpMs, pauseMs: PAUSE_MS });
    if (fate === 'committed') return { kind: 'done', value: lost.value };
    if (fate === 'aborted') return { kind: 'busy', error: lost.cause };
    void followLate(task, lost);
    return { kind: 'trouble', error: lost.cause };
  }

  /** Goes on asking after the caller was refused. */
  async function followLate({ late }: Task, lost: CommitLost): Promise<void> {
    if (late === undefined) return;
    const fate = await fateOf(options, lost.begun, { forMs: LATE_MS, pauseMs: LATE_PAUSE_MS });
    if (fate !== 'committed') return;
    for (const task of late(lost.value)) {
      while ((await patiently(task)).kind === 'trouble' && !options.isClosed()) await pause(LATE_PAUSE_MS);
    }
  }

  async function patiently(task: Task): Promise<TaskOutcome> {
    let untilMs = performance.now() + busyGiveUpMs;
    for (;;) {
      const outcome = await once(task);
      if (outcome.kind !== 'busy') return outcome;
      // A wait for the commits of others says nothing of the server.
      if (outcome.error instanceof ConnectionsInUse) untilMs = performance.now() + busyGiveUpMs;
      if (performance.now() > untilMs || options.isClosed()) return { ...outcome, kind: 'trouble' };
      await pause(PAUSE_MS);
    }
  }

  return { once, patiently };
}

const PAUSE_MS = 20;

/** A server that is away for longer needs a person. */
const LATE_MS = 3_600_000;
const LATE_PAUSE_MS = 250;

/** A commit was sent, and no answer came. */
class CommitLost extends Error {
  override readonly name = 'CommitLost';
  constructor(
    readonly begun: Begun,
    /** Value of the task, if the commit is there. */
    readonly value: unknown,
    override readonly cause: unknown,
  ) {
    super();
  }
}

/** Runs a task in a transaction. Errors: of the server and connection, after which nothing is committed; CommitLost. */
async function runAndCommit(
  lent: Lent,
  task: Task,
  { statementTimeoutMs }: Pick<StoreSettings, 'statementTimeoutMs'>,
): Promise<TaskOutcome> {
  const operation = task.start();
  let step = advance(operation, NO_RESULT);
  if (!isCall(step)) return step;
  const opened = opening({ locks: task.locks ?? [], timeoutMs: statementTimeoutMs });
  let answers = await lent.send(...opened, step);
  const begun = begunBy(answers.slice(0, opened.length));
  for (;;) {
    step = advance(operation, answers.at(-1) ?? NO_RESULT);
    if (!isCall(step)) break;
    answers = await lent.send(step);
  }
  if (step.kind === 'done') await commit(lent, begun, step.value);
  else await lent.send(ROLLBACK);
  return step;
}

async function commit(lent: Lent, begun: Begun, value: unknown): Promise<void> {
  const [end] = await lent.send(COMMIT).catch((error: unknown) => {
    throw isConnectionLost(error) ? new CommitLost(begun, value, error) : error;
  });
  if (end?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back.');
}

function advance(operation: Operation<unknown>, result: Result<unknown>): Call | TaskOutcome {
  try {
    const step = operation.next(result);
    return step.done === true ? { kind: 'done', value: step.value } : step.value;
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function isCall(step: Call | TaskOutcome): step is Call {
  return 'sql' in step;
}

/**
 * Learns the fate of a transaction whose commit was not acknowledged. It may still continue on a connection that the server has
 * not given up. `committed` is certain only in the life of the server in which the transaction ran: a server that crashed gives
 * the numbers of lost transactions to others.
 */
async function fateOf(
  { readers, isClosed }: CommitOptions,
  begun: Begun,
  { forMs, pauseMs }: { readonly forMs: number; readonly pauseMs: number },
): Promise<'committed' | 'aborted' | 'unknown'> {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs && !isClosed()) {
    const answers = await readers.lend((lent) => lent.send(standingOf(begun))).catch(() => []);
    const standing = answers[0]?.rows[0] as Standing | undefined;
    if (standing?.status === 'aborted') return 'aborted';
    if (standing?.status === 'committed') return standing.life === begun.life ? 'committed' : 'unknown';
    await pause(pauseMs);
  }
  return 'unknown';
}
