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

  it.each(['0068766621', '0029504320'])('has the published terminal %s', async (terminalId) => {
    const passwords = [Buffer.from('1234567890')];
    expect(await store.directory.terminal(terminalId)).toMatchObject({ programme: 'sandbox', passwords });
  });

  it.each([
    ['43172792905', 1001, 5001],
    ['556789731480', 1002, 5002],
  ])('has the published wallet %s', async (reference, customerId, cardId) => {
    const cards = [{ cardId, isDefault: true }];
    expect(await store.directory.wallet(reference)).toMatchObject({
      programme: 'sandbox',
      customerId,
      cards,
    });
  });

  it.each([
    ['client', 'sandbox'],
    ['integrator', 'sandbox'],
    ['network', 'sandbox'],
    ['operator', null],
  ])('has the published key of the role %s', async (role, programme) => {
    const keyId = `sandbox-${role}`;
    expect(await store.directory.apiKey(`cardway_sandbox_${role}`)).toMatchObject({ keyId, role, programme });
  });

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
