import { usable } from '../../../src/use-cases/directory/directory-port.js';
import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { CardwayError } from '../../../src/platform/errors.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { adjustment } from '../../contract/samples.js';
import { temporaryFolder, testClock } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

const PROGRAMME = 'sandbox';
const SHARED_KEY = Buffer.alloc(32, 3);
const BODY = Buffer.from('{"request":{}}');
const REQUEST_ID = '5001_20260101220600_3';
const SECRET = Buffer.from('whsec_secret');

const folder = temporaryFolder();
const keys = ['first', 'second', 'third'].map(() => `hex:${randomBytes(32).toString('hex')}`);

async function open(masterKey: string, otherMasterKey?: string): Promise<Store> {
  const databaseUrl = `sqlite:${folder.file}`;
  const store = await openStore({ databaseUrl, masterKey, otherMasterKey, clock: testClock() });
  await store.migrate();
  return store;
}

async function fill(store: Store): Promise<void> {
  const directoryAdmin = directoryOf(store);
  const { provisioningAdmin, sealer } = store;
  await directoryAdmin.putProgramme({ programme: PROGRAMME });
  await directoryAdmin.putTerminal({ terminalId: '0068766621', programme: PROGRAMME, password: 'old' });
  await directoryAdmin.putTerminal({ terminalId: '0068766621', programme: PROGRAMME, password: 'new' });
  await directoryAdmin.putApiKey({ keyId: 'till', key: 'a key', role: 'client', programme: PROGRAMME });
  const shared = { programme: PROGRAMME, sharedKeyId: '001', key: SHARED_KEY, actor: 'test' };
  await provisioningAdmin.addSharedKey(shared);
  const sealedBody = sealer.seal(BODY, `transaction:${REQUEST_ID}`);
  await store.ledger.claim(adjustment({ requestId: REQUEST_ID, sealedBody }));
  const database = new Database(folder.file);
  database
    .prepare(
      'insert into endpoints (endpoint_id, programme, url, sealed_secret, created_at_ms) values (?, ?, ?, ?, 1)',
    )
    .run('ep_1', PROGRAMME, 'https://example.com', sealer.seal(SECRET, 'endpoint:ep_1'));
  database.close();
}

/** Returns all saved values, read back. */
async function readAll(store: Store): Promise<unknown> {
  const database = new Database(folder.file, { readonly: true });
  const opened = (sql: string, context: string): string =>
    store.sealer
      .open((database.prepare(sql).pluck().get() as Buffer | undefined) ?? Buffer.alloc(0), context)
      .toString();
  const found = {
    passwords: usable(await store.directory.terminal('0068766621'))?.passwords.map(String),
    apiKey: usable(await store.directory.apiKey('a key'))?.keyId,
    contentHash: store.sealer.keyedHash('content', 'some content'),
    sharedKey: (
      await store.provisioning.readForVerification({ programme: PROGRAMME, cardId: 1, sharedKeyId: '001' })
    ).sharedKey?.key,
    body: opened('select sealed_body from transactions', `transaction:${REQUEST_ID}`),
    secret: opened('select sealed_secret from endpoints', 'endpoint:ep_1'),
  };
  database.close();
  return found;
}

it('everything sealed opens with the new master key after each reseal, and nothing with a previous one', async () => {
  let store = await open(keys[0] ?? '');
  await fill(store);
  const before = await readAll(store);
  expect(before).toMatchObject({
    passwords: ['new', 'old'],
    apiKey: 'till',
    sharedKey: SHARED_KEY,
    body: String(BODY),
    secret: String(SECRET),
  });
  for (const [index, next] of keys.slice(1).entries()) {
    await store.close();
    store = await open(next, keys[index]);
    expect(await readAll(store)).toEqual(before);
    // The two passwords, the shared key, the body, the webhook secret and the hash key.
    expect(await store.reseal()).toBe(6);
    expect(await store.reseal()).toBe(0);
    await store.close();
    const previous = await open(keys[index] ?? '').catch((error: unknown) => error);
    expect(previous).toBeInstanceOf(CardwayError);
    expect((previous as CardwayError).message).toMatch(/sealed with another master key/);
    store = await open(next);
    expect(await readAll(store)).toEqual(before);
  }
  await store.close();
});

it('a gateway with both keys goes on meanwhile, and what it seals with the previous key is sealed again later', async () => {
  const [previous = '', , present = ''] = keys;
  const database = new Database(folder.file);
  const store = await open(previous, present);
  await directoryOf(store).putTerminal({ terminalId: '0029504320', programme: PROGRAMME, password: 'new' });
  const beside = await open(present, previous);
  expect(await beside.reseal()).toBe(1);
  expect(await beside.reseal()).toBe(0);
  expect(usable(await store.directory.terminal('0068766621'))?.passwords.map(String)).toEqual(['new', 'old']);
  await Promise.all([store.close(), beside.close()]);
  database.close();
});

it('many values are sealed again in several commits', async () => {
  const [previous = '', , present = ''] = keys;
  const store = await open(present);
  for (let number = 0; number < 120; number += 1) {
    const sharedKeyId = `K${String(number)}`;
    await store.provisioningAdmin.addSharedKey({
      ...{ programme: PROGRAMME, sharedKeyId, key: SHARED_KEY, actor: 'test' },
    });
  }
  await store.close();
  const again = await open(previous, present);
  expect(await again.reseal()).toBe(127);
  expect(await again.reseal()).toBe(0);
  await again.close();
});

it('a value that no key opens is refused, and stays', async () => {
  const [previous = '', , present = ''] = keys;
  const database = new Database(folder.file);
  database.prepare('update endpoints set sealed_secret = ?').run(Buffer.alloc(60, 1));
  const store = await open(previous, present);
  await expect(store.reseal()).rejects.toMatchObject({ code: 'INTERNAL' });
  await store.close();
  expect(database.prepare('select sealed_secret from endpoints').pluck().get()).toEqual(Buffer.alloc(60, 1));
  database.close();
});
