import type { StoreConnection } from './dialect/dialect.js';

/** Commits, and tells listeners of each: they look for what they wait for, instead of waiting for their next poll. */
export interface CommitSignal extends Pick<StoreConnection, 'commit'> {
  listen(listener: () => void): void;
}

export function createCommitSignal(connection: Pick<StoreConnection, 'commit'>): CommitSignal {
  const listeners: (() => void)[] = [];
  return {
    async commit(tasks) {
      const outcomes = await connection.commit(tasks);
      for (const listener of listeners) listener();
      return outcomes;
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
