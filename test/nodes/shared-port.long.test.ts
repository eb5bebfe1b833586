/** Tests several processes on one port of one machine (`reusePort`). Linux only. */
import { platform } from 'node:os';
import { until } from '../life/until.js';
import { postgresTests, type TestDatabase } from '../support/databases.js';
import { deduct, freshId, JSON_PROXY } from '../support/channels/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { nodeSettings } from './settings.js';

const CALLS = 40;

if (platform() !== 'linux') {
  process.stderr.write('Skipped: a shared port needs Linux\n');
  it('is not run: a shared port needs Linux', () => undefined);
} else {
  postgresTests((_name, create) => {
    let database: TestDatabase;
    const gateways: TestGateway[] = [];

    const start = async (port: string): Promise<TestGateway> => {
      const shared = { CARDWAY_REUSE_PORT: 'true', CARDWAY_METRICS_PORT: '0', CARDWAY_PORT: port };
      // Every log level prints the ready line.
      const gateway = await startGateway({ env: { ...nodeSettings(database.url), ...shared } });
      gateways.push(gateway);
      return gateway;
    };

    beforeAll(async () => {
      database = await create();
      const first = await start('0');
      await start(new URL(first.url).port);
    });

    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await database.close();
    });

    const metricsUrl = ({ lines }: TestGateway): string =>
      (JSON.parse(lines[0] ?? '') as { metricsUrl: string }).metricsUrl;

    async function served(gateway: TestGateway): Promise<number> {
      const text = await (await fetch(metricsUrl(gateway))).text();
      const counts = text.matchAll(/^cardway_http_requests_total\{path="\/v1\/proxy".*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    }

    it('share the calls, and each has its own port for health and metrics', async () => {
      const [first, second] = gateways as [TestGateway, TestGateway];
      expect(second.url).toBe(first.url);
      expect(metricsUrl(second)).not.toBe(metricsUrl(first));
      let calls = 0;
      // The kernel chooses by the source address of a connection: after enough calls both have had one.
      await until('both have served', async () => {
        for (let call = 0; call < CALLS; call += 1, calls += 1)
          expect((await JSON_PROXY.call(first.url, deduct({ transaction_id: freshId() }))).resultCode).toBe(
            1,
          );
        return (await served(first)) > 0 && (await served(second)) > 0;
      });
      expect((await served(first)) + (await served(second))).toBe(calls);
    });

    it('a stopping node leaves the port to the others', async () => {
      const [first, second] = gateways as [TestGateway, TestGateway];
      expect(await first.stop()).toBe(0);
      const before = await served(second);
      for (let call = 0; call < 5; call += 1)
        expect((await JSON_PROXY.call(second.url, deduct({ transaction_id: freshId() }))).resultCode).toBe(1);
      expect(await served(second)).toBe(before + 5);
    });
  });
}
