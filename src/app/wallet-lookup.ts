import { createWalletLookupClient, type WalletLookupClient } from '../outbound/downstream/wallet-lookup.js';
import { type PeerTls, tlsFor } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Sandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import type { WalletLookup } from '../use-cases/transactions/downstream-port.js';
import { createWalletLookup } from '../use-cases/transactions/wallet-lookup.js';
import { answerReaders, defaultKeys, downstreamSettings } from './downstream.js';
import type { Runtime } from './runtime.js';

/** Look-up of wallets that the directory does not have. */
export interface ExternalWallets {
  readonly lookup: WalletLookup;
  /** Prepares the keys of this configuration. `take` applies them and cannot fail. */
  prepareReload(config: Config, peers: readonly PeerTls[]): { take(): void };
  close(): Promise<void>;
}

/** Returns null where the settings name no service. */
export function walletLookupOf(
  parts: { readonly config: Config; readonly runtime: Runtime; readonly log: Logger; readonly store: Store },
  metrics: Metrics,
  sandbox: Sandbox | null,
  peers: readonly PeerTls[],
): ExternalWallets | null {
  const { config, log, store, runtime } = parts;
  const { settings } = config;
  const url = settings.walletLookup.url;
  if (url === undefined) return null;
  const timeoutMs = settings.walletLookup.timeoutMs;
  const client: WalletLookupClient = createWalletLookupClient({
    ...runtime,
    config: { url, timeoutMs, signingKeys: defaultKeys(config, sandbox), tls: tlsFor(peers, url) },
    settings: lookupSettings(config),
    readJson: answerReaders(settings).readJson,
    onSigningKey: () => log.warn('the wallet look-up takes the other signing key'),
  });
  const lookup = createWalletLookup({
    ...runtime,
    ask: client.ask,
    cards: store.directory,
    timeoutMs,
    knownMs: settings.walletLookup.cacheMs,
    unknownMs: settings.walletLookup.cacheMs / KNOWN_PER_UNKNOWN,
    entriesMax: CACHE_ENTRIES_MAX,
    onLookup(about) {
      metrics.walletLookup(about);
      // The reference is left out: a customer's identifier belongs to the customer.
      if (about.answer === 'failed') log.warn(about, 'wallet look-up failed');
    },
  });
  return {
    lookup,
    prepareReload: (next, nextPeers) =>
      client.prepareReload({
        url,
        timeoutMs,
        signingKeys: defaultKeys(next, sandbox),
        tls: tlsFor(nextPeers, url),
      }),
    close: () => client.close(),
  };
}

function lookupSettings({ settings }: Config): ReturnType<typeof downstreamSettings> {
  const usual = downstreamSettings(settings);
  return {
    ...usual,
    answerBytesMax: ANSWER_BYTES_MAX,
    bulkhead: { ...usual.bulkhead, concurrentMax: CONCURRENT_MAX },
  };
}

/** Divisor of the cache time for unknown wallets. Their time is short, because a customer pays with a new wallet at once. */
const KNOWN_PER_UNKNOWN = 30;
/** Cache size, as in the directory's cache. It bounds the memory for invented references. */
const CACHE_ENTRIES_MAX = 10_000;
/** Look-ups at one time: enough for 100 a second when each takes the default time limit. */
const CONCURRENT_MAX = 50;
/** Longest answer. A wallet with a hundred cards is a few kilobytes. */
const ANSWER_BYTES_MAX = 65_536;
