import type { StoreConnection } from './dialect/dialect.js';

type Committing = Pick<StoreConnection, 'commit' | 'commitsMax' | 'tasksMax'>;

/** Commits, and tells listeners of each that is not quiet: they look for what they wait for, instead of waiting for their next poll. */
export interface CommitSignal extends Committing {
  /** Hears of the commits of this process, and where the database passes on hints, of those of others. */
  listen(listener: () => void): void;
}

export function createCommitSignal(connection: Committing & Pick<StoreConnection, 'onHint'>): CommitSignal {
  const listeners: (() => void)[] = [];
  const { commitsMax, tasksMax } = connection;
  return {
    commitsMax,
    tasksMax,
    async commit(tasks) {
      const outcomes = await connection.commit(tasks);
      if (tasks.some(({ isQuiet }) => isQuiet !== true)) for (const listener of listeners) listener();
      return outcomes;
    },
    listen: (listener) => {
      listeners.push(listener);
      connection.onHint(listener);
    },
  };
}
