import { CardwayError } from '../errors.js';
import { DatabaseBusy, type StoreConnection } from './dialect/dialect.js';
import type { Operation, Task, TaskOutcome } from './operation.js';
import type { StoreSettings } from './settings.js';

export interface CommitQueue {
  /**
   * Runs an operation in the next commit; resolves when it is durable.
   *
   * Errors: the operation's own; UNAVAILABLE when the database cannot commit, is locked for too long, or is closed.
   */
  submit<T>(start: () => Operation<T>, options?: SubmitOptions): Promise<T>;
  /** The last commit failed. */
  isFailing(): boolean;
  /** Takes nothing more; resolves when what was taken is committed or refused. */
  drain(): Promise<void>;
}

export interface SubmitOptions {
  /** Several writes that must not be left half done when one of them fails. */
  readonly isCompound?: boolean;
  /** Often finds nothing to write. */
  readonly isHousekeeping?: boolean;
}

interface Waiting extends Task {
  readonly isHousekeeping: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  waitedMs: number;
}

/**
 * Groups the operations of one event-loop turn into one commit, because the wait for the disk costs more than all of their
 * work. After a failure the next commit starts afresh: nothing has to be repaired by hand.
 *
 *   idle ──submit──▶ scheduled ──turn ends──▶ committing ──▶ idle, or scheduled where more is waiting
 *                                             ──locked──▶ pausing ──▶ committing
 */
export function createCommitQueue(
  connection: Pick<StoreConnection, 'commit'>,
  settings: Pick<StoreSettings, 'batchMax' | 'waitingMax' | 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs'>,
): CommitQueue {
  let waiting: Waiting[] = [];
  let isActive = false;
  let isClosed = false;
  let failing = false;
  let drained = (): void => undefined;

  function activate(): void {
    if (isActive) return;
    isActive = true;
    setImmediate(() => void commitNext());
  }

  async function commitNext(): Promise<void> {
    const batch = waiting.slice(0, settings.batchMax);
    waiting = waiting.slice(settings.batchMax);
    let pauseMs = 0;
    try {
      const outcomes = await connection.commit(batch);
      // Housekeeping that finds nothing writes nothing, and so proves nothing about the disk.
      if (batch.some((task) => !task.isHousekeeping)) failing = false;
      tell(batch, outcomes);
    } catch (error) {
      if (error instanceof DatabaseBusy) {
        const patient = stillPatient(batch, settings, error);
        failing ||= patient.length < batch.length;
        waiting = [...patient, ...waiting];
        pauseMs = settings.busyRetryMs;
      } else {
        failing = true;
        for (const task of batch) task.reject(unavailable(error));
      }
    }
    continueAfter(pauseMs);
  }

  function continueAfter(pauseMs: number): void {
    if (waiting.length === 0) {
      isActive = false;
      drained();
    } else if (pauseMs === 0) setImmediate(() => void commitNext());
    else setTimeout(() => void commitNext(), pauseMs);
  }

  return {
    submit<T>(start: () => Operation<T>, options: SubmitOptions = {}) {
      if (isClosed || waiting.length >= settings.waitingMax) {
        return Promise.reject(
          unavailable(new Error(isClosed ? 'The store is closed.' : 'Too much is waiting.')),
        );
      }
      return new Promise<T>((resolve, reject) => {
        // What comes back is what `start` gives.
        const { isCompound = false, isHousekeeping = false } = options;
        waiting.push({
          start,
          isCompound,
          isHousekeeping,
          resolve,
          reject,
          waitedMs: 0,
        });
        activate();
      });
    },
    isFailing: () => failing,
    drain() {
      isClosed = true;
      return new Promise((resolve) => {
        if (isActive) drained = resolve;
        else resolve();
      });
    },
  };
}

function tell(batch: readonly Waiting[], outcomes: readonly TaskOutcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind === 'done') batch[index]?.resolve(outcome.value);
    else batch[index]?.reject(outcome.error);
  }
}

/** Those of a batch that met a lock and may still wait for it; the others are told. */
function stillPatient(
  batch: readonly Waiting[],
  settings: Pick<StoreSettings, 'busyTimeoutMs' | 'busyRetryMs' | 'busyGiveUpMs'>,
  error: DatabaseBusy,
): Waiting[] {
  return batch.filter((task) => {
    task.waitedMs += settings.busyTimeoutMs + settings.busyRetryMs;
    const isPatient = task.waitedMs < settings.busyGiveUpMs;
    if (!isPatient) task.reject(unavailable(error));
    return isPatient;
  });
}

export function unavailable(cause: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { cause });
}
