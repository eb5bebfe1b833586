import { type Call, type Result, run, type Task, type TaskOutcome, type Together } from '../operation.js';
import type { Commit } from './commit.js';

/** Rows of one statement. More of them gain nothing (docs/postgresql.md). */
const BATCH_MAX = 32;

/** Batches of one kind that are under way at once. While they are, the next one grows. */
const IN_FLIGHT_MAX = 2;

/**
 * Creates the commit of tasks that go together: those that came in one turn of the event loop make one statement and one
 * transaction. Tasks that it does not do are committed alone, and so are all of them after a failure. No two of a batch may share
 * a lock.
 */
export function createBatches(commit: { readonly once: Commit; readonly patiently: Commit }): Commit {
  const kinds = new Map<Together['statement'], (member: Member) => void>();
  return async (task) => {
    const together = task.together?.() ?? null;
    if (together === null || !Object.values(together.row).every(isPlain)) return commit.patiently(task);
    const { statement } = together;
    const add = kinds.get(statement) ?? createGathering(statement, commit.once);
    kinds.set(statement, add);
    const outcome = await new Promise<TaskOutcome | null>((end) => {
      add({ task, together, end });
    });
    return outcome ?? commit.patiently(task);
  };
}

interface Member {
  readonly task: Task;
  readonly together: Together;
  /** Null where the task is not done. */
  end(outcome: TaskOutcome | null): void;
}

/** Returns whether a value means the same in JSON as alone. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return value === null || typeof value === 'number';
}

function createGathering(statement: Together['statement'], commit: Commit): (member: Member) => void {
  let waiting: Member[] = [];
  let isScheduled = false;
  let inFlight = 0;

  function look(): void {
    isScheduled = false;
    while (waiting.length > 0 && inFlight < IN_FLIGHT_MAX) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      inFlight += 1;
      void commitAll(batch);
    }
  }

  async function commitAll(batch: readonly Member[]): Promise<void> {
    const outcome = await commit(asOne(statement, batch));
    inFlight -= 1;
    const done = outcome.kind === 'done' ? (outcome.value as Done) : NOTHING_DONE;
    for (const member of batch) {
      const { key, value } = member.together;
      if (done.has(key)) member.end({ kind: 'done', value });
      else member.end(outcome.kind === 'trouble' ? outcome : null);
    }
    look();
  }

  return (member) => {
    waiting.push(member);
    if (isScheduled || inFlight === IN_FLIGHT_MAX) return;
    isScheduled = true;
    setImmediate(look);
  };
}

/** Keys of the members that a batch has done. */
type Done = ReadonlySet<string>;

const NOTHING_DONE: Done = new Set();

function asOne(statement: Together['statement'], batch: readonly Member[]): Task {
  const rows = JSON.stringify(batch.map(({ together }) => together.row));
  return {
    *start(): Generator<Call, Done, Result<unknown>> {
      const done = yield* run(statement, { rows });
      return new Set(done.rows.map(({ key }) => key));
    },
    locks: batch.flatMap(({ task }) => task.locks ?? []),
    late: (value) =>
      batch
        .filter(({ together }) => (value as Done).has(together.key))
        .flatMap(({ task, together }) => task.late?.(together.value) ?? []),
  };
}
