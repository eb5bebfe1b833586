import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { KNOWN_MIGRATIONS } from '../../../src/store/maintenance/migrations/migrate.js';
import { openStore } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { startChild } from './child/start.js';
import { migratedStore, temporaryFolder, testClock } from './temporary-store.js';

describe('migrate', () => {
  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  const open = () => openStore({ databaseUrl: `sqlite:${folder.file}`, clock: testClock() });

  it('applies missing migrations once', async () => {
    const store = await open();
    expect(await store.status()).toEqual({
      isReady: false,
      reason: 'The database has no schema yet. Run cardway migrate.',
    });
    expect(await store.migrate()).toEqual([...KNOWN_MIGRATIONS]);
    expect(await store.migrate()).toEqual([]);
    expect(await store.status()).toEqual({ isReady: true });
    await store.close();
  });

  it('runs once when four processes with one master key start together', async () => {
    const children = Array.from({ length: 4 }, () => startChild('migrate.ts', folder.file));
    const outputs = await Promise.all(children.map(({ ended }) => ended));
    const results = outputs.map((text) => JSON.parse(text) as { applied: string[]; hash: string });
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, KNOWN_MIGRATIONS.length]);
    expect(new Set(results.map(({ hash }) => hash)).size).toBe(1);
  });

  it('refuses a schema that is newer than the program, and does not change it', async () => {
    await (await migratedStore({ file: folder.file })).close();
    const database = new Database(folder.file);
    database.prepare('insert into kysely_migration values (?, ?)').run('9999-from-the-future', '2030-01-01');
    const store = await open();
    await expect(store.migrate()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/9999-from-the-future.*does not know.*newer/s) as string,
    });
    const { isReady, reason } = await store.status();
    expect([isReady, reason]).toEqual([false, expect.stringContaining('newer')]);
    expect(database.prepare('select count(*) as n from kysely_migration').get()).toEqual({
      n: KNOWN_MIGRATIONS.length + 1,
    });
    database.close();
    await store.close();
  });

  it('keeps the process ready that found its schema, where a newer version migrates before anybody asked', async () => {
    const store = await open();
    await store.migrate();
    const database = new Database(folder.file);
    database.prepare('insert into kysely_migration values (?, ?)').run('9999-from-the-future', '2030-01-01');
    database.close();
    expect(await store.status()).toEqual({ isReady: true });
    await store.close();
  });

  it('leaves nothing behind when it fails', async () => {
    const store = await open();
    const database = new Database(folder.file);
    database.exec('create table transactions (in_the_way integer)');
    await expect(store.migrate()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    expect(tables).toEqual(['transactions']);
    database.exec('drop table transactions');
    database.close();
    expect(await store.migrate()).toEqual([...KNOWN_MIGRATIONS]);
    await store.close();
  });
});

describe('openStore', () => {
  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  it('creates folder, file and key that only the owner may read', async () => {
    const store = await migratedStore({ file: folder.file });
    await store.ledger.claim(deduct());
    const modes = [folder.file, `${folder.file}-wal`, `${folder.file}.key`].map(
      (file) => statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await store.close();
  });

  it('commits durably: WAL, synchronous FULL, foreign keys', async () => {
    const store = await migratedStore({ file: folder.file });
    const database = new Database(folder.file, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(store.path).toBe(folder.file);
    database.close();
    await store.close();
  });

  it.each([
    ['postgres://user:secret@host/db', /PostgreSQL at host:5432\/db cannot be used/],
    ['mysql://host/db', /sqlite:<file>/],
    ['sqlite:', /sqlite:<file>/],
    ['sqlite::memory:', /name a file/],
  ])('refuses %s in a sentence that holds no secret', async (databaseUrl, sentence) => {
    const error = await openStore({ databaseUrl, clock: testClock() }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(sentence) as string });
    expect(String(error)).not.toContain('secret');
  });

  it('refuses another master key, and a lost one', async () => {
    await (await migratedStore({ file: folder.file })).close();
    const other = {
      databaseUrl: `sqlite:${folder.file}`,
      clock: testClock(),
      masterKey: `hex:${'11'.repeat(32)}`,
    };
    await expect(openStore(other)).rejects.toMatchObject({
      message: expect.stringContaining('another master key') as string,
    });
    const lost = temporaryFolder();
    await (await migratedStore({ file: lost.file })).close();
    const { rmSync } = await import('node:fs');
    rmSync(`${lost.file}.key`);
    const reopened = openStore({ databaseUrl: `sqlite:${lost.file}`, clock: testClock() });
    await expect(reopened).rejects.toMatchObject({ message: expect.stringContaining('is gone') as string });
  });

  it('refuses a file that is no database', async () => {
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(`${folder.folder}/data`);
    writeFileSync(folder.file, 'no database at all, but long enough to be looked at as one'.repeat(50));
    const opening = openStore({ databaseUrl: `sqlite:${folder.file}`, clock: testClock() });
    await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('returns the time of the database', async () => {
    const store = await migratedStore({ file: folder.file });
    const before = Date.now();
    const nowMs = await store.nowMs();
    expect(nowMs).toBeGreaterThanOrEqual(before - 1);
    expect(nowMs).toBeLessThanOrEqual(Date.now() + 1);
    await store.close();
  });

  it('finishes accepted work when it closes, and accepts no more', async () => {
    const store = await migratedStore({ file: folder.file });
    const claims = Array.from({ length: 600 }, (_, index) =>
      store.ledger.claim(deduct({ requestId: `5001_20260101220405_${index}` })),
    );
    await store.close();
    expect((await Promise.all(claims)).every(({ kind }) => kind === 'claimed')).toBe(true);
    await expect(store.ledger.claim(deduct())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      about: { reason: 'Database: The store is closed.' },
    });
  });
});
