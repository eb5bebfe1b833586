/**
 * Tests docs/reference/transactions.md#second-look-before-sending, as test/fault/late-connection does, through the other
 * interfaces and with wrong clocks.
 */
import { GRAPHQL, JSON_PROXY, RPC2, XML_PROXY } from '../support/channels/index.js';
import { postgresTests } from '../support/databases.js';
import { movedClock } from '../support/moved-clock.js';
import { whyNoTls } from '../support/wallet/late-tls.js';
import { until } from '../life/until.js';
import { nodeSettings } from '../nodes/settings.js';
import { showsThat, startStage } from './late-connection-bench.js';

if (whyNoTls !== null) {
  process.stderr.write(`Skipped: late connections: ${whyNoTls}\n`);
  it(`is not run: ${whyNoTls}`, () => undefined);
} else {
  showsThat(
    'one process alone, on SQLite',
    [GRAPHQL, JSON_PROXY, XML_PROXY],
    () => startStage({}),
    () => Promise.resolve(),
  );

  showsThat(
    'a clock that steps 60 s, on SQLite',
    // All interfaces share the code behind them.
    [RPC2],
    () => startStage({ env: movedClock({ stepMs: 60_000 }) }),
    async ({ gateway }) => {
      process.kill(gateway.pid, 'SIGUSR2');
      await until('the clock has stepped', async () => {
        const ready = (await (await fetch(`${gateway.url}/health/ready`)).json()) as {
          clocks: { databaseDriftMs: number };
        };
        return ready.clocks.databaseDriftMs < -50_000;
      });
    },
  );

  postgresTests((_name, create) => {
    showsThat(
      'another node whose clock is 45 s ahead, on PostgreSQL',
      [JSON_PROXY],
      async () => {
        const database = await create();
        const stage = await startStage({
          env: nodeSettings(database.url),
          otherEnv: { ...nodeSettings(database.url), ...movedClock({ aheadMs: 45_000 }) },
        });
        return {
          ...stage,
          async close() {
            await stage.close();
            await database.close();
          },
        };
      },
      () => Promise.resolve(),
    );
  });
}
