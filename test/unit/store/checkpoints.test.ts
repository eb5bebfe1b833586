import Database from 'better-sqlite3';
import { once } from 'node:events';
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createCheckpoints, startCheckpointThread } from '../../../src/store/engine/sqlite/checkpoints.js';
import { identityOf } from '../../../src/store/engine/sqlite/watch.js';
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

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

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
    // The test wrote 120 MB.
    expect(statSync(folder.file).size).toBeGreaterThan(90_000_000);
    expect(statSync(`${folder.file}-wal`).size).toBeLessThan(80_000_000);
  });

  it('is copied later when copying failed', async () => {
    const writer = new Database(folder.file);
    writer.pragma('wal_autocheckpoint = 0');
    writer.exec('create table filler (bytes blob)');
    writer.prepare('insert into filler values (zeroblob(40000000))').run();
    const link = `${folder.file}.link`;
    let ends = 0;
    const checkpoints = createCheckpoints({ path: link, file: identityOf(folder.file) }, () => {
      ends += 1;
    });
    // The thread finds no file.
    for (let commits = 0; commits < 100; commits += 1) checkpoints.committed();
    symlinkSync(folder.file, link);
    await until('the log is copied', () => {
      checkpoints.committed();
      return ends > 0;
    });
    await checkpoints.close();
    expect(statSync(folder.file).size).toBeGreaterThan(40_000_000);
    writer.close();
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

  it('starts a new log after a failed commit, however short it is', async () => {
    let ends = 0;
    const checkpoints = createCheckpoints({ path: folder.file, file: identityOf(folder.file) }, () => {
      ends += 1;
    });
    await pay(0, 1);
    checkpoints.failed();
    await until('the log can begin anew', () => ends === 1);
    await checkpoints.close();
  });

  it('stays in the log when the last copy fails', async () => {
    const writer = new Database(folder.file);
    writer.pragma('wal_autocheckpoint = 0');
    writer.exec('create table filler (bytes blob)');
    writer.prepare('insert into filler values (zeroblob(40000000))').run();
    let tries = 0;
    const checkpoints = createCheckpoints({ path: folder.file, file: identityOf(folder.file) }, () => {
      tries += 1;
      throw new Error('The disk is full.');
    });
    await until('the last of it was tried twice', () => {
      checkpoints.committed();
      return tries >= 2;
    });
    await checkpoints.close();
    expect(writer.prepare('select count(*) as n from filler').get()).toEqual({ n: 1 });
    writer.close();
  });

  it('is not copied again and again while another program reads', async () => {
    let copies = 0;
    const writer = new Database(folder.file);
    writer.pragma('wal_autocheckpoint = 0');
    const reader = new Database(folder.file);
    reader.exec('begin; select count(*) from transactions');
    writer.exec('create table filler (bytes blob)');
    writer.prepare('insert into filler values (zeroblob(40000000))').run();
    const checkpoints = createCheckpoints(
      { path: folder.file, file: identityOf(folder.file) },
      () => undefined,
      (opened) => startCheckpointThread(opened).on('message', () => (copies += 1)),
    );
    for (let commits = 0; commits < 64; commits += 1) checkpoints.committed();
    await until('a copy ended where the other program reads', () => copies > 1);
    // As many copies of another thread give it the time for more.
    const other = startCheckpointThread({ path: folder.file, file: identityOf(folder.file) });
    for (let copy = 0; copy < 50; copy += 1) {
      other.postMessage(null);
      await once(other, 'message');
    }
    expect(copies).toBe(2);
    reader.close();
    await other.terminate();
    await checkpoints.close();
    writer.close();
  });

  it('is never copied into another file that took the name', async () => {
    const file = identityOf(folder.file);
    await pay(0, 10);
    const away = `${folder.file}.away`;
    renameSync(folder.file, away);
    copyFileSync(away, folder.file);
    const copy = readFileSync(folder.file);
    const thread = startCheckpointThread({ path: folder.file, file });
    const [error] = (await once(thread, 'error')) as [Error];
    expect(error.message).toContain('Another file has the name of the database.');
    expect(readFileSync(folder.file).equals(copy)).toBe(true);
    renameSync(away, folder.file);
    const again = startCheckpointThread({ path: folder.file, file });
    again.postMessage(null);
    expect(await once(again, 'message')).toEqual([
      { log: expect.any(Number), checkpointed: expect.any(Number) },
    ]);
    await again.terminate();
    expect(copied()).toBe(10);
  });

  it('succeeds when no thread can start', async () => {
    // A value that cannot be passed to a thread fails at the same place as a thread that cannot start.
    const path = (() => undefined) as unknown as string;
    const checkpoints = createCheckpoints({ path, file: null }, () => undefined);
    for (let commit = 0; commit < 2000; commit += 1) expect(() => checkpoints.committed()).not.toThrow();
    await checkpoints.close();
  });

  it('ends its thread by a message, also one that still loads the driver', async () => {
    const codes: number[] = [];
    const checkpoints = createCheckpoints(
      { path: folder.file, file: identityOf(folder.file) },
      () => undefined,
      (opened) => startCheckpointThread(opened).on('exit', (code) => codes.push(code)),
    );
    for (let commits = 0; commits < 64; commits += 1) checkpoints.committed();
    await checkpoints.close();
    // A terminated thread has another one.
    expect(codes).toEqual([0]);
  });

  it('is kept after a close in the middle of copying', async () => {
    await pay(0, 64);
    await store.close();
    store = await migratedStore({ file: folder.file });
    expect(await store.ledger.find(idOf(63))).toMatchObject({ state: 'answered' });
  });
});
