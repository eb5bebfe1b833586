import type { StoreConnection } from './dialect/dialect.js';

/** What the database was asked, how long that took, and whether it was done. */
export interface StoreTiming {
  readonly what: 'commit' | 'read';
  readonly durationMs: number;
  readonly isDone: boolean;
}

export interface TimedConnection extends StoreConnection {
  onTimed(listener: (timing: StoreTiming) => void): void;
}

/** Tells how long commits and reads take. */
export function timed(connection: StoreConnection): TimedConnection {
  const listeners: ((timing: StoreTiming) => void)[] = [];
  const time = async <T>(what: StoreTiming['what'], work: () => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now();
    let isDone = false;
    try {
      const result = await work();
      isDone = true;
      return result;
    } finally {
      const timing = { what, durationMs: performance.now() - startedAtMs, isDone };
      for (const listener of listeners) listener(timing);
    }
  };
  return {
    ...connection,
    commit: (tasks) => time('commit', () => connection.commit(tasks)),
    read: (operation) => time('read', () => connection.read(operation)),
    onTimed: (listener) => void listeners.push(listener),
  };
}
