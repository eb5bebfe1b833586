import type {
  CardDirectory,
  CurrencyDirectory,
  Directory,
  Terminal,
  Unusable,
} from '../../use-cases/directory/directory-port.js';
import { createApiKeys, keyAt } from '../access/api-keys.js';
import type { Operation } from '../engine/operation.js';
import { createProgrammes } from './programmes.js';
import { createTerminalReader, type StoredTerminal } from './terminals.js';
import { createWallets } from './wallets.js';
import type { StoreParts } from '../parts.js';

/** Creates the directory of terminals, wallets and keys. Recent look-ups come from memory. */
export function createDirectory(
  { dialect, sealer, connection, clock }: StoreParts,
  memory: DirectoryMemory,
): Directory & CardDirectory & CurrencyDirectory {
  const remembered = <Value>(find: (key: string) => Operation<Value | null>) =>
    memory.remembered((key) => connection.read(find(key)));
  const wallets = createWallets(dialect);
  const programmes = createProgrammes(dialect);
  const apiKeys = createApiKeys(dialect, sealer);
  const terminal = remembered(createTerminalReader(dialect, sealer));
  const wallet = remembered((reference) => wallets.find(reference));
  const card = remembered((cardId) => wallets.findCard(Number(cardId)));
  const currency = remembered((programme) => programmes.currency(programme));
  const apiKey = remembered((hash) => apiKeys.find(hash));
  return {
    async terminal(terminalId) {
      const stored = await terminal(terminalId);
      return stored === null ? null : terminalOf(stored, clock.nowMs());
    },
    wallet: (reference) => wallet(reference),
    card: (cardId) => card(String(cardId)),
    currencyOf: async (programme) => (await currency(programme))?.currency ?? null,
    async apiKey(presented, { isFresh = false } = {}) {
      const stored = await apiKey(apiKeys.hash(presented), isFresh);
      return stored === null ? null : keyAt(stored, clock.nowMs());
    },
  };
}

function terminalOf(stored: StoredTerminal, nowMs: number): Terminal | Unusable {
  const { terminal, isDisabled, previousUntilMs } = stored;
  if (isDisabled) return { unusable: 'The terminal is disabled.', programme: terminal.programme };
  // Nearly always: no rotation has ended since it was read.
  if (previousUntilMs === null || previousUntilMs > nowMs) return terminal;
  return { ...terminal, passwords: terminal.passwords.slice(0, 1), endedPassword: terminal.passwords[1] };
}

export type DirectoryMemory = ReturnType<typeof createDirectoryMemory>;

/**
 * Creates the memory of recent look-ups. A change by this process makes it forget all of them, because changes are rare. A change by
 * another process is seen within the cache age.
 */
export function createDirectoryMemory({ settings, clock }: Pick<StoreParts, 'settings' | 'clock'>) {
  const { cacheMs, cacheEntriesMax } = settings;
  const kinds: Map<string, unknown>[] = [];
  let version = 0;
  return {
    forget(): void {
      version += 1;
      for (const entries of kinds) entries.clear();
    },
    /** Returns the look-up that remembers what it found. `isFresh` reads anew. */
    remembered<Value>(read: (key: string) => Promise<Value | null>) {
      const entries = new Map<string, { readonly value: Value; readonly readAtMs: number }>();
      kinds.push(entries);

      /**
       * Missing entries are not remembered. Guesses thus displace nothing, and additions of another process are seen at once. At the limit
       * all go: entries do not live long.
       */
      return async (key: string, isFresh = false): Promise<Value | null> => {
        const began = { version, atMs: clock.nowMs() };
        const known = isFresh ? undefined : entries.get(key);
        if (known !== undefined) {
          const ageMs = began.atMs - known.readAtMs;
          // After a clock was set back, entries would look young for ever.
          if (ageMs >= 0 && ageMs < cacheMs) return known.value;
        }
        const value = await read(key);
        if (value === null || began.version !== version) return value;
        if (entries.size >= cacheEntriesMax && !entries.has(key)) entries.clear();
        entries.set(key, { value, readAtMs: began.atMs });
        return value;
      };
    },
  };
}
