import { startBalancer } from '../support/balancer.js';
import { postgresTests } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { startGateway } from '../support/gateway.js';
import { startSteadyLoad } from '../support/steady-load.js';
import { approving, startWallet } from '../support/wallet/index.js';
import { until } from '../life/until.js';
import { nodeSettings } from './settings.js';

postgresTests((_name, create) => {
  it('three nodes are restarted one after another under load, and no call fails', async () => {
    const database = await create();
    const wallet = await startWallet({ behaviour: approving() });
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const start = (port: string) =>
      startGateway({
        env: {
          ...nodeSettings(database.url),
          CARDWAY_PORT: port,
          CARDWAY_DOWNSTREAM_URL: wallet.url,
          CARDWAY_HTTP_DRAIN_DELAY_MS: '500',
        },
      });
    const nodes = [await start(ports[0]!), await start(ports[1]!), await start(ports[2]!)];
    const balancer = await startBalancer(ports);
    const load = startSteadyLoad(() => balancer.url, 12);
    try {
      await until('there is load', () => load.answered > 200);
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
    expect(load.answered).toBeGreaterThan(500);
    const [row] = await database.query<{ open: number }>(
      "select count(*) as open from transactions where state <> 'answered'",
    );
    expect(row?.open).toBe(0);
    await database.close();
  });
});
