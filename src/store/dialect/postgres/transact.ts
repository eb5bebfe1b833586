import { EVENT_LOG } from '../../locks.js';
import { DatabaseBusy, type Task, type TaskOutcome } from '../../operation.js';
import { causeOf, isLost, isPassing, leavesUnsound } from './errors.js';
import { COMMIT, ending, opening, ROLLBACK, transactionIdOf, type Note } from './opening.js';
import { fateOf } from './reconcile.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import { runTasks, TaskFailed, type RunTasks } from './transaction.js';

export interface TransactOptions {
  readonly sessions: Sessions;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** How long it is tried to learn what became of a commit that was not acknowledged. */
  readonly reconcileMs: number;
  /** After a commit that appended events. */
  readonly onEvents: () => void;
}

/** What became of all tasks, or which of them kept the others from being committed. */
export type Transacted =
  | { readonly kind: 'ended'; readonly outcomes: readonly TaskOutcome[] }
  | { readonly kind: 'failed'; readonly index: number; readonly error: unknown };

/** Runs tasks as one transaction and commits it. Never throws. */
export async function transact(
  options: TransactOptions,
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
    .catch((error: unknown): Ended => ({ kind: 'refused', error }));
  if (ended.kind === 'refused') return refuse(ended.error, isPassing(ended.error));
  if (ended.kind !== 'unacknowledged') return ended;
  const untilMs = performance.now() + options.reconcileMs;
  const fate = await fateOf(options.sessions, { transactionId: ended.transactionId, note, untilMs });
  if (fate === 'committed') return { kind: 'ended', outcomes: ended.outcomes };
  return refuse(ended.error, fate === 'not committed');
}

type Ended =
  | Transacted
  /** Nothing was committed, and no task is to blame. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** The commit was sent and nothing came back. */
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
    const isBroken = isLost(error) || leavesUnsound(error) || (await isBeyondRollback(session, timeoutMs));
    return { result: { kind: 'refused', error }, isBroken };
  }
  if (ran.opened.length === 0) return { result: { kind: 'ended', outcomes: ran.outcomes }, isBroken: false };
  return commit(begun, ran);
}

/** The server gives up first, and says why. */
const GRACE_MS = 1000;

async function commit({ options, session, tasks, note }: Begun, ran: RunTasks): Promise<Returned> {
  const { outcomes, opened, hasWritten } = ran;
  try {
    await session.run(hasWritten ? ending(note) : [COMMIT], options.timeoutMs + GRACE_MS);
  } catch (failure) {
    const error = causeOf(failure);
    if (!isLost(error)) return { result: { kind: 'refused', error }, isBroken: true };
    // Where nothing was written, nothing can be missing.
    if (!hasWritten) return { result: { kind: 'ended', outcomes }, isBroken: true };
    const transactionId = transactionIdOf(opened);
    return { result: { kind: 'unacknowledged', transactionId, outcomes, error }, isBroken: true };
  }
  if (hasWritten && tasks.some(({ locks }) => locks.includes(EVENT_LOG))) options.onEvents();
  return { result: { kind: 'ended', outcomes }, isBroken: false };
}

async function isBeyondRollback(session: Session, timeoutMs: number): Promise<boolean> {
  return session.run([ROLLBACK], timeoutMs).then(
    () => false,
    () => true,
  );
}
