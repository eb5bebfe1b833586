import { type CommitQueue, createCommitQueue } from '../../../src/store/engine/commit-queue.js';
import { EVENT_LOG, type EventLogLock, lockNamesOf, requestLock } from '../../../src/store/engine/locks.js';
import { databaseNowMs, type Task } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { digitized } from '../../stream/appender.js';

const dialect = sqliteDialect(':memory:', DEFAULT_STORE_SETTINGS);

describe('the lock of the event log', () => {
  test('is added to the locks of every operation submitted as appending', async () => {
    const tasks: Task[] = [];
    const commits = createCommitQueue(
      {
        commit: (task) => {
          tasks.push(task);
          return Promise.resolve({ kind: 'done', value: undefined });
        },
      },
      DEFAULT_STORE_SETTINGS,
    );
    const append = createAppendEvent(dialect);
    await commits.submitAppending((log) => append(log, digitized(1), 1));
    await commits.submitAppending((log) => append(log, digitized(1), 1), { locks: [requestLock('r')] });
    await commits.submitAppending((log) => append(log, digitized(1), 1), {
      locks: () => [requestLock('r')],
    });
    await commits.submit(() => databaseNowMs(dialect));
    expect(tasks.map(lockNamesOf)).toEqual([
      [EVENT_LOG],
      [requestLock('r'), EVENT_LOG],
      [requestLock('r'), EVENT_LOG],
      [],
    ]);
  });
});

/** Never runs: the compiler must refuse each marked line, or the type check fails. */
export function doesNotCompile(commits: CommitQueue): void {
  const append = createAppendEvent(dialect);
  // @ts-expect-error an event is appended without the lock
  void commits.submit(() => append(digitized(1), 1));
  // @ts-expect-error `submit` hands no proof of the lock
  void commits.submit((log: EventLogLock) => append(log, digitized(1), 1));
  // @ts-expect-error the name of the lock is no proof that it is held
  void commits.submit(() => append(EVENT_LOG, digitized(1), 1), { locks: [EVENT_LOG] });
  // @ts-expect-error a proof cannot be made elsewhere without saying so
  void commits.submit(() => append({}, digitized(1), 1));
}
