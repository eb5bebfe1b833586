import { CardwayError } from '../../../platform/errors.js';
import type { StoreSettings } from '../../settings.js';
import { DatabaseBusy, type Task, type TaskOutcome } from '../operation.js';

/** Tasks of one commit. */
const TASKS_MAX = 256;

/** Turns for which a commit waits while each brings more for it. */
const GATHER_TURNS_MAX = 8;

interface Waiting extends Task {
  end(outcome: TaskOutcome): void;
  waitedMs: number;
}

/**
 * Creates the commits that the tasks of some event-loop turns share, because the wait for the disk costs more than all of their work.
 * Tasks come in groups, a few to a turn. Tasks that met another process's lock wait for it and are tried again, while the event loop is
 * free.
 *
 *   idle ──task──▶ gathering ──a turn brings no more──▶ commit ──▶ idle, or gathering where more is waiting
 *                                            ──locked──▶ pause ──▶ commit
 */
export function createGroupCommits(
  commit: (tasks: readonly Task[]) => readonly TaskOutcome[],
  { busyTimeoutMs, busyRetryMs, busyGiveUpMs }: StoreSettings,
): (task: Task) => Promise<TaskOutcome> {
  let waiting: Waiting[] = [];
  let isIdle = true;

  function gather(before: number, turn: number): void {
    isIdle = false;
    setImmediate(() => {
      const now = waiting.length;
      if (now > before && now < TASKS_MAX && turn < GATHER_TURNS_MAX) gather(now, turn + 1);
      else commitSome();
    });
  }

  function commitSome(): void {
    const group = waiting.slice(0, TASKS_MAX);
    const outcomes = outcomesOf(commit, group);
    const again = group.filter((task, index) => {
      const outcome = outcomes[index] ?? { kind: 'trouble', error: null };
      task.waitedMs += busyTimeoutMs + busyRetryMs;
      if (outcome.kind === 'busy' && task.waitedMs < busyGiveUpMs) return true;
      task.end(outcome);
      return false;
    });
    waiting = [...again, ...waiting.slice(TASKS_MAX)];
    if (again.length > 0) setTimeout(commitSome, busyRetryMs);
    else if (waiting.length > 0) gather(0, 1);
    else isIdle = true;
  }

  return (task) =>
    new Promise((resolve) => {
      waiting.push({ ...task, end: resolve, waitedMs: 0 });
      if (isIdle) gather(0, 1);
    });
}

/**
 * Commits each task alone after a failure of all: on a full disk, a task that only reads, such as a repeated call, succeeds also where
 * another one cannot write. After the loss of the file, no task is tried again.
 */
function outcomesOf(
  commit: (tasks: readonly Task[]) => readonly TaskOutcome[],
  tasks: readonly Task[],
): readonly TaskOutcome[] {
  try {
    return commit(tasks);
  } catch (error) {
    const isBusy = error instanceof DatabaseBusy;
    if (tasks.length > 1 && !isBusy && !(error instanceof CardwayError))
      return tasks.flatMap((task) => outcomesOf(commit, [task]));
    return tasks.map(() => ({ kind: isBusy ? 'busy' : 'trouble', error }));
  }
}
