import { CardwayError } from '../../platform/errors.js';
import type { StoreSettings } from '../settings.js';
import type { StoreConnection } from './dialect.js';
import { EVENT_LOG, type EventLogLock, type LockName } from './locks.js';
import { DatabaseBusy, type Operation, type Task, type TaskOutcome } from './operation.js';

export interface CommitQueue {
  /**
   * Runs an operation in the next commit; resolves when it is durable.
   *
   * Errors: the operation's own; UNAVAILABLE when the database cannot commit, is locked for too long, or is closed.
   */
  submit<T>(start: () => Operation<T>, options?: SubmitOptions): Promise<T>;
  /** Submits an operation that appends events. EVENT_LOG is one of its locks, and `start` gets the proof of it. */
  submitAppending<T>(start: (log: EventLogLock) => Operation<T>, options?: SubmitOptions): Promise<T>;
  /** Returns how many operations wait for their commit. */
  waiting(): number;
  /** Returns whether the last commit failed. */
  isFailing(): boolean;
  /** Accepts nothing further; resolves when every accepted operation is committed or refused. */
  drain(): Promise<void>;
}

interface SubmitOptions extends Pick<Task, 'isQuiet' | 'isHousekeeping' | 'late' | 'together'> {
  /** Locks that it holds alone from its first read to its commit. They are taken only where several commits run at once. */
  readonly locks?: readonly LockName[] | (() => readonly LockName[]);
}

type QueueSetting =
  'batchMax' | 'gatherTurnsMax' | 'waitingMax' | 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs';

/** Creates the queue of a database. Several operations share a commit where the database commits one at a time. */
export function createCommitQueue(
  connection: Pick<StoreConnection, 'commit' | 'sharesCommits'>,
  settings: Pick<StoreSettings, QueueSetting>,
): CommitQueue {
  const commit = connection.sharesCommits
    ? createSharedCommits(connection, settings, learn)
    : async (task: Task): Promise<TaskOutcome> => {
        const [outcome = NO_OUTCOME] = await connection.commit([task]);
        learn([[task, outcome]]);
        return outcome;
      };
  let open = 0;
  let isClosed = false;
  let failing = false;
  let drained = (): void => undefined;

  function learn(ended: readonly Ended[]): void {
    failing = isFailingAfter(ended) ?? failing;
  }

  async function submit<T>(start: () => Operation<T>, options: SubmitOptions = {}): Promise<T> {
    if (isClosed || open >= settings.waitingMax)
      throw unavailable(new Error(isClosed ? 'The store is closed.' : 'Too much is waiting.'));
    open += 1;
    const locks = connection.sharesCommits ? NO_LOCKS : lockNamesOf(options.locks);
    try {
      const outcome = await commit({ ...options, start, locks });
      // The value that `start` gives.
      if (outcome.kind === 'done') return outcome.value as T;
      throw outcome.kind === 'failed' ? outcome.error : unavailable(outcome.error);
    } finally {
      ended();
    }
  }

  function ended(): void {
    open -= 1;
    if (isClosed && open === 0) drained();
  }

  return {
    submit,
    submitAppending: (start, options = {}) =>
      submit(() => start(EVENT_LOG_HELD), {
        ...options,
        locks: () => [...lockNamesOf(options.locks), EVENT_LOG],
      }),
    waiting: () => open,
    isFailing: () => failing,
    drain() {
      isClosed = true;
      return new Promise((resolve) => {
        if (open === 0) resolve();
        drained = resolve;
      });
    },
  };
}

/** Made only here: see EventLogLock. */
const EVENT_LOG_HELD = {} as EventLogLock;

const NO_LOCKS: readonly LockName[] = [];
const NO_OUTCOME: TaskOutcome = { kind: 'trouble', error: null };

function lockNamesOf(locks: SubmitOptions['locks'] = NO_LOCKS): readonly LockName[] {
  return typeof locks === 'function' ? locks() : locks;
}

type Ended = readonly [Task, TaskOutcome];

/**
 * Returns whether the database fails, by the outcomes of the tasks of one commit. Null where nothing was learned about the disk:
 * housekeeping that finds nothing writes nothing.
 */
function isFailingAfter(ended: readonly Ended[]): boolean | null {
  if (ended.some(([, { kind }]) => kind === 'busy' || kind === 'trouble')) return true;
  return ended.some(([{ isHousekeeping }]) => isHousekeeping !== true) ? false : null;
}

interface Waiting extends Task {
  end(outcome: TaskOutcome): void;
  waitedMs: number;
}

