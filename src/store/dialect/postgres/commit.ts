import type { Task, TaskOutcome } from '../../operation.js';
import type { Note } from './opening.js';
import { transact, type TransactOptions } from './transact.js';

/**
 * Commits tasks as one transaction. If one of them fails, nothing stays, and it is tried alone while the others are tried without
 * it; after some such tries every task is tried alone, because each try costs the work of all. There are no savepoints: they would
 * cost every task two statements, for what hardly ever happens. Never throws: each task is told what became of it.
 */
export function createCommit(
  options: TransactOptions & {
    /** Tells this process from all others that use the database. */
    readonly processName: string;
  },
): (tasks: readonly Task[]) => Promise<readonly TaskOutcome[]> {
  const writers = createWriters(options.processName);

  async function commit(tasks: readonly Task[], triesLeft: number): Promise<readonly TaskOutcome[]> {
    const note = writers.take();
    const result = await transact(options, tasks, note);
    writers.giveBack(note);
    if (result.kind === 'ended') return result.outcomes;
    const { index, error } = result;
    const failing = tasks[index];
    if (tasks.length === 1 || failing === undefined) return [{ kind: 'failed', error }];
    if (triesLeft === 0) return oneByOne(tasks);
    const others = await commit(tasks.toSpliced(index, 1), triesLeft - 1);
    const alone = await commit([failing], 0);
    return others.toSpliced(index, 0, ...alone);
  }

  async function oneByOne(tasks: readonly Task[]): Promise<readonly TaskOutcome[]> {
    const outcomes: TaskOutcome[] = [];
    for (const task of tasks) outcomes.push(...(await commit([task], 0)));
    return outcomes;
  }

  return (tasks) => commit(tasks, TRIES);
}

/** A batch in which so many tasks failed, one after another, is not tried as a batch again. */
const TRIES = 3;

/** Names for those who commit at one time, used again and again, so that few notes are kept. */
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
