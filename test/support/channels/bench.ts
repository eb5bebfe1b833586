import { startGateway, temporaryFolder, type TestGateway } from '../gateway.js';
import {
  approving,
  startWallet,
  type Behaviour,
  type ReceivedCall,
  type WalletAnswer,
  type TestWallet,
} from '../wallet/index.js';
import { openLedgerFile, type LedgerFile } from './ledger.js';
import { constants } from '../constants.js';
import { type Late, made, shared } from '../shared.js';

/** A sandbox gateway in front of a scriptable wallet service, and a view into its ledger. */
export interface Bench {
  readonly url: string;
  readonly gateway: TestGateway;
  readonly wallet: TestWallet;
  readonly ledger: LedgerFile;
  /** Returns the calls that the wallet service received for this request id. */
  sent(requestId: string): ReceivedCall[];
  /** Stops the gateway and starts it again on the same folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface BenchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly behaviour?: Behaviour | WalletAnswer;
  /** Wallet that other benches also use. Its owner closes it. */
  readonly wallet?: TestWallet;
  /** Fills the database before the gateway starts. */
  readonly seed?: (databaseUrl: string) => Promise<void>;
}

/** Answer of the wallet service unless a case changes it. */
export const USUAL: Behaviour = approving({ balanceAmount: 626900, actualBalance: 626900 });

export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const folder = temporaryFolder();
  const wallet = options.wallet ?? (await startWallet({ behaviour: options.behaviour ?? USUAL }));
  const env = {
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    // Cases fail downstream on purpose. None tests the breaker.
    ...constants({
      BREAKER_FAILURES_MIN: 1_000_000,
      ADVICE_RETRY_MIN_MS: 3_600_000,
      ADVICE_RETRY_MAX_MS: 3_600_000,
    }),
    // Queued calls stay queued, so that no case sees another one's traffic.

    ...options.env,
  };
  const ledger = openLedgerFile(folder);
  const close = async (): Promise<void> => {
    if (options.wallet === undefined) await wallet.close();
  };
  let gateway: TestGateway;
  try {
    await options.seed?.(`sqlite:${folder}/cardway.db`);
    gateway = await startGateway({ env, folder });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get url() {
      return gateway.url;
    },
    get gateway() {
      return gateway;
    },
    wallet,
    ledger,
    sent: (requestId) => wallet.calls.filter((call) => call.envelope()['request_id'] === requestId),
    async restart() {
      ledger.close();
      await gateway.stop();
      gateway = await startGateway({ env, folder });
    },
    async stop() {
      ledger.close();
      await gateway.stop();
      await close();
    },
  };
}

export const sharedBench = (options: Late<BenchOptions> = {}): Bench =>
  shared(
    () => startBench(made(options)),
    (bench) => bench.stop(),
  );
