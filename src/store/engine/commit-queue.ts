import { CardwayError } from '../../platform/errors.js';
import type { StoreSettings } from '../settings.js';
import type { StoreConnection, StoreDialect } from './dialect.js';
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

/** Access to the opened database, for the parts of the store. */
export interface StoreParts {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
}

interface SubmitOptions {
  /** An operation that often finds nothing to write. */
  readonly isHousekeeping?: boolean;
  /** Locks that it holds alone from its first read to its commit. They are taken only where several commits run at once. */
  readonly locks?: readonly LockName[] | (() => readonly LockName[]);
  /** The operation writes nothing that anybody waits for. */
  readonly isQuiet?: boolean;
}

interface Waiting extends Task {
  readonly isHousekeeping: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  waitedMs: number;
}

type QueueSetting =
  | 'batchMax'
  | 'gatherTurnsMax'
  | 'waitingMax'
  | 'busyTimeoutMs'
  | 'busyRetryMs'
  | 'busyGiveUpMs'
  | 'lingerMs';

/**
 * Groups the operations of some event-loop turns into one commit, because the wait for the disk costs more than all of their
 * work. After a failure the next commit starts afresh; no repair by hand is needed.
 *
 *   idle ──submit──▶ scheduled ──a turn brings no more──▶ committing ──▶ idle, or scheduled where more is waiting
 *                                             ──locked──▶ pausing ──▶ committing
 *
 * A database that runs several commits at once gets them as they come. A task that names a lock of a running commit waits here.
 */
export function createCommitQueue(
  connection: Pick<StoreConnection, 'commit' | 'commitsMax' | 'tasksMax'>,
  settings: Pick<StoreSettings, QueueSetting>,
): CommitQueue {
  const tasksMax = Math.min(settings.batchMax, connection.tasksMax);
  let waiting: Waiting[] = [];
  let committing: readonly (readonly Waiting[])[] = [];
  const pace = createCommitScheduler(commitWaiting, {
    ...settings,
    waiting: () => waiting.length,
    enough: tasksMax,
  });
  let isClosed = false;
  let failing = false;
  let drained = (): void => undefined;

  /** Beside a running commit only a full batch starts at once: a few large commits cost less than many small ones. */
  function commitWaiting(isLate: boolean): void {
    while (waiting.length > 0 && committing.length < connection.commitsMax) {
      if (committing.length > 0 && waiting.length < tasksMax && !isLate) {
        pace.later();
        return;
      }
      const isMixed = connection.commitsMax === 1;
      const { batch, left } = takeBatch(waiting, committing, { tasksMax, isMixed });
      if (batch.length === 0) return;
      waiting = left;
      committing = [...committing, batch];
      void commit(batch);
    }
    if (isClosed && waiting.length + committing.length === 0) drained();
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const outcomes = await connection.commit(batch).catch((error: unknown) => {
      const outcome: TaskOutcome =
        error instanceof DatabaseBusy ? { kind: 'busy', error } : { kind: 'trouble', error };
      return batch.map(() => outcome);
    });
    committing = committing.filter((other) => other !== batch);
    const { again, isFailing } = settleBatch(batch, outcomes, settings);
    failing = isFailing ?? failing;
    if (again.length > 0) waiting = [...again, ...waiting];
    if (again.length > 0) pace.pause();
    else pace.soon();
  }

  function submit<T>(start: () => Operation<T>, options: SubmitOptions = {}): Promise<T> {
    if (isClosed || waiting.length >= settings.waitingMax) {
      return Promise.reject(
        unavailable(new Error(isClosed ? 'The store is closed.' : 'Too much is waiting.')),
      );
    }
    return new Promise<T>((resolve, reject) => {
      // The promise resolves with the value that `start` gives.
      const { isHousekeeping = false, isQuiet = false } = options;
      const locks = connection.commitsMax > 1 ? lockNamesOf(options.locks) : NO_LOCKS;
      waiting.push({ start, isHousekeeping, isQuiet, locks, resolve, reject, waitedMs: 0 });
      pace.soon();
    });
  }

  return {
    submit,
    submitAppending: (start, options = {}) =>
      submit(() => start(EVENT_LOG_HELD), {
        ...options,
        locks: () => [...lockNamesOf(options.locks), EVENT_LOG],
      }),
    waiting: () => waiting.length,
    isFailing: () => failing,
    drain() {
      isClosed = true;
      return new Promise((resolve) => {
        drained = resolve;
        pace.soon();
      });
    },
  };
}

/** Made only here: see EventLogLock. */
const EVENT_LOG_HELD = {} as EventLogLock;

const NO_LOCKS: readonly LockName[] = [];

function lockNamesOf(locks: SubmitOptions['locks'] = NO_LOCKS): readonly LockName[] {
  return typeof locks === 'function' ? locks() : locks;
}

/**
 * Settles the tasks of a batch, except those that met a lock and may still wait for it. `isFailing` is null where nothing was
 * learned about the disk: housekeeping that finds nothing writes nothing.
 */
