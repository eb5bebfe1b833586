/** Tests a key that another process disables: both nodes on one PostgreSQL refuse it, and close its sockets. */
import { openStore } from '../../src/store/store.js';
import { until } from '../life/until.js';
import { openSocket } from '../stream/raw-socket.js';
import { MASTER_KEY, postgresTests } from '../support/databases.js';
import { machineClock } from '../support/machine-clock.js';
import { startNodes } from '../support/nodes.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';
import { directoryOf } from '../support/directory.js';

const KEY = {
  keyId: 'changes-test',
  key: 'cardway_test_changes',
  role: 'integrator' as const,
  programme: 'sandbox',
};

postgresTests((_name, create) => {
  it('a key that another process disables is refused by all, and its sockets are closed by all', async () => {
    const database = await create();
    const env = {
      ...nodeSettings(database.url),
      ...constants({ DIRECTORY_CACHE_MS: 500 }),
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
    };
    const nodes = await startNodes({ count: 2, env });
    const { urls } = nodes;
    const admin = await openStore({
      databaseUrl: database.url,
      masterKey: MASTER_KEY,
      clock: machineClock,
    });
    try {
      await directoryOf(admin).putApiKey({ ...KEY, isDisabled: false });
      const isRefused = async (url: string): Promise<boolean> => (await secretStatus(url)) === 401;
      const refusals = (): Promise<boolean[]> => Promise.all(urls.map(isRefused));
      await until('all nodes know the key', async () => !(await refusals()).includes(true));
      const sockets = await Promise.all(urls.map((url) => openSocket(url)));
      for (const raw of sockets) {
        raw.send({ type: 'connection_init', payload: { authorization: `Bearer ${KEY.key}` } });
        expect(await raw.next()).toEqual({ type: 'connection_ack' });
      }
      await directoryOf(admin).putApiKey({ ...KEY, isDisabled: true });
      await until('all nodes refuse the key', async () => !(await refusals()).includes(false));
      for (const { closed } of sockets) expect(await closed).toMatchObject({ code: 4403 });
    } finally {
      await admin.close();
      await nodes.stop();
      await database.close();
    }
  });
});

async function secretStatus(url: string): Promise<number> {
  const response = await fetch(`${url}/debit/v1/digitization/generate-time-based-secret?card_id=1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY.key}` },
  });
  await response.text();
  return response.status;
}
