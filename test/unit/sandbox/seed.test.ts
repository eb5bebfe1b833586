import { join } from 'node:path';
import { SANDBOX_SHARED_KEY, SANDBOX_SIGNING_KEY } from '../../../src/sandbox/data.js';
import { seedSandbox } from '../../../src/sandbox/start.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { temporaryFolder } from '../../support/gateway.js';
import { machineClock } from '../../support/machine-clock.js';

describe('the sandbox', () => {
  const folder = temporaryFolder();
  let store: Store;

  beforeAll(async () => {
    store = await openStore({ databaseUrl: `sqlite:${join(folder, 'cardway.db')}`, clock: machineClock });
    await store.migrate();
    await seedSandbox(store);
  });

  afterAll(() => store.close());

  it('leaves a wallet that was moved to another programme there at the next start', async () => {
    const programme = 'second';
    await store.provisioningAdmin.putProgramme({ programme, actor: 'test' });
    await store.administration.wallets.move({ actor: 'test', reference: '43172792905', programme });
    await seedSandbox(store);
    expect(await store.directory.wallet('43172792905')).toMatchObject({ programme });
  });
});

test('the published keys are the published keys', () => {
  expect(SANDBOX_SIGNING_KEY).toBe('sandbox-signing-key');
  expect(Buffer.from(SANDBOX_SHARED_KEY.hex, 'hex').toString()).toBe('12345678901234567890123456789012');
  expect(SANDBOX_SHARED_KEY.keyId).toBe('001');
});
