/** A wallet service with late connections. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from '../support/constants.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { startLateTls, type LateTls } from '../support/wallet/late-tls.js';
import { until } from '../life/until.js';
import { metric } from './metrics.js';

export interface Stage {
  readonly wallet: TestWallet;
  readonly tls: LateTls;
  readonly gateway: TestGateway;
  close(): Promise<void>;
}

/** Starts a stage: Deducts go to the wallet service by TLS, with a long deadline. */
export async function startStage(): Promise<Stage> {
  const folder = temporaryFolder();
  const wallet = await startWallet({ behaviour: approving() });
  const tls = await startLateTls({ targetPort: wallet.port, folder });
  const url = new URL(wallet.url);
  const file = join(folder, 'cardway.yaml');
  writeFileSync(
    file,
    `downstream: { url: 'https://127.0.0.1:${tls.port}${url.pathname}', timeoutMs: 30000 }\n`,
  );
  const quick = constants({ SWEEP_EVERY_MS: 20, ADVICE_RETRY_MIN_MS: 50 });
  const env = { CARDWAY_CONFIG: file, NODE_EXTRA_CA_CERTS: tls.certificateFile, ...quick };
  const gateway = await startGateway({ folder, env });
  return {
    wallet,
    tls,
    gateway,
    async close() {
      await gateway.kill();
      await tls.close();
      await wallet.close();
    },
  };
}

/**
 * Waits for this many rounds of housekeeping, which are commits: a process that takes over rows of others has had time for it.
 */
export async function sweeps(url: string, rounds: number): Promise<void> {
  const commits = (): Promise<number> => metric(url, 'cardway_store_duration_seconds_count', 'commit');
  const before = await commits();
  await until('housekeeping has gone round', async () => (await commits()) >= before + 3 * rounds);
}
