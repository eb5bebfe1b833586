import { startBalancer } from '../support/balancer.js';
import { postgresTests } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { approving, startWallet } from '../support/wallet/index.js';
import { until } from '../life/until.js';
import { NODES, nodeSettings } from './settings.js';

postgresTests((_name, create) => {
  it(`${String(NODES)} nodes are restarted one after another under load, and no call fails`, async () => {
    const database = await create();
    const wallet = await startWallet({ behaviour: approving() });
    const ports = await Promise.all(Array.from({ length: NODES }, freePort));
    const start = (port: string) =>
      startGateway({
        env: {
          ...nodeSettings(database.url),
          CARDWAY_PORT: port,
          CARDWAY_DOWNSTREAM_URL: wallet.url,
          // Even on a busy machine, calls are answered, and a stop waits for them.
          CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000',
          CARDWAY_HTTP_DRAIN_MS: '60000',
          CARDWAY_HTTP_DRAIN_DELAY_MS: '500',
        },
      });
    const nodes: TestGateway[] = [];
    for (const port of ports) nodes.push(await start(port));
    const balancer = await startBalancer(ports);
    const load = startSteadyLoad(() => balancer.url, 12);
    try {
      await until('there is load', () => load.answered > 100);
      for (const [index, port] of ports.entries()) {
        const before = load.answered;
        expect(await nodes[index]!.stop()).toBe(0);
        nodes[index] = await start(port);
        await until('the node is dealt to again', () => balancer.ready.has(port));
        await until('calls go on', () => load.answered > before + 100);
      }
    } finally {
      await load.stop();
      await balancer.close();
      await Promise.all(nodes.map((node) => node.kill()));
      await wallet.close();
    }
    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(100 * NODES);
    const [row] = await database.query<{ open: number }>(
      "select count(*) as open from transactions where state <> 'answered'",
    );
    expect(row?.open).toBe(0);
    await database.close();
  });
});
