/**
 * Tests docs/provisioning.md#clocks and docs/reference/transactions.md#leases: a node with a wrong clock reports it, and
 * one whose clock is set back works on. The model tests that clocks damage nothing of other nodes.
 */
import { postgresTests, type TestDatabase } from '../support/databases.js';
import {
  deduct,
  freshId,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  type Call,
} from '../support/channels/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { approving, gate, sharedWallet } from '../support/wallet/index.js';
import { metric } from '../fault/metrics.js';
import { until } from '../life/until.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

/** Clock errors in milliseconds: the first is within the limit of secrets, and the others exceed it. */
const AHEAD_MS = [12_000, 31_000, -31_000];

postgresTests((_name, create) => {
  let database: TestDatabase;
  /** Gateways with wrong clocks, by how far they are ahead. */
  const wrong = new Map<number, TestGateway>();
  const running: TestGateway[] = [];
  const wallet = sharedWallet({ behaviour: approving() });

  beforeAll(async () => {
    database = await create();
    for (const aheadMs of AHEAD_MS) wrong.set(aheadMs, await start(movedClock({ aheadMs })));
  });

  afterAll(async () => {
    await Promise.all(running.map((node) => node.kill()));
    await database.close();
  });

  async function start(env: Readonly<Record<string, string>>): Promise<TestGateway> {
    const own = { ...nodeSettings(database.url), CARDWAY_DOWNSTREAM_URL: wallet.url };
    const node = await startGateway({ env: { ...own, ...env } });
    running.push(node);
    return node;
  }

  async function report(node: TestGateway, call: Call): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${KEYS.operator}` };
    const response = await fetch(`${node.url}/v1/transactions/${requestIdOf(call)}`, { headers });
    return (await response.json()) as Record<string, unknown>;
  }

  it.each([
    [12_000, 200],
    [31_000, 503],
    [-31_000, 503],
  ])(
    'a node %i ms ahead reports it, answers secrets with %i, and serves other calls',
    async (aheadMs, status) => {
      const node = wrong.get(aheadMs)!;
      const ready = await fetch(`${node.url}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ clocks: { isWarning: true } });
      await until('it says by how much', async () => Math.abs((await driftOf(node)) + aheadMs) < 1000);
      await until(
        'it is an alert',
        async () => (await metric(node.url, 'cardway_alerts_total', 'alert="clock_drift"')) > 0,
      );
      const secret = await fetch(`${node.url}/debit/v1/digitization/generate-time-based-secret`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEYS.integrator}`, 'Content-Type': 'application/json' },
        body: '{"card_id":5001}',
      });
      expect(secret.status).toBe(status);
      if (status === 503)
        expect(await secret.json()).toMatchObject({
          error: {
            code: 'UNAVAILABLE',
            message: 'Secrets are refused while the clock of this gateway is wrong.',
          },
        });
      expect(await RPC2.call(node.url, deduct({ transaction_id: freshId() }))).toMatchObject({
        status: 200,
        resultCode: 1,
      });
    },
  );

  it('a clock that is set back 1 h leaves no row of a killed process pending, and no reversal queued', async () => {
    const short = {
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000',
      ...constants({ LEASE_MS: 100, SWEEP_EVERY_MS: 60, ADVICE_RETRY_MIN_MS: 50 }),
    };
    // Only one node runs: no other ends the calls of the killed one.
    await Promise.all(running.splice(0).map((node) => node.kill()));
    const hold = gate();
    const before = wallet.calls.length;
    const killed = await start(short);
    const left = await start({ ...short, ...movedClock({ stepMs: -3_600_000 }) });
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
    const payment = deduct({ transaction_id: freshId() });
    const cut = RPC2.call(killed.url, payment).catch(() => null);
    await wallet.called(before + 1);
    await killed.kill();
    await cut;
    process.kill(left.pid, 'SIGUSR2');
    await until('its clock was set back', async () => (await driftOf(left)) > 3_590_000);
    await until('the row is in doubt', async () => (await report(left, payment))['state'] === 'in_doubt');
    hold.open();
    const reversal = reversalOf(payment);
    expect(await RPC2.call(left.url, reversal)).toMatchObject({ resultCode: 1 });
    await until('the reversal is answered', async () => {
      return (await report(left, reversal))['state'] === 'answered';
    });
  });

  async function driftOf(node: TestGateway): Promise<number> {
    const ready = (await (await fetch(`${node.url}/health/ready`)).json()) as {
      clocks: { databaseDriftMs: number };
    };
    return ready.clocks.databaseDriftMs;
  }
});