function settleBatch(
  batch: readonly Waiting[],
  outcomes: readonly TaskOutcome[],
  settings: Pick<StoreSettings, 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs'>,
): { readonly again: readonly Waiting[]; readonly isFailing: boolean | null } {
  let isFailing: boolean | null = batch.some(
    (task, index) => !task.isHousekeeping && isSettled(outcomes[index]),
  )
    ? false
    : null;
  const again = batch.filter((task, index) => {
    const outcome = outcomes[index];
    if (outcome?.kind === 'busy' && isPatient(task, outcome.error, settings)) return true;
    if (!isSettled(outcome)) isFailing = true;
    settleTask(task, outcome);
    return false;
  });
  return { again, isFailing };
}

function settleTask(task: Waiting, outcome: TaskOutcome | undefined): void {
  if (outcome?.kind === 'done') task.resolve(outcome.value);
  else if (outcome?.kind === 'failed') task.reject(outcome.error);
  else task.reject(unavailable(outcome?.error));
}

function isSettled(outcome: TaskOutcome | undefined): boolean {
  return outcome?.kind === 'done' || outcome?.kind === 'failed';
}

function isPatient(
  task: Waiting,
  error: DatabaseBusy,
  settings: Pick<StoreSettings, 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs'>,
): boolean {
  task.waitedMs += (error.waitedMs ?? settings.busyTimeoutMs) + settings.busyRetryMs;
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
 * Schedules the next look at the queue: at the end of a turn that brought nothing more, after a while, or after a pause. During a
 * pause nothing starts.
 */
function createCommitScheduler(
  look: (isLate: boolean) => void,
  options: Pick<StoreSettings, 'gatherTurnsMax' | 'busyRetryMs' | 'lingerMs'> & {
    readonly waiting: () => number;
    readonly enough: number;
  },
): { soon(): void; later(): void; pause(): void } {
  let isScheduled = false;
  let isPausing = false;
  let late: NodeJS.Timeout | null = null;

  /** Operations come in groups, a few to a turn. One commit of all costs far less than one for each turn. */
  function gather(before: number, turn: number): void {
    setImmediate(() => {
      const now = options.waiting();
      if (now > before && now < options.enough && turn < options.gatherTurnsMax) return gather(now, turn + 1);
      isScheduled = false;
      look(false);
    });
  }

  return {
    soon() {
      if (isScheduled || isPausing) return;
      isScheduled = true;
      gather(0, 1);
    },
    later() {
      late ??= setTimeout(() => {
        late = null;
        look(true);
      }, options.lingerMs);
    },
    pause() {
      isPausing = true;
      setTimeout(() => {
        isPausing = false;
        look(false);
      }, options.busyRetryMs);
    },
  };
}

interface Batchable extends Task {
  readonly isHousekeeping: boolean;
}

/**
 * Takes the next batch of waiting tasks, in their order. A task stays if a running commit, or a task that waits before it, names
 * one of its locks. Housekeeping gets separate commits where these do not block others.
 */
function takeBatch<Waiting extends Batchable>(
  waiting: readonly Waiting[],
  committing: readonly (readonly Waiting[])[],
  limits: { readonly tasksMax: number; readonly isMixed: boolean },
): { readonly batch: readonly Waiting[]; readonly left: Waiting[] } {
  const { tasksMax, isMixed } = limits;
  if (isMixed) return { batch: waiting.slice(0, tasksMax), left: waiting.slice(tasksMax) };
  const lockedKeys = new Set(committing.flatMap((batch) => batch.flatMap(({ locks }) => locks)));
  const batch: Waiting[] = [];
  const passed: Waiting[] = [];
  let looked = 0;
  for (const task of waiting) {
    if (batch.length === tasksMax || looked === tasksMax * LOOKS) break;
    looked += 1;
    const isFree = !task.locks.some((name) => lockedKeys.has(name));
    const isOfKind = task.isHousekeeping === (batch[0] ?? task).isHousekeeping;
    if (isFree && isOfKind) batch.push(task);
    else {
      passed.push(task);
      for (const name of task.locks) lockedKeys.add(name);
    }
  }
  return { batch, left: [...passed, ...waiting.slice(looked)] };
}

/** Tasks that are examined for each place in a batch. */
const LOOKS = 4;

type Committing = Pick<StoreConnection, 'commit' | 'commitsMax' | 'tasksMax'>;

/** A connection that reports each commit that is not quiet to its listeners. They look at once instead of at their next poll. */
interface CommitSignal extends Committing {
  /** Calls the listener after commits of this process. Those of others are found by polling. */
  listen(listener: () => void): void;
}

export function createCommitSignal(connection: Committing): CommitSignal {
  const listeners: (() => void)[] = [];
  const { commitsMax, tasksMax } = connection;
  return {
    commitsMax,
    tasksMax,
    async commit(tasks) {
      const outcomes = await connection.commit(tasks);
      if (tasks.some(({ isQuiet }) => isQuiet !== true)) for (const listener of listeners) listener();
      return outcomes;
    },
    listen: (listener) => void listeners.push(listener),
  };
}
