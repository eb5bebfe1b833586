/**
 * Tests two nodes on one PostgreSQL: a change on one of them applies to both. Kills: test/nodes/kill; other subjects: the long
 * suites.
 */
import { openStore, type Store } from '../../src/store/store.js';
import { until } from '../life/until.js';
import { openSocket } from '../stream/raw-socket.js';
import { MASTER_KEY, postgresTests, type TestDatabase } from '../support/databases.js';
import { startBalancer } from '../support/balancer.js';
import { balance, RPC2 } from '../support/channels/index.js';
import { freePort } from '../support/free-port.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

const KEY = {
  keyId: 'changes-test',
  key: 'cardway_test_changes',
  role: 'integrator' as const,
  programme: 'sandbox',
};

postgresTests((_name, create) => {
  let database: TestDatabase;
  let wallet: TestWallet;
  let nodes: readonly TestGateway[];
  let urls: readonly string[];
  let admin: Store;

  beforeAll(async () => {
    database = await create();
    wallet = await startWallet({ behaviour: approving() });
    const env = {
      ...nodeSettings(database.url),
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      // Even on a busy machine, calls are answered, and a stop waits for them.
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000',
      CARDWAY_HTTP_DRAIN_MS: '60000',
      ...constants({ DIRECTORY_CACHE_MS: 500, WRONG_CHECKSUMS_PER_HOUR: 1_000_000_000 }),
      // The balancer notices within this time, on a busy machine too.
      CARDWAY_HTTP_DRAIN_DELAY_MS: '5000',
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
    };
    const ports = [await freePort(), await freePort()];
    // One after the other: the first one migrates.
    const first = await startGateway({ env: { ...env, CARDWAY_PORT: ports[0]! } });
    nodes = [first, await startGateway({ env: { ...env, CARDWAY_PORT: ports[1]! } })];
    urls = nodes.map(({ url }) => url);
    admin = await openStore({ databaseUrl: database.url, masterKey: MASTER_KEY, clock: machineClock });
    await admin.directoryAdmin.putApiKey({ ...KEY, isDisabled: false });
  });

  afterAll(async () => {
    await admin.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await wallet.close();
    await database.close();
  });

  async function seenEverywhere(isSeen: (url: string) => Promise<boolean>): Promise<void> {
    const isSeenByAll = async (): Promise<boolean> => !(await Promise.all(urls.map(isSeen))).includes(false);
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
    const sockets = await Promise.all(urls.map((url) => openSocket(url)));
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
    for (const url of urls) expect(await resultCode(url)).not.toBe(-8);
    await admin.directoryAdmin.putTerminal({ ...terminal, isDisabled: true });
    await seenEverywhere(async (url) => (await resultCode(url)) === -8);
    await admin.directoryAdmin.putTerminal({ ...terminal, isDisabled: false });
    await seenEverywhere(async (url) => (await resultCode(url)) !== -8);
  });

  it('no call fails when a node leaves', async () => {
    const [leaving] = nodes;
    const ports = urls.map((url) => new URL(url).port);
    const balancer = await startBalancer(ports);
    const load = startSteadyLoad(() => balancer.url, 8);
    try {
      await until('there is load', () => load.answered > 50);
      expect(await leaving!.stop()).toBe(0);
      expect([...balancer.ready]).toEqual([ports[1]]);
      const before = load.answered;
      await until('calls go on', () => load.answered > before + 30);
    } finally {
      await load.stop();
      await balancer.close();
    }
    expect(load.failures).toEqual([]);
  });
});
