/** Tests wallets that the directory does not have, and that come from the customer's own service. */
import {
  KNOWS_ALL,
  lookupReplayContract,
  walletLookupContract,
  type LookupBench,
} from '../contract/interfaces/wallet-lookup.js';
import { CHANNELS, startBench, type Bench } from '../support/channels/index.js';
import { startWallet, type TestWallet } from '../support/wallet/index.js';

describe('with cached answers', () => {
  const bench = benchWith({ CARDWAY_WALLET_LOOKUP_CACHE_MS: '1800000' });
  describe.each(CHANNELS)('on $name a wallet of the service', (channel) =>
    walletLookupContract(channel, bench),
  );
});

describe('without cached answers', () => {
  const bench = benchWith({ CARDWAY_WALLET_LOOKUP_CACHE_MS: '0' });
  describe.each(CHANNELS)('on $name a call about a wallet of the service', (channel) =>
    lookupReplayContract(channel, bench),
  );
});

function benchWith(env: Readonly<Record<string, string>>): () => LookupBench {
  let bench: Bench;
  let service: TestWallet;

  beforeAll(async () => {
    service = await startWallet({ behaviour: KNOWS_ALL, path: '/wallets' });
    bench = await startBench({
      env: {
        CARDWAY_WALLET_LOOKUP_URL: service.url,
        CARDWAY_WALLET_LOOKUP_TIMEOUT_MS: '1500',
        ...env,
      },
    });
  });

  afterAll(async () => {
    await bench.stop();
    await service.close();
  });

  return () => Object.assign(bench, { service });
}
