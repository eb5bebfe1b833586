import type { LockName } from '../locks.js';
import {
  type Call,
  DatabaseBusy,
  NO_RESULT,
  type Operation,
  type Result,
  type Task,
  type TaskOutcome,
} from '../operation.js';
import { fateOf, lateFateOf, unacknowledged } from './fate.js';
import { COMMIT, ending, type Note, opening, ROLLBACK, transactionIdOf } from './opening.js';
import {
  type CallResult,
  causeOf,
  isConnectionLost,
  isOfStatement,
  isPassing,
  lacksTable,
  leavesUnsound,
  RoundFailed,
} from './round.js';
import type { Session, Sessions } from './session.js';

/**
 * Commits tasks as one transaction. If one of them fails, nothing stays: it is tried alone, and the others without it. After some
 * such tries every task is tried alone, because each try costs the work of all. Savepoints would cost every task two statements,
 * for a rare event. Never throws: each task gets its outcome.
 */
export function createCommit(
  options: TransactOptions & {
    /** Distinguishes this process from all others that use the database. */
    readonly processName: string;
  },
): (tasks: readonly Task[]) => Promise<readonly TaskOutcome[]> {
  const writers = createWriters(options.processName);
  const pause = createPause();

  async function commit(tasks: readonly Task[], attemptsLeft: number): Promise<readonly TaskOutcome[]> {
    const note = writers.take();
    const result = await transact({ ...options, pause }, tasks, note);
    const isOver = result.kind === 'ended' ? result.isOver : undefined;
    if (isOver === undefined) writers.giveBack(note);
    else void isOver.then(() => writers.giveBack(note));
    if (result.kind === 'ended') return result.outcomes;
    const { index, error } = result;
    const failing = tasks[index];
    if (tasks.length === 1 || failing === undefined)
      return [{ kind: lacksTable(error) ? 'trouble' : 'failed', error }];
    if (attemptsLeft === 0) return oneByOne(tasks);
    const others = await commit(tasks.toSpliced(index, 1), attemptsLeft - 1);
    const alone = await commit([failing], 0);
    return others.toSpliced(index, 0, ...alone);
  }

  async function oneByOne(tasks: readonly Task[]): Promise<readonly TaskOutcome[]> {
    const outcomes: TaskOutcome[] = [];
    for (const task of tasks) outcomes.push(...(await commit([task], 0)));
    return outcomes;
  }

  return (tasks) => commit(tasks, COMMIT_ATTEMPTS_MAX);
}

/** Number of failing tasks, one after another, after which a batch is split into single tasks. */
const COMMIT_ATTEMPTS_MAX = 3;

/** Names of simultaneous commits. They are reused, so that few notes are kept. */
function createWriters(processName: string): { take(): Note; giveBack(note: Note): void } {
  const free: string[] = [];
  let writers = 0;
  let commits = 0;
  return {
    take() {
      const writer = free.pop() ?? `${processName} ${String((writers += 1))}`;
      return { writer, text: String((commits += 1)) };
    },
    giveBack({ writer }) {
      free.push(writer);
    },
  };
}

interface TransactOptions {
  readonly sessions: Sessions;
  /** Time limit for one exchange. */
  readonly timeoutMs: number;
  /** Time limit for learning the fate of a commit that was not acknowledged. */
  readonly reconcileMs: number;
  /** Returns whether the store is closed. */
  readonly isClosed: () => boolean;
}

/** Outcomes of all tasks, or the task that kept the others from being committed. */
type Transacted =
  | {
      readonly kind: 'ended';
      readonly outcomes: readonly TaskOutcome[];
      /** Resolves when nobody needs the note any more. Left out, nobody does. */
      readonly isOver?: Promise<unknown>;
    }
  | { readonly kind: 'failed'; readonly index: number; readonly error: unknown };

/** Runs tasks as one transaction and commits it. Never throws. */
async function transact(
  options: TransactOptions & { readonly pause: () => Promise<void> },
  tasks: readonly Task[],
  note: Note,
): Promise<Transacted> {
  const startedAtMs = performance.now();
  const refuse = (cause: unknown, isBusy: boolean): Transacted => {
    const waitedMs = performance.now() - startedAtMs;
    const outcome: TaskOutcome = isBusy
      ? { kind: 'busy', error: new DatabaseBusy({ cause, waitedMs }) }
      : { kind: 'trouble', error: cause };
    return { kind: 'ended', outcomes: tasks.map(() => outcome) };
  };
  const ended = await options.sessions
    .lend((session) => runAndCommit({ options, tasks, note, session }))
    .catch((error: unknown): Ended => refuse(error, isPassing(error)));
  if (ended.kind === 'refused') {
    if (needsConnection(ended.error)) await options.pause();
    return refuse(ended.error, isPassing(ended.error));
  }
  if (ended.kind !== 'unacknowledged') return ended;
  const lost = { transactionId: ended.transactionId, note };
  const fate = await fateOf(options, lost, { forMs: options.reconcileMs, pauseMs: PAUSE_MS });
  if (fate === 'committed') return { kind: 'ended', outcomes: ended.outcomes };
  if (fate === 'not committed') return refuse(ended.error, true);
  const late = lateFateOf(options, lost);
  return { kind: 'ended', outcomes: unacknowledged(ended, late), isOver: late };
}

