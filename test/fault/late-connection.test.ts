/**
 * Contract 4.9: a Deduct whose connection comes only after its reversal was answered is not written, whatever clocks say.
 *
 *   npm test -- test/fault/late-connection.test.ts
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  deduct,
  DOORS,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  type Door,
} from '../support/doors/index.js';
import { postgresTests } from '../support/databases.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { startLateTls, whyNoTls, type LateTls } from '../support/wallet/late-tls.js';
import { until } from '../life/until.js';
import { nodeSettings } from '../nodes/settings.js';
import { metric } from './metrics.js';

interface Stage {
  readonly wallet: TestWallet;
  readonly tls: LateTls;
  /** Makes the Deducts … */
  readonly gateway: TestGateway;
  /** … and takes their reversals. */
  readonly other: TestGateway;
  close(): Promise<void>;
}

/** Deducts go to the wallet service by TLS, with all the time of the world; reversals plainly, with little. */
async function startStage(args: {
  readonly env?: Readonly<Record<string, string>>;
  /** Of a second process; without it there is one. */
  readonly otherEnv?: Readonly<Record<string, string>>;
}): Promise<Stage> {
  const folder = temporaryFolder();
  const wallet = await startWallet({ behaviour: approving() });
  const tls = await startLateTls({ targetPort: wallet.port, folder });
  const url = new URL(wallet.url);
  const file = join(folder, 'cardway.yaml');
  writeFileSync(
    file,
    `downstream: { url: 'https://127.0.0.1:${tls.port}${url.pathname}', timeoutMs: 30000 }
routes: [{ name: reversals, methods: [DeductReversal], url: '${wallet.url}', timeoutMs: 400 }]
sweep: { everyMs: 20 }
advice: { retryMinMs: 50 }
transaction: { lease: 10s }
`,
  );
  const env = { CARDWAY_CONFIG: file, NODE_EXTRA_CA_CERTS: tls.certificateFile, ...args.env };
  const gateway = await startGateway({ folder, env });
  const { otherEnv } = args;
  const other =
    otherEnv === undefined ? gateway : await startGateway({ folder, env: { ...env, ...otherEnv } });
  return {
    wallet,
    tls,
    gateway,
    other,
    async close() {
      await Promise.all([...new Set([gateway, other])].map((process) => process.kill()));
      await tls.close();
      await wallet.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function report(url: string, requestId: string): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${KEYS.operator}` };
  return (await (await fetch(`${url}/v1/transactions/${requestId}`, { headers })).json()) as Record<
    string,
    unknown
  >;
}

/** Rounds of housekeeping are commits; whoever would take what is not theirs has had the time for it. */
async function sweeps(url: string, rounds: number): Promise<void> {
  const commits = (): Promise<number> => metric(url, 'cardway_store_duration_seconds_count', 'commit');
  const before = await commits();
  await until('housekeeping has gone round', async () => (await commits()) >= before + 3 * rounds);
}

/** Between the Deduct and its reversal. */
type Meanwhile = (stage: Stage) => Promise<void>;

function showsThat(
  title: string,
  doors: readonly Door[],
  start: () => Promise<Stage>,
  meanwhile: Meanwhile,
): void {
  describe(title, () => {
    it.each(doors)('a Deduct through $name is not written', async (door) => {
      const stage = await start();
      try {
        const { wallet, tls, gateway, other } = stage;
        const payment = deduct();
        const requestId = requestIdOf(payment, door.checksumForm);
        const heard = door.call(gateway.url, payment);
        await tls.reached(1);
        await meanwhile(stage);
        await sweeps(other.url, 3);
        const reversal = reversalOf(payment);
        expect(await RPC2.call(other.url, reversal)).toMatchObject({ status: 200, resultCode: 1 });
        tls.let();
        expect(await heard).toMatchObject({ resultCode: -3 });
        const methods = wallet.calls.map((call) => (call.envelope()['request'] as Named).method_name);
        expect(methods).not.toContain('Deduct');
        expect(await report(gateway.url, requestId)).toMatchObject({
          state: 'refused',
          default_reason: 'reversed_first',
        });
        await until('the reversal is answered', async () => {
          const { state } = await report(other.url, requestIdOf(reversal));
          return state === 'answered';
        });
        expect(await door.call(gateway.url, payment)).toMatchObject({ resultCode: -3 });
        expect(wallet.calls.map((call) => (call.envelope()['request'] as Named).method_name)).not.toContain(
          'Deduct',
        );
      } finally {
        await stage.close();
      }
    });
  });
}

interface Named {
  readonly method_name: string;
}

if (whyNoTls !== null) {
  process.stderr.write(`Skipped: late connections: ${whyNoTls}\n`);
  it(`is not run: ${whyNoTls}`, () => undefined);
} else {
  showsThat(
    'one process alone, on SQLite',
    DOORS,
    () => startStage({}),
    () => Promise.resolve(),
  );

  showsThat(
    'a clock that steps 60 s, on SQLite',
    // What is behind the doors is the same.
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

  it('a Deduct whose connection comes late, and that nobody has reversed, is written once', async () => {
    const stage = await startStage({});
    try {
      const { wallet, tls, gateway } = stage;
      const payment = deduct();
      const heard = RPC2.call(gateway.url, payment);
      await tls.reached(1);
      await sweeps(gateway.url, 10);
      tls.let();
      expect(await heard).toMatchObject({ status: 200, resultCode: 1 });
      await tls.reached(1);
      expect(wallet.calls).toHaveLength(1);
      expect(wallet.connections()).toBe(1);
    } finally {
      await stage.close();
    }
  });

  it("calls that come at once do not wait for each other's handshakes", async () => {
    const stage = await startStage({});
    try {
      const { wallet, tls, gateway } = stage;
      const payments = Array.from({ length: 4 }, () => deduct());
      const heard = payments.map((payment) => JSON_PROXY.call(gateway.url, payment));
      await tls.reached(payments.length);
      tls.let();
      for (const each of heard) expect(await each).toMatchObject({ status: 200, resultCode: 1 });
      expect(wallet.calls).toHaveLength(payments.length);
    } finally {
      await stage.close();
    }
  });
}
