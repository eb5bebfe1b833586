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
  freshId,
  KEYS,
  requestIdOf,
  reversalOf,
  RPC2,
  type Call,
  type Door,
} from '../support/doors/index.js';
import { postgresTests } from '../support/databases.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { approving, startWallet, type ReceivedCall, type TestWallet } from '../support/wallet/index.js';
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
    `downstream: { url: 'https://127.0.0.1:${tls.port}${url.pathname}', timeoutMs: 30000, connectTimeoutMs: 30000 }
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

const isDeduct = (received: ReceivedCall): boolean =>
  (received.envelope()['request'] as { readonly method_name: string }).method_name === 'Deduct';

/** One payment by each door. */
interface Payment {
  readonly door: Door;
  readonly call: Call;
}

async function reversed({ other }: Stage, { call, door }: Payment): Promise<void> {
  const heard = await RPC2.call(other.url, reversalOf(call));
  expect([door.name, heard.status, heard.resultCode]).toEqual([door.name, 200, 1]);
}

async function isLeftUnwritten({ wallet, gateway, other }: Stage, { call, door }: Payment): Promise<void> {
  const saved = await report(gateway.url, requestIdOf(call, door.checksumForm));
  expect([door.name, saved['state'], saved['default_reason']]).toEqual([
    door.name,
    'refused',
    'reversed_first',
  ]);
  await until('the reversal is answered', async () => {
    const { state } = await report(other.url, requestIdOf(reversalOf(call)));
    return state === 'answered';
  });
  expect((await door.call(gateway.url, call)).resultCode).toBe(-3);
  expect(wallet.calls.filter(isDeduct)).toEqual([]);
}

function showsThat(title: string, start: () => Promise<Stage>, meanwhile: Meanwhile): void {
  it(`a Deduct through any door is not written: ${title}`, async () => {
    const stage = await start();
    try {
      const { wallet, tls, gateway, other } = stage;
      const payments = DOORS.map((door) => ({ door, call: deduct({ transaction_id: freshId() }) }));
      const heard = payments.map(({ door, call }) => door.call(gateway.url, call));
      await tls.reached(payments.length);
      await meanwhile(stage);
      await sweeps(other.url, 3);
      for (const payment of payments) await reversed(stage, payment);
      tls.let();
      const codes = (await Promise.all(heard)).map(({ resultCode }) => resultCode);
      expect(codes).toEqual(payments.map(() => -3));
      expect(wallet.calls.filter(isDeduct)).toEqual([]);
      for (const payment of payments) await isLeftUnwritten(stage, payment);
    } finally {
      await stage.close();
    }
  });
}

if (whyNoTls !== null) {
  process.stderr.write(`Skipped: late connections: ${whyNoTls}\n`);
  it(`is not run: ${whyNoTls}`, () => undefined);
} else {
  showsThat(
    'one process alone, on SQLite',
    () => startStage({}),
    () => Promise.resolve(),
  );

  showsThat(
    'a clock that steps 60 s, on SQLite',
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
}