type Ended =
  | Transacted
  /** Nothing was committed, and no task is at fault. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** The commit was sent and no reply arrived. */
  | {
      readonly kind: 'unacknowledged';
      readonly transactionId: string;
      readonly outcomes: readonly TaskOutcome[];
      readonly error: unknown;
    };

interface Begun {
  readonly options: TransactOptions;
  readonly tasks: readonly Task[];
  readonly note: Note;
  readonly session: Session;
}

interface Returned {
  readonly result: Ended;
  readonly isBroken: boolean;
}

async function runAndCommit(begun: Begun): Promise<Returned> {
  const { options, session, tasks } = begun;
  const { timeoutMs } = options;
  const calls = opening({ locks: tasks.flatMap(({ locks }) => locks), timeoutMs });
  let ran: RunTasks;
  try {
    ran = await runTasks({ session, tasks, opening: calls, timeoutMs: timeoutMs + GRACE_MS });
  } catch (error) {
    if (error instanceof TaskFailed) {
      const result = { kind: 'failed', index: error.index, error: error.cause } as const;
      return { result, isBroken: await isBeyondRollback(session, timeoutMs) };
    }
    const isBroken = needsConnection(error) || (await isBeyondRollback(session, timeoutMs));
    return { result: { kind: 'refused', error }, isBroken };
  }
  if (ran.opened.length === 0) return { result: { kind: 'ended', outcomes: ran.outcomes }, isBroken: false };
  return commit(begun, ran);
}

/** Returns whether the next attempt needs another connection. */
function needsConnection(error: unknown): boolean {
  return isConnectionLost(error) || leavesUnsound(error);
}

/**
 * Returns pauses before another connection: none after the first failure of a second, then longer ones. A server that only reads
 * would otherwise get a new connection for each attempt, tens in a second from each node.
 */
function createPause(): () => Promise<void> {
  let pauseMs = 0;
  let failedAtMs = -Infinity;
  return async () => {
    const nowMs = performance.now();
    pauseMs = nowMs - failedAtMs > 1000 ? 0 : Math.min(pauseMs * 2 + 10, PAUSE_MAX_MS);
    failedAtMs = nowMs + pauseMs;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  };
}

const PAUSE_MAX_MS = 250;

/** Extra time, so that the server times out first and says why. */
const GRACE_MS = 1000;

async function commit({ options, session, note }: Begun, ran: RunTasks): Promise<Returned> {
  const { outcomes, opened, hasWritten } = ran;
  try {
    await session.run(hasWritten ? ending(note) : [COMMIT], options.timeoutMs + GRACE_MS);
  } catch (failure) {
    const error = causeOf(failure);
    if (!isConnectionLost(error)) return { result: { kind: 'refused', error }, isBroken: true };
    // Where nothing was written, nothing can be missing.
    if (!hasWritten) return { result: { kind: 'ended', outcomes }, isBroken: true };
    const transactionId = transactionIdOf(opened);
    return { result: { kind: 'unacknowledged', transactionId, outcomes, error }, isBroken: true };
  }
  return { result: { kind: 'ended', outcomes }, isBroken: false };
}

async function isBeyondRollback(session: Session, timeoutMs: number): Promise<boolean> {
  return session.run([ROLLBACK], timeoutMs).then(
    () => false,
    () => true,
  );
}

/**
 * A task failed by itself, after it had written or by a statement that the server refused. Nothing of the transaction can stay.
 */
class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  constructor(
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super();
  }
}

interface Running {
  readonly index: number;
  readonly operation: Operation<unknown>;
  call: Call;
  hasWritten: boolean;
}

/**
 * Runs tasks in a transaction that `opening` begins, in lock-step: the next calls of all of them make one exchange with the
 * server. The opening goes with the first exchange. The caller ends the transaction.
 *
 * Errors: TaskFailed; any other error of the server or connection, which is no task's fault.
 */
