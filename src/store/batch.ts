import type { Task } from './operation.js';

interface Batchable extends Task {
  readonly isHousekeeping: boolean;
}

/**
 * The next batch of what is waiting, in its order. What names something that a commit under way names too, or something that waits in
 * front of it, is left for later. Housekeeping has commits of its own where those do not hold up others.
 */
export function takeBatch<Waiting extends Batchable>(
  waiting: readonly Waiting[],
  committing: readonly (readonly Waiting[])[],
  limits: { readonly tasksMax: number; readonly isMixed: boolean },
): { readonly batch: readonly Waiting[]; readonly left: Waiting[] } {
  const { tasksMax, isMixed } = limits;
  if (isMixed) return { batch: waiting.slice(0, tasksMax), left: waiting.slice(tasksMax) };
  const taken = new Set(committing.flatMap((batch) => batch.flatMap(({ locks }) => locks)));
  const batch: Waiting[] = [];
  const passed: Waiting[] = [];
  let looked = 0;
  for (const task of waiting) {
    if (batch.length === tasksMax || looked === tasksMax * LOOKS) break;
    looked += 1;
    const isFree = !task.locks.some((name) => taken.has(name));
    const isOfKind = task.isHousekeeping === (batch[0] ?? task).isHousekeeping;
    if (isFree && isOfKind) batch.push(task);
    else {
      passed.push(task);
      for (const name of task.locks) taken.add(name);
    }
  }
  return { batch, left: [...passed, ...waiting.slice(looked)] };
}

/** How many tasks are looked at for each that a batch has room for. */
const LOOKS = 4;
