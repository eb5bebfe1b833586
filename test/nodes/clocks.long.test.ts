/**
 * Tests docs/reference/transactions.md#leases and docs/reference/provisioning.md#clock-drift: a node with a wrong clock damages
 * nothing of other nodes, and reports its error.
 */
import { postgresTests, type TestDatabase } from '../support/databases.js';
import {
  deduct,
  CHANNELS,
  freshId,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_CHANNELS,
  type Call,
  type Reply,
} from '../support/channels/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import {
  approving,
  gate,
  respond,
  startWallet,
  type Gate,
  type TestWallet,
} from '../support/wallet/index.js';
import { metric } from '../fault/metrics.js';
import { until } from '../life/until.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

/**
 * Settings of a short lease and a deadline of 9 s. The deadline ends before the first look of a node that is 12 s ahead, and long
 * after the wallet service has answered.
 */
const BRIEF = {
  CARDWAY_DOWNSTREAM_TIMEOUT_MS: '9000',
  ...constants({ LEASE_MS: 1000, SWEEP_EVERY_MS: 60, LATE_ANSWER_MS: 30_000 }),
};

/**
 * Clock errors in milliseconds: the first is within the time that housekeeping waits anyway, the second exceeds it and the limit
 * of secrets.
 */
const AHEAD_MS = [12_000, 31_000];
const BEHIND_MS = -31_000;

postgresTests((_name, create) => {
  let database: TestDatabase;
  let wallet: TestWallet;
  let hold: Gate;
  let right: TestGateway;
  /** Gateways with wrong clocks, by how far they are ahead. */
  const wrong = new Map<number, TestGateway>();
  const running: TestGateway[] = [];

  beforeAll(async () => {
    database = await create();
    wallet = await startWallet({ behaviour: approving() });
    right = await start(BRIEF);
    for (const aheadMs of [...AHEAD_MS, BEHIND_MS])
      wrong.set(aheadMs, await start({ ...BRIEF, ...movedClock({ aheadMs }) }));
  });

  beforeEach(() => {
    hold = gate();
    wallet.behave(approving());
  });

  afterEach(() => hold.open());

  afterAll(async () => {
    await Promise.all(running.map((node) => node.kill()));
    await wallet.close();
    await database.close();
  });

  async function start(env: Readonly<Record<string, string>>): Promise<TestGateway> {
    const own = { ...nodeSettings(database.url), CARDWAY_DOWNSTREAM_URL: wallet.url };
    const node = await startGateway({ env: { ...own, ...env } });
    running.push(node);
    return node;
  }

  function answersWait(): void {
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
  }

  /** Waits for rounds of housekeeping, each of several commits: a process that takes over rows of others has had time for it. */
  async function sweeps(node: TestGateway, rounds: number): Promise<void> {
    const commits = (): Promise<number> => metric(node.url, 'cardway_store_duration_seconds_count', 'commit');
    const before = await commits();
    await until('housekeeping has gone round', async () => (await commits()) >= before + 3 * rounds);
  }

  /** Resolves when the wallet service has got this many calls. Fails where one of these calls ends before. */
  async function reached(count: number, calls: readonly Promise<Reply>[]): Promise<void> {
    const early = calls.map(async (call) => {
      throw new Error(`ended before the wallet service had answered: ${JSON.stringify(await call)}`);
    });
    await Promise.race([wallet.called(count), ...early]);
  }

  async function report(node: TestGateway, call: Call): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${KEYS.operator}` };
    const response = await fetch(`${node.url}/v1/transactions/${requestIdOf(call)}`, { headers });
    return (await response.json()) as Record<string, unknown>;
  }

  const forwards = (call: Call): number =>
    wallet.calls.filter((received) => received.envelope()['request_id'] === requestIdOf(call)).length;

  async function alerts(...nodes: readonly TestGateway[]): Promise<number> {
    const counts = await Promise.all(
      nodes.flatMap(({ url }) =>
        ['transaction_in_doubt', 'transaction_contradicted'].map((alert) =>
          metric(url, 'cardway_alerts_total', `alert="${alert}"`),
        ),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  it('calls and reversals of a node are not affected by nodes that are ahead', async () => {
    const others = AHEAD_MS.map((aheadMs) => wrong.get(aheadMs)!);
    const before = wallet.calls.length;
    answersWait();
    const payments = Array.from({ length: 8 }, () => deduct({ transaction_id: freshId() }));
    const paid = payments.map((call, index) => CHANNELS[index % 4]!.call(right.url, call));
    await reached(before + 8, paid);
    await Promise.all(others.map((node) => sweeps(node, 4)));
    hold.open();
    const heard: readonly Reply[] = await Promise.all(paid);
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(heard.map(() => 1));

    hold = gate();
    answersWait();
    const reversals = payments.slice(0, 4).map((payment) => reversalOf(payment));
    const reversed = reversals.map((call, index) => XML_CHANNELS[index % 2]!.call(right.url, call));
    await reached(before + 12, reversed);
    await Promise.all(others.map((node) => sweeps(node, 4)));
    hold.open();
    expect((await Promise.all(reversed)).map(({ resultCode }) => resultCode)).toEqual(reversals.map(() => 1));

    for (const call of reversals) {
      expect(await report(right, call)).toMatchObject({ state: 'answered', attempt: 1 });
      expect(forwards(call)).toBe(1);
    }
    const states = await database.query<{ state: string }>('select distinct state from transactions');
    expect(states).toEqual([{ state: 'answered' }]);
    expect(wallet.calls).toHaveLength(before + 12);
    expect(await alerts(right, ...others)).toBe(0);
  });

  it('an advice that a node behind is sending is not sent by other nodes', async () => {
    const before = wallet.calls.length;
    const payment = deduct({ transaction_id: freshId() });
    await RPC2.call(right.url, payment);
    answersWait();
    const reversal = reversalOf(payment);
    const heard = RPC2.call(wrong.get(BEHIND_MS)!.url, reversal);
    await reached(before + 2, [heard]);
    await sweeps(right, 4);
    hold.open();
    expect(await heard).toMatchObject({ resultCode: 1 });
    expect(await report(right, reversal)).toMatchObject({ state: 'answered', attempt: 1 });
    expect(forwards(reversal)).toBe(1);
  });

  it('a node that is ahead sends no reversal before the time of late answers has passed', async () => {
    const adjustment = reversalOf(deduct({ transaction_id: freshId() }), {}, 'LoadAdjustment');
    wallet.behave(respond({ status: 500 }));
    expect(await RPC2.call(right.url, adjustment)).toMatchObject({ resultCode: 1 });
    expect(await report(right, adjustment)).toMatchObject({ state: 'in_doubt' });
    wallet.behave(approving());
    const reversal = reversalOf(adjustment, {}, 'LoadReversal');
    expect(await RPC2.call(wrong.get(31_000)!.url, reversal)).toMatchObject({ resultCode: 1 });
    expect([(await report(right, reversal))['state'], forwards(reversal)]).toEqual(['queued', 0]);
  });

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
    const before = wallet.calls.length;
    const killed = await start(short);
    const left = await start({ ...short, ...movedClock({ stepMs: -3_600_000 }) });
    answersWait();
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
