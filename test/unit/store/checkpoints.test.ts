import Database from 'better-sqlite3';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { createCheckpoints } from '../../../src/store/engine/sqlite/checkpoints.js';
import type { Store } from '../../../src/store/store.js';
import { answered, deduct } from '../../contract/samples.js';
import { until } from '../../life/until.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;

describe('a commit on SQLite', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await migratedStore({ file: folder.file });
  });

  afterEach(() => store.close());

  /** Makes payments in one commit each. */
  async function pay(from: number, to: number): Promise<void> {
    for (let index = from; index < to; index += 1) {
      const requestId = idOf(index);
      await store.ledger.claim(deduct({ requestId, transactionId: `T-${String(index)}` }));
      await store.ledger.apply(answered(requestId));
    }
  }

  /** Returns the number of transactions in the database's file itself, without the log beside it. */
  function copied(): number {
    const copy = `${folder.file}.copy`;
    copyFileSync(folder.file, copy);
    try {
      const database = new Database(copy);
      const { n } = database.prepare('select count(*) as n from transactions').get() as { n: number };
      database.close();
      return n;
    } catch {
      // A copy of a file during a write.
      return 0;
    } finally {
      for (const end of ['', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
    }
  }

  it('is copied into the database in the background', async () => {
    await pay(0, 100);
    await until('the file holds transactions', () => copied() > 0);
  });

  it('goes to a log that restarts, even under continuous writes', async () => {
    const texts = { request: 'x'.repeat(60_000) };
    let done = 0;
    for (let batch = 0; batch < 40; batch += 1) {
      const calls = Array.from({ length: 50 }, () => (done += 1));
      await Promise.all(
        calls.map((index) =>
          store.ledger.claim(
            deduct({ requestId: idOf(index), transactionId: `T-${String(index)}`, ...texts }),
          ),
        ),
      );
      await pay(10_000 + batch * 10, 10_000 + batch * 10 + 10);
    }
    // The test wrote 120 MB. The file holds what the log does not.
    expect(statSync(folder.file).size).toBeGreaterThan(40_000_000);
    expect(statSync(`${folder.file}-wal`).size).toBeLessThan(80_000_000);
  });

  it('goes to a log that is copied, and begins anew, after a commit that failed', async () => {
    await store.close();
    const { size } = statSync(folder.file);
    store = await migratedStore({ file: folder.file, settings: { fileBytesMax: size } });
    let paid = 0;
    const pays = async (): Promise<boolean> => {
      await pay(paid, paid + 1);
      paid += 1;
      return true;
    };
    await until('the database is full', async () => !(await pays().catch(() => false)));
    await until('the file holds every payment', async () => {
      await pays().catch(() => undefined);
      return copied() >= paid;
    });
  });

  it('is kept after a close in the middle of copying', async () => {
    await pay(0, 64);
    await store.close();
    store = await migratedStore({ file: folder.file });
    expect(await store.ledger.find(idOf(63))).toMatchObject({ state: 'answered' });
  });
});

describe('the copies of the log', () => {
  /** Returns checkpoints whose copies come from a list; the last one is repeated. `done` are the calls so far. */
  function checkpointsWith(copies: readonly (readonly [log: number, checkpointed: number] | 'failed')[]) {
    const done: string[] = [];
    const left = [...copies];
    const checkpoints = createCheckpoints(
      () => {
        done.push('copy');
        const next = left.length > 1 ? left.shift()! : left[0]!;
        if (next === 'failed') return Promise.reject(new Error('The disk is full.'));
        const [log, checkpointed] = next;
        return Promise.resolve({ log, checkpointed });
      },
      () => void done.push('finish'),
    );
    const commit = async (count: number): Promise<void> => {
      for (let commits = 0; commits < count; commits += 1) checkpoints.committed();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { checkpoints, commit, done };
  }

  it('wait for later commits where another program reads', async () => {
    const { commit, done } = checkpointsWith([[9000, 2000]]);
    await commit(64);
    expect(done).toEqual(['copy', 'copy']);
    await commit(64);
    expect(done).toEqual(['copy', 'copy', 'copy']);
  });
});
