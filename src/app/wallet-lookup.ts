import { createWalletLookupClient, type WalletLookupClient } from '../outbound/downstream/wallet-lookup.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { Sandbox } from '../sandbox/start.js';
import type { Store } from '../store/store.js';
import type { WalletLookup } from '../use-cases/transactions/downstream-port.js';
import { createWalletLookup } from '../use-cases/transactions/wallet-lookup.js';
import { defaultKeys, downstreamSettings } from './downstream.js';
import { answerReaders } from './routes.js';
import type { Runtime } from './runtime.js';

/** Where wallets are asked for that the directory does not have. */
export interface ExternalWallets {
  readonly lookup: WalletLookup;
  /** Makes ready for the keys of this configuration; `take`, which cannot fail, lets questions be signed with them. */
  prepareReload(config: Config): { take(): void };
  close(): Promise<void>;
}

/** Null where the settings name no service. */
export function walletLookupOf(
  parts: { readonly config: Config; readonly runtime: Runtime; readonly log: Logger; readonly store: Store },
  metrics: Metrics,
  sandbox: Sandbox | null,
): ExternalWallets | null {
  const { config, log, store, runtime } = parts;
  const { settings } = config;
  const url = settings.walletLookup.url;
  if (url === undefined) return null;
  const timeoutMs = settings.walletLookup.timeoutMs;
  const client: WalletLookupClient = createWalletLookupClient({
    ...runtime,
    config: { url, timeoutMs, ...defaultKeys(config, sandbox) },
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
      // Without the reference: what customers are called by is theirs.
      if (about.answer === 'trouble') log.warn(about, 'wallet look-up failed');
    },
  });
  return {
    lookup,
    prepareReload: (next) => client.prepareReload({ url, timeoutMs, ...defaultKeys(next, sandbox) }),
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

/** An unknown wallet is cached briefly, because a customer pays with a new wallet at once. */
const KNOWN_PER_UNKNOWN = 30;
/** The same number as in the cache of the directory. It bounds the memory for made-up references. */
const CACHE_ENTRIES_MAX = 10_000;
/** Enough for 100 look-ups a second when each takes the default time limit. */
const CONCURRENT_MAX = 50;
/** A wallet with a hundred cards is a few kilobytes. */
const ANSWER_BYTES_MAX = 65_536;
