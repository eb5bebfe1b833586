/** A wallet service with late connections. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deduct, KEYS, requestIdOf, reversalOf, RPC2, type Channel } from '../support/channels/index.js';
import { constants } from '../support/constants.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { startLateTls, type LateTls } from '../support/wallet/late-tls.js';
import { until } from '../life/until.js';
import { metric } from './metrics.js';

export interface Stage {
  readonly wallet: TestWallet;
  readonly tls: LateTls;
  /** Gateway that makes the Deducts. */
  readonly gateway: TestGateway;
  /** Gateway that sends their reversals. */
  readonly other: TestGateway;
  close(): Promise<void>;
}

/** Starts a stage. Deducts go to the wallet service by TLS, with a long deadline. Reversals go without TLS, with a short one. */
export async function startStage(args: {
  readonly env?: Readonly<Record<string, string>>;
  /** Environment of a second process. Left out, only one process runs. */
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
`,
  );
  const quick = constants({ SWEEP_EVERY_MS: 20, ADVICE_RETRY_MIN_MS: 50 });
  const env = { CARDWAY_CONFIG: file, NODE_EXTRA_CA_CERTS: tls.certificateFile, ...quick, ...args.env };
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

/**
 * Waits for this many rounds of housekeeping, which are commits: a process that takes over rows of others has had time for it.
 */
export async function sweeps(url: string, rounds: number): Promise<void> {
  const commits = (): Promise<number> => metric(url, 'cardway_store_duration_seconds_count', 'commit');
  const before = await commits();
  await until('housekeeping has gone round', async () => (await commits()) >= before + 3 * rounds);
}

/** Work between the Deduct and its reversal. */
type Meanwhile = (stage: Stage) => Promise<void>;

export function showsThat(
  title: string,
  channels: readonly Channel[],
  start: () => Promise<Stage>,
  meanwhile: Meanwhile,
): void {
  describe(title, () => {
    it.each(channels)('a Deduct through $name is not written', async (channel) => {
      const stage = await start();
      try {
        const { wallet, tls, gateway, other } = stage;
        const payment = deduct();
        const requestId = requestIdOf(payment, channel.checksumForm);
        const heard = channel.call(gateway.url, payment);
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
          reply_reason: 'reversed_first',
        });
        await until('the reversal is answered', async () => {
          const { state } = await report(other.url, requestIdOf(reversal));
          return state === 'answered';
        });
        expect(await channel.call(gateway.url, payment)).toMatchObject({ resultCode: -3 });
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
