/** Tests the thread that works beside payments on SQLite. */
import Database from 'better-sqlite3';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { createSideThread, startSideThread } from '../../../src/store/engine/sqlite/side-thread.js';
import { watchFile } from '../../../src/store/engine/sqlite/watch.js';
import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

const ENDED = 'The thread that reads lists ended.';
const CLOSED = 'The store is closed.';

describe('the side thread', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let writer: Database.Database;
  let threads: Worker[];
  let aside: ReturnType<typeof createSideThread>;

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder.folder, 'one.db');
    writer = new Database(file);
    writer.pragma('journal_mode = WAL');
    writer.exec('create table numbers (n integer); insert into numbers values (1)');
    const { file: opened } = watchFile(file);
    threads = [];
    aside = createSideThread(() => {
      const thread = startSideThread(file, opened, { busyGiveUpMs: 1000 });
      threads.push(thread);
      return thread;
    });
  });

  afterEach(async () => {
    await aside.close();
    writer.close();
  });

  const select = (sql = 'select n from numbers', values: unknown[] = []) => aside.read({ sql, values });
  const ROWS = { rows: [{ n: 1 }], changes: 0 };

  it('reads no other file that took the name, and reads the right one when it is back', async () => {
    renameSync(file, `${file}.away`);
    copyFileSync(`${file}.away`, file);
    await expect(select()).rejects.toThrow(ENDED);
    renameSync(`${file}.away`, file);
    writer.exec('insert into numbers values (2)');
    writer.pragma('wal_checkpoint(TRUNCATE)');
    expect((await select()).rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(threads).toHaveLength(2);
  });

  it('cannot write', async () => {
    await expect(select('insert into numbers values (2)')).rejects.toMatchObject({
      name: 'SqliteError',
      code: 'SQLITE_READONLY',
    });
    expect(await select()).toEqual(ROWS);
  });

  it('is replaced at the next read after it was ended; a read that waits fails', async () => {
    await select();
    const waiting = Promise.allSettled(Array.from({ length: 1000 }, () => select()));
    await threads[0]?.terminate();
    expect((await waiting).at(-1)).toEqual({
      status: 'rejected',
      reason: expect.objectContaining({ message: ENDED }) as unknown,
    });
    expect(await select()).toEqual(ROWS);
    expect(threads).toHaveLength(2);
  });

  it('that finds no file fails its reads, and the next one tries again', async () => {
    renameSync(file, `${file}.away`);
    await expect(select()).rejects.toMatchObject({ message: ENDED });
    renameSync(`${file}.away`, file);
    expect(await select()).toEqual(ROWS);
  });

  const LONG =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select count(*) from n';

  it('copies no log into another file that took the name', async () => {
    renameSync(file, `${file}.away`);
    copyFileSync(`${file}.away`, file);
    const copy = readFileSync(file);
    await expect(aside.copyLog()).rejects.toThrow(ENDED);
    expect(readFileSync(file).equals(copy)).toBe(true);
    renameSync(`${file}.away`, file);
    const { log, checkpointed } = await aside.copyLog();
    expect([log > 0, checkpointed]).toEqual([true, log]);
  });

  it('ends with the store: statements that wait are refused, and so are later ones', async () => {
    const reads = Promise.allSettled([select(LONG), select(), select()]);
    await aside.close();
    const refused = { status: 'rejected', reason: expect.objectContaining({ message: CLOSED }) as unknown };
    expect(await reads).toEqual([refused, refused, refused]);
    await expect(select()).rejects.toThrow(CLOSED);
    expect(threads).toHaveLength(1);
  });
});

describe('a store that reads on a thread', () => {
  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  it('serves no list of a file that was replaced', async () => {
    const store = await migratedStore({ file: folder.file });
    await store.ledger.claim(deduct());
    expect(await store.ledger.count({})).toBe(1);
    const idle = await migratedStore({ file: folder.file });
    copyFileSync(folder.file, `${folder.file}.copy`);
    renameSync(`${folder.file}.copy`, folder.file);
    // One has its thread since before, and one would start it on the other file.
    for (const open of [store, idle]) {
      await expect(open.ledger.count({})).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('was replaced') as unknown,
      });
      await open.close();
    }
  });
});
