import type { LockName } from '../../locks.js';

/** In which order the tasks of one transaction may run: those that name the same lock one after another, the others side by side. */
export interface Schedule {
  /** Those that wait for nobody. */
  readonly ready: readonly number[];
  /** To be told of each task that ended: those that waited for it last. */
  ended(index: number): readonly number[];
}

export function createSchedule(tasks: readonly { readonly locks: readonly LockName[] }[]): Schedule {
  const lastHolder = new Map<LockName, number>();
  const waitsFor = tasks.map(() => 0);
  const followers = tasks.map((): number[] => []);
  for (const [index, { locks }] of tasks.entries()) {
    const before = new Set<number>();
    for (const name of locks) {
      const holder = lastHolder.get(name);
      if (holder !== undefined) before.add(holder);
      lastHolder.set(name, index);
    }
    before.delete(index);
    waitsFor[index] = before.size;
    for (const holder of before) followers[holder]?.push(index);
  }
  const isFree = (index: number): boolean => waitsFor[index] === 0;
  return {
    ready: [...tasks.keys()].filter(isFree),
    ended(index) {
      const next = followers[index] ?? [];
      for (const follower of next) waitsFor[follower] = (waitsFor[follower] ?? 0) - 1;
      return next.filter(isFree);
    },
  };
}