/**
 * Groups the operations of some event-loop turns into one commit, because the wait for the disk costs more than all of their
 * work. After a failure the next commit starts afresh; no repair by hand is needed.
 *
 *   idle ──task──▶ scheduled ──a turn brings no more──▶ committing ──▶ idle, or scheduled where more is waiting
 *                                             ──locked──▶ pausing ──▶ committing
 */
function createSharedCommits(
  connection: Pick<StoreConnection, 'commit'>,
  settings: Pick<StoreSettings, QueueSetting>,
  learn: (ended: readonly Ended[]) => void,
): (task: Task) => Promise<TaskOutcome> {
  let waiting: Waiting[] = [];
  let isCommitting = false;
  const pace = createCommitScheduler(commitWaiting, { ...settings, waiting: () => waiting.length });

  function commitWaiting(): void {
    if (isCommitting || waiting.length === 0) return;
    const batch = waiting.slice(0, settings.batchMax);
    waiting = waiting.slice(settings.batchMax);
    isCommitting = true;
    void commit(batch);
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const outcomes = await connection.commit(batch).catch((error: unknown) => {
      const outcome: TaskOutcome = { kind: error instanceof DatabaseBusy ? 'busy' : 'trouble', error };
      return batch.map(() => outcome);
    });
    isCommitting = false;
    const again = end(batch, outcomes);
    if (again.length > 0) waiting = [...again, ...waiting];
    if (again.length > 0) pace.pause();
    else pace.soon();
  }

  /** Ends the tasks of a batch, except those that met a lock and may still wait for it. Returns these. */
  function end(batch: readonly Waiting[], outcomes: readonly TaskOutcome[]): readonly Waiting[] {
    const again: Waiting[] = [];
    const ended: Ended[] = [];
    for (const [index, task] of batch.entries()) {
      const outcome = outcomes[index] ?? NO_OUTCOME;
      if (outcome.kind === 'busy' && isPatient(task, settings)) again.push(task);
      else {
        ended.push([task, outcome]);
        task.end(outcome);
      }
    }
    learn(ended);
    return again;
  }

  return (task) =>
    new Promise((resolve) => {
      waiting.push({ ...task, end: resolve, waitedMs: 0 });
      pace.soon();
    });
}

function isPatient(
  task: Waiting,
  settings: Pick<StoreSettings, 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs'>,
): boolean {
  task.waitedMs += settings.busyTimeoutMs + settings.busyRetryMs;
  return task.waitedMs < settings.busyGiveUpMs;
}

/** Returns the error of a database that fails. Its words are the reason, which operators read and callers do not get. */
export function unavailable(cause: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { cause }).with({ reason: reasonOf(cause) });
}

function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return reasonOf(cause.cause) ?? (cause.message === '' ? undefined : `Database: ${cause.message}`);
}

/**
 * Schedules the next look at the queue: at the end of a turn that brought nothing more, or after a pause. During a pause nothing
 * starts.
 */
function createCommitScheduler(
  look: () => void,
  options: Pick<StoreSettings, 'batchMax' | 'gatherTurnsMax' | 'busyRetryMs'> & {
    readonly waiting: () => number;
  },
): { soon(): void; pause(): void } {
  let isScheduled = false;
  let isPausing = false;

  /** Operations come in groups, a few to a turn. One commit of all costs far less than one for each turn. */
  function gather(before: number, turn: number): void {
    setImmediate(() => {
      const now = options.waiting();
      if (now > before && now < options.batchMax && turn < options.gatherTurnsMax)
        return gather(now, turn + 1);
      isScheduled = false;
      look();
    });
  }

  return {
    soon() {
      if (isScheduled || isPausing) return;
      isScheduled = true;
      gather(0, 1);
    },
    pause() {
      isPausing = true;
      setTimeout(() => {
        isPausing = false;
        look();
      }, options.busyRetryMs);
    },
  };
}

type Committing = Pick<StoreConnection, 'commit' | 'sharesCommits'>;

/** A connection that reports each commit that is not quiet to its listeners. They look at once instead of at their next poll. */
interface CommitSignal extends Committing {
  /** Calls the listener after commits of this process. Those of others are found by polling. */
  listen(listener: () => void): void;
}

export function createCommitSignal(connection: Committing): CommitSignal {
  const listeners: (() => void)[] = [];
  return {
    sharesCommits: connection.sharesCommits,
    async commit(tasks) {
      const outcomes = await connection.commit(tasks);
      if (tasks.some(({ isQuiet }) => isQuiet !== true)) for (const listener of listeners) listener();
      return outcomes;
    },
    listen: (listener) => void listeners.push(listener),
  };
}
