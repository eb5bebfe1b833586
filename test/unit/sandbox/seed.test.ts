import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_SHARED_KEY, SANDBOX_SIGNING_KEY } from '../../../src/sandbox/data.js';
import { seedSandbox } from '../../../src/sandbox/start.js';
import { openStore } from '../../../src/store/store.js';
import type { DirectoryAdmin } from '../../../src/use-cases/directory/directory-port.js';
import { temporaryFolder } from '../../support/gateway.js';
import { machineClock } from '../../support/machine-clock.js';

test('the directory gets the published sandbox data, programme first', async () => {
  const put: [string, unknown][] = [];
  const record = (what: string) => (input: unknown) => {
    put.push([what, input]);
    return Promise.resolve();
  };
  const directory: DirectoryAdmin = {
    putProgramme: record('programme'),
    putTerminal: record('terminal'),
    putWallet: record('wallet'),
    putApiKey: record('key'),
  };
  await seedSandbox(directory, {
    addSharedKey: (input) => record('shared key')(input) as never,
  });
  const programme = 'sandbox';
  expect(put).toEqual([
    ['programme', { programme, name: 'Sandbox' }],
    ['terminal', { terminalId: '0068766621', programme, password: '1234567890' }],
    ['terminal', { terminalId: '0029504320', programme, password: '1234567890' }],
    [
      'wallet',
      { reference: '43172792905', programme, customerId: 1001, cards: [{ cardId: 5001, isDefault: true }] },
    ],
    [
      'wallet',
      { reference: '556789731480', programme, customerId: 1002, cards: [{ cardId: 5002, isDefault: true }] },
    ],
    ['key', { keyId: 'sandbox-client', key: 'cardway_sandbox_client', role: 'client', programme }],
    [
      'key',
      { keyId: 'sandbox-integrator', key: 'cardway_sandbox_integrator', role: 'integrator', programme },
    ],
    ['key', { keyId: 'sandbox-network', key: 'cardway_sandbox_network', role: 'network', programme }],
    [
      'key',
      { keyId: 'sandbox-operator', key: 'cardway_sandbox_operator', role: 'operator', programme: null },
    ],
    [
      'shared key',
      {
        programme,
        sharedKeyId: '001',
        key: Buffer.from('12345678901234567890123456789012'),
        actor: 'sandbox',
      },
    ],
  ]);
});

test('a wallet that was moved to another programme stays there at the next start', async () => {
  const folder = temporaryFolder();
  const store = await openStore({ databaseUrl: `sqlite:${join(folder, 'cardway.db')}`, clock: machineClock });
  await store.migrate();
  await seedSandbox(store.directoryAdmin, store.provisioningAdmin);
  await store.provisioningAdmin.putProgramme({ programme: 'second', actor: 'test' });
  const [reference, programme] = ['43172792905', 'second'];
  await store.administration.wallets.move({ actor: 'test', reference, programme });
  await seedSandbox(store.directoryAdmin, store.provisioningAdmin);
  expect(await store.directory.wallet(reference)).toMatchObject({ programme });
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the published keys are the published keys', () => {
  expect(SANDBOX_SIGNING_KEY).toBe('sandbox-signing-key');
  expect(Buffer.from(SANDBOX_SHARED_KEY.hex, 'hex').toString()).toBe('12345678901234567890123456789012');
  expect(SANDBOX_SHARED_KEY.keyId).toBe('001');
});
