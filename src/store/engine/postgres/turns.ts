import type { LockName } from '../locks.js';

/**
 * Creates the order of work in this process: work that shares a name runs one after another, as it came. A wait for a lock of the
 * server takes a connection. Without turns, many calls with one name would leave none to the others.
 */
export function createTurns(): <T>(names: readonly LockName[], work: () => Promise<T>) => Promise<T> {
  const last = new Map<LockName, Promise<unknown>>();
  return async (names, work) => {
    const before = names.flatMap((name) => last.get(name) ?? []);
    const running = before.length === 0 ? work() : Promise.all(before).then(work);
    const ended = running.catch(() => undefined);
    for (const name of names) last.set(name, ended);
    try {
      return await running;
    } finally {
      for (const name of names) if (last.get(name) === ended) last.delete(name);
    }
  };
}
