import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/store.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { cardway, databaseIn } from './command.js';
import { directoryOf } from '../support/directory.js';

const NEXT = `hex:${'7e'.repeat(32)}`;

let folder: string;
let env: ReturnType<typeof databaseIn>;
let gateway: Store;

beforeEach(async () => {
  folder = temporaryFolder();
  env = databaseIn(folder);
  gateway = await openStore({
    databaseUrl: String(env['CARDWAY_DATABASE_URL']),
    clock: machineClock,
    serving: { pid: 7, waitMs: 0 },
  });
  await gateway.migrate();
  await directoryOf(gateway).putProgramme({ programme: 'shop' });
  const sharedKey = { programme: 'shop', sharedKeyId: '001', key: Buffer.alloc(32, 3), actor: 'test' };
  await gateway.provisioningAdmin.addSharedKey(sharedKey);
});
afterEach(() => gateway.close());

const previousKey = (): string => readFileSync(join(folder, 'cardway.db.key'), 'utf8').trim();

it('reseal changes the master key beside a gateway: then the new one is enough, and the previous one opens nothing', async () => {
  const both = { ...env, CARDWAY_MASTER_KEY: NEXT, CARDWAY_OTHER_MASTER_KEY: previousKey() };
  const json = await cardway(['reseal', '--json'], both);
  // The shared key and the hash key.
  expect(json).toEqual({ status: 0, out: '{"sealedValues":2}\n', err: '' });
  expect((await cardway(['reseal'], both)).out).toMatch(
    /^Sealed anew: 0\. Nothing needs the other master key/,
  );
  await gateway.close();
  const previous = await cardway(['migrate'], env);
  expect([previous.status, previous.err]).toEqual([1, expect.stringContaining('another master key')]);
  gateway = await openStore({
    databaseUrl: String(env['CARDWAY_DATABASE_URL']),
    masterKey: NEXT,
    clock: machineClock,
  });
  const found = await gateway.provisioning.readForVerification({
    programme: 'shop',
    cardId: 1,
    sharedKeyId: '001',
  });
  expect(found.sharedKey?.key).toEqual(Buffer.alloc(32, 3));
});

it('reseal without the other key is a wrong usage', async () => {
  const { status, err } = await cardway(['reseal'], env);
  expect([status, err]).toEqual([2, expect.stringContaining('CARDWAY_OTHER_MASTER_KEY')]);
});

it.each(['canary canary canary canary 32 byt', 'hex:cafe', 'base64:Y2FuYXJ5'])(
  'a master key that is not 32 bytes is refused and not shown: %s',
  async (key) => {
    const { status, out, err } = await cardway(['reseal'], { ...env, CARDWAY_OTHER_MASTER_KEY: key });
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('otherMasterKey');
    expect(err).toContain('32 bytes, as hex: and 64 hex digits, or as base64:');
    expect(err).not.toContain(key);
  },
);
