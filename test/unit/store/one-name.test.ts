/** Tests that a database file with a second name is refused: SQLite keeps a log beside each name (docs/operations.md#one-serving-process). */
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openExclusive } from '../../../src/store/engine/sqlite/lock.js';
import { requireOneName } from '../../../src/store/engine/sqlite/watch.js';
import { openStore } from '../../../src/store/store.js';
import { migratedStore, temporaryFolder, testClock } from './temporary-store.js';

const folder = temporaryFolder();
const other = join(folder.folder, 'other', 'cardway.db');

beforeAll(async () => {
  const store = await migratedStore({ file: folder.file });
  mkdirSync(dirname(other));
  linkSync(folder.file, other);
  await store.close();
});
afterAll(() => folder.remove());

it.each([folder.file, other])('a hard link keeps every process away from the file, as %s', async (file) => {
  const message = expect.stringContaining(`${file} has another name (a hard link)`);
  const masterKey = 'hex:'.padEnd(68, '7');
  await expect(
    openStore({ databaseUrl: `sqlite:${file}`, masterKey, clock: testClock(), isNew: true }),
  ).rejects.toMatchObject({ code: 'UNAVAILABLE', message });
  expect(() => openExclusive(file)).toThrow('has another name');
});

it('the file opens again without its other name', async () => {
  rmSync(other);
  await (await migratedStore({ file: folder.file })).close();
});

it.each([
  ['/data/cardway.db', true],
  ['/data', false],
  ['/data/with space/cardway.db', true],
  ['/data/cardway.db-wal', false],
])('knows from the mounts of the system whether %s is mounted as a single file', (path, isMounted) => {
  const mounts = ['/data/cardway.db', '/data/with\\040space/cardway.db', '/proc']
    .map((place) => `63 43 254:0 /host/pay.db ${place} rw,relatime - ext4 /dev/vda rw`)
    .join('\n');
  const look = (): void => {
    requireOneName(path, mounts);
  };
  if (isMounted) expect(look).toThrow(`${path} is mounted as a single file`);
  else expect(look).not.toThrow();
});