async function runTasks(args: {
  readonly session: Session;
  readonly tasks: readonly Task[];
  readonly opening: readonly Call[];
  readonly timeoutMs: number;
}): Promise<RunTasks> {
  const { session, tasks, timeoutMs } = args;
  const run = createRun(tasks);
  let opening: readonly Call[] = args.opening;
  let opened: readonly CallResult[] = [];
  while (run.active.length > 0) {
    const running = run.active;
    const begun = opening.length;
    const results = await session
      .run([...opening, ...running.map(({ call }) => call)], timeoutMs)
      .catch((error: unknown) => {
        const failing = error instanceof RoundFailed ? running[error.index - begun] : undefined;
        const cause = causeOf(error);
        throw failing !== undefined && isOfStatement(cause) ? new TaskFailed(failing.index, cause) : cause;
      });
    if (opening.length > 0) opened = results.slice(0, opening.length);
    run.advance(results.slice(opening.length));
    opening = [];
  }
  return { outcomes: run.outcomes, opened, hasWritten: run.hasWritten };
}

interface RunTasks {
  readonly outcomes: readonly TaskOutcome[];
  /** Results of the opening. Empty where no task had a statement to run, and nothing was begun. */
  readonly opened: readonly CallResult[];
  readonly hasWritten: boolean;
}

interface Run {
  readonly outcomes: TaskOutcome[];
  active: readonly Running[];
  hasWritten: boolean;
  advance(results: readonly CallResult[]): void;
}

function createRun(tasks: readonly Task[]): Run {
  const schedule = createSchedule(tasks);
  const outcomes: TaskOutcome[] = [];
  const run: Run = { outcomes, active: [], hasWritten: false, advance };

  function advance(results: readonly CallResult[]): void {
    const next: Running[] = [];
    for (const [position, running] of run.active.entries()) {
      const result = results[position];
      if (result === undefined) continue;
      running.hasWritten ||= result.isWrite;
      run.hasWritten ||= result.isWrite;
      step(running, result, next);
    }
    run.active = next;
  }

  function begin(indexes: readonly number[], next: Running[]): void {
    for (const index of indexes) {
      const task = tasks[index];
      if (task === undefined) continue;
      const running = { index, operation: task.start(), call: NO_CALL, hasWritten: false };
      step(running, NO_RESULT, next);
    }
  }

  function step(running: Running, result: Result<unknown>, next: Running[]): void {
    const outcome = outcomeOf(running, result);
    if (outcome === null) next.push(running);
    else {
      outcomes[running.index] = outcome;
      begin(schedule.ended(running.index), next);
    }
  }

  const first: Running[] = [];
  begin(schedule.ready, first);
  run.active = first;
  return run;
}

/**
 * Returns null while the task has more statements to run. A task that only read before it failed leaves no trace, and does not
 * stop the others.
 */
function outcomeOf(running: Running, result: Result<unknown>): TaskOutcome | null {
  try {
    const step = running.operation.next(result);
    if (step.done === true) return { kind: 'done', value: step.value };
    running.call = step.value;
    return null;
  } catch (error) {
    if (running.hasWritten) throw new TaskFailed(running.index, error);
    return { kind: 'failed', error };
  }
}

const NO_CALL: Call = { sql: '', values: [] };

/** Order of the tasks of one transaction: tasks that share a lock run one after another, the others side by side. */
interface Schedule {
  /** Tasks that wait for no other. */
  readonly ready: readonly number[];
  /** Reports that a task ended; returns the tasks for which it was the last obstacle. */
  ended(index: number): readonly number[];
}

function createSchedule(tasks: readonly { readonly locks: readonly LockName[] }[]): Schedule {
  const lastHolder = new Map<LockName, number>();
  const waitsFor = tasks.map(() => 0);
  const followers = tasks.map((): number[] => []);
  for (const [index, { locks }] of tasks.entries()) {
    const before = new Set<number>();
    for (const name of locks) {
      const holder = lastHolder.get(name);
      if (holder !== undefined) before.add(holder);
      lastHolder.set(name, index);
    }
    before.delete(index);
    waitsFor[index] = before.size;
    for (const holder of before) followers[holder]?.push(index);
  }
  const isFree = (index: number): boolean => waitsFor[index] === 0;
  return {
    ready: [...tasks.keys()].filter(isFree),
    ended(index) {
      const next = followers[index] ?? [];
      for (const follower of next) waitsFor[follower] = (waitsFor[follower] ?? 0) - 1;
      return next.filter(isFree);
    },
  };
}

const PAUSE_MS = 20;
