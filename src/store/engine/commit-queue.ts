import { CardwayError } from '../../platform/errors.js';
import type { StoreSettings } from '../settings.js';
import type { StoreConnection } from './dialect.js';
import type { Operation, Task, TaskOutcome } from './operation.js';

export type CommitQueue = ReturnType<typeof createCommitQueue>;

type SubmitOptions = Omit<Task, 'start'>;

/** Creates the way to the commits of a database. */
export function createCommitQueue(
  connection: Pick<StoreConnection, 'commit'>,
  { waitingMax }: Pick<StoreSettings, 'waitingMax'>,
) {
  const listeners: (() => void)[] = [];
  let open = 0;
  let isClosed = false;
  let isFailing = false;
  let drained = (): void => undefined;

  function learn({ isHousekeeping, isQuiet }: SubmitOptions, { kind }: TaskOutcome): void {
    if (kind === 'busy' || kind === 'trouble') isFailing = true;
    // Housekeeping that finds nothing writes nothing, and learns nothing about the disk.
    else if (isHousekeeping !== true) isFailing = false;
    if (kind === 'done' && isQuiet !== true) for (const listener of listeners) listener();
  }

  /**
   * Runs an operation in a commit; resolves when it is durable.
   *
   * Errors: the operation's own; UNAVAILABLE when the database cannot commit, is locked for too long, or is closed.
   */
  async function submit<T>(start: () => Operation<T>, options: SubmitOptions = {}): Promise<T> {
    if (isClosed || open >= waitingMax)
      throw unavailable(new Error(isClosed ? 'The store is closed.' : 'Too much is waiting.'));
    open += 1;
    try {
      const outcome = await connection.commit({ ...options, start });
      learn(options, outcome);
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
    /**
     * Calls the listener after each commit of this process that is not quiet. It looks at once instead of at its next poll. Commits of
     * other processes are found by polling.
     */
    onCommitted: (listener: () => void) => void listeners.push(listener),
    /** Returns how many operations wait for their commit. */
    waiting: () => open,
    /** Returns whether the last commit failed. */
    isFailing: () => isFailing,
    /** Accepts nothing further; resolves when every accepted operation is committed or refused. */
    drain(): Promise<void> {
      isClosed = true;
      return new Promise((resolve) => {
        if (open === 0) resolve();
        drained = resolve;
      });
    },
  };
}

/** Returns the error of a database that fails. Its words are the reason, which operators read and callers do not get. */
export function unavailable(cause: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { cause }).with({ reason: reasonOf(cause) });
}

function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return reasonOf(cause.cause) ?? (cause.message === '' ? undefined : `Database: ${cause.message}`);
}
