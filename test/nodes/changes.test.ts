import { openStore, type Store } from '../../src/store/store.js';
import { until } from '../life/until.js';
import { openSocket } from '../stream/raw-socket.js';
import { MASTER_KEY, postgresTests, type TestDatabase } from '../support/databases.js';
import { balance, RPC2 } from '../support/doors/index.js';
import { machineClock } from '../support/machine-clock.js';
import { startNodes, type Nodes } from '../support/nodes.js';
import { nodeSettings } from './settings.js';

const KEY = {
  keyId: 'changes-test',
  key: 'cardway_test_changes',
  role: 'integrator' as const,
  programme: 'sandbox',
};

postgresTests((_name, create) => {
  let database: TestDatabase;
  let nodes: Nodes;
  let admin: Store;

  beforeAll(async () => {
    database = await create();
    const env = {
      ...nodeSettings(database.url),
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
      CARDWAY_LIMITS_WRONG_CHECKSUMS_PER_HOUR: 'off',
    };
    nodes = await startNodes({ count: 2, env });
    admin = await openStore({ databaseUrl: database.url, masterKey: MASTER_KEY, clock: machineClock });
    await admin.directoryAdmin.putApiKey({ ...KEY, isDisabled: false });
  });

  afterAll(async () => {
    await admin.close();
    await nodes.stop();
    await database.close();
  });

  async function seenEverywhere(isSeen: (url: string) => Promise<boolean>): Promise<void> {
    const isSeenByAll = async (): Promise<boolean> =>
      !(await Promise.all(nodes.urls.map(isSeen))).includes(false);
    await until('all nodes know of the change', isSeenByAll);
  }

  async function secretStatus(url: string): Promise<number> {
    const response = await fetch(`${url}/debit/v1/digitization/generate-time-based-secret?card_id=1`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY.key}` },
    });
    await response.text();
    return response.status;
  }

  it('a key that another process disables is refused by all, and its sockets are closed by all', async () => {
    await seenEverywhere(async (url) => (await secretStatus(url)) !== 401);
    const sockets = await Promise.all(nodes.urls.map((url) => openSocket(url)));
    for (const raw of sockets) {
      raw.send({ type: 'connection_init', payload: { authorization: `Bearer ${KEY.key}` } });
      expect(await raw.next()).toEqual({ type: 'connection_ack' });
    }
    await admin.directoryAdmin.putApiKey({ ...KEY, isDisabled: true });
    await Promise.all([
      seenEverywhere(async (url) => (await secretStatus(url)) === 401),
      ...sockets.map(async ({ closed }) => expect(await closed).toMatchObject({ code: 4403 })),
    ]);
  });

  it('a terminal that another process disables is refused by all', async () => {
    const terminal = {
      terminalId: balance().fields['terminal_id']!,
      programme: 'sandbox',
      password: '1234567890',
    };
    const resultCode = async (url: string): Promise<number | null> =>
      (await RPC2.call(url, balance())).resultCode;
    for (const url of nodes.urls) expect(await resultCode(url)).not.toBe(-8);
    await admin.directoryAdmin.putTerminal({ ...terminal, isDisabled: true });
    await seenEverywhere(async (url) => (await resultCode(url)) === -8);
  });
});
