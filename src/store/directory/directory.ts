import type { Clock } from '../../platform/clock.js';
import type {
  CardDirectory,
  CurrencyDirectory,
  Directory,
  KnownCard,
  Terminal,
  Wallet,
  Unusable,
} from '../../use-cases/directory/directory-port.js';
import { createApiKeys, keyAt, type StoredApiKey } from '../access/api-keys.js';
import type { Operation } from '../engine/operation.js';
import { createProgrammes, type ProgrammeCurrency } from './programmes.js';
import { createTerminalReader, type StoredTerminal } from './terminals.js';
import { createWallets } from './wallets.js';
import type { StoreParts } from '../parts.js';

/**
 * Creates the directory of terminals, wallets and keys. Recent look-ups come from memory. `invalidate` makes the next
 * look-up see a change. A change by another process is seen within the cache age.
 */
export function createDirectory(args: StoreParts): {
  directory: Directory & CardDirectory & CurrencyDirectory;
  invalidate: InvalidateDirectory;
} {
  const tables = createTables(args);
  const caches = createCaches(args);
  return {
    directory: createReader(args, tables, caches),
    invalidate: {
      terminal: (terminalId) => caches.terminals.delete(terminalId),
      wallets(references) {
        for (const reference of references) caches.wallets.delete(reference);
        caches.cards.clear();
      },
      apiKey: (hash) => caches.apiKeys.delete(hash),
      programme: (programme) => caches.currencies.delete(programme),
    },
  };
}

/** Functions that drop changed entries from memory, so that the next look-up reads them. */
export interface InvalidateDirectory {
  readonly terminal: (terminalId: string) => void;
  readonly wallets: (references: readonly string[]) => void;
  /** Takes the hash of the stored key. */
  readonly apiKey: (hash: string) => void;
  readonly programme: (programme: string) => void;
}

function createTables({ dialect, sealer }: StoreParts) {
  return {
    programmes: createProgrammes(dialect),
    terminals: createTerminalReader(dialect, sealer),
    wallets: createWallets(dialect),
    apiKeys: createApiKeys(dialect, sealer),
  };
}

function createCaches({ settings, clock }: StoreParts) {
  const limits = { maxAgeMs: settings.cacheMs, entriesMax: settings.cacheEntriesMax, clock };
  return {
    terminals: createCache<StoredTerminal>(limits),
    wallets: createCache<Wallet>(limits),
    /** By card id. */
    cards: createCache<KnownCard>(limits),
    apiKeys: createCache<StoredApiKey>(limits),
    /** By programme. */
    currencies: createCache<ProgrammeCurrency>(limits),
  };
}

function createReader(
  { connection, clock }: StoreParts,
  tables: ReturnType<typeof createTables>,
  caches: ReturnType<typeof createCaches>,
): Directory & CardDirectory & CurrencyDirectory {
  function cached<Value>(
    cache: Cache<Value>,
    key: string,
    read: (key: string) => Operation<Value | null>,
  ): Promise<Value | null> {
    const known = cache.get(key);
    return known === undefined ? load(cache, key, read) : Promise.resolve(known);
  }
  async function load<Value>(
    cache: Cache<Value>,
    key: string,
    read: (key: string) => Operation<Value | null>,
  ): Promise<Value | null> {
    const began = cache.begin();
    const found = await connection.read(read(key));
    if (found !== null) cache.set(key, found, began);
    return found;
  }
  // Made once: most calls find all that they need in memory.
  const find = {
    terminal: (terminalId: string) => tables.terminals(terminalId),
    wallet: (reference: string) => tables.wallets.find(reference),
    currency: (programme: string) => tables.programmes.currency(programme),
    card: (cardId: string) => tables.wallets.findCard(Number(cardId)),
    apiKey: (hash: string) => tables.apiKeys.find(hash),
  };
  return {
    async terminal(terminalId) {
      const stored =
        caches.terminals.get(terminalId) ?? (await load(caches.terminals, terminalId, find.terminal));
      return stored === null ? null : terminalOf(stored, clock.nowMs());
    },
    wallet: (reference) => cached(caches.wallets, reference, find.wallet),
    async currencyOf(programme) {
      const found = await cached(caches.currencies, programme, find.currency);
      return found?.currency ?? null;
    },
    card: (cardId) => cached(caches.cards, String(cardId), find.card),
    async apiKey(presented, { isFresh = false } = {}) {
      const hash = tables.apiKeys.hash(presented);
      const known = isFresh ? undefined : caches.apiKeys.get(hash);
      const stored = known ?? (await load(caches.apiKeys, hash, find.apiKey));
      return stored === null ? null : keyAt(stored, clock.nowMs());
    },
  };
}

function terminalOf(stored: StoredTerminal, nowMs: number): Terminal | Unusable {
  const { terminal, isDisabled, previousUntilMs } = stored;
  if (isDisabled) return { unusable: 'The terminal is disabled.', programme: terminal.programme };
  // Nearly always: no rotation has ended since it was read.
  if (previousUntilMs === null || previousUntilMs > nowMs) return terminal;
  return { ...terminal, passwords: terminal.passwords.slice(0, 1) };
}

type Cache<Value> = ReturnType<typeof createCache<Value>>;

/**
 * Creates a cache of look-ups, each for `maxAgeMs`. Missing entries are not cached. Guesses thus displace nothing, and additions of
 * another process are seen at once. At the limit all go: entries do not live long.
 */
function createCache<Value>(args: {
  readonly maxAgeMs: number;
  readonly entriesMax: number;
  readonly clock: Clock;
}) {
  const entries = new Map<string, { readonly value: Value; readonly readAtMs: number }>();
  let version = 0;
  return {
    /** Marks the start of a look-up. */
    begin: () => ({ atMs: args.clock.nowMs(), version }),
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const ageMs = args.clock.nowMs() - entry.readAtMs;
      // After a clock was set back, entries would look young for ever.
      return ageMs >= args.maxAgeMs || ageMs < 0 ? undefined : entry.value;
    },
    /** Stores the result of a look-up that began then. Without effect where an entry was dropped since. */
    set(key: string, value: Value, began: { readonly atMs: number; readonly version: number }): void {
      if (args.maxAgeMs === 0 || began.version !== version) return;
      if (entries.size >= args.entriesMax && !entries.has(key)) entries.clear();
      entries.set(key, { value, readAtMs: began.atMs });
    },
    delete(key: string): void {
      version += 1;
      entries.delete(key);
    },
    clear(): void {
      version += 1;
      entries.clear();
    },
  };
}
