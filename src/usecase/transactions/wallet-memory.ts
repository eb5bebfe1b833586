import type { Clock } from '../ports.js';
import type { WalletAnswer } from './wallet-lookup-port.js';

type Answer = Exclude<WalletAnswer, { kind: 'trouble' }>;

export interface WalletMemory {
  /** Null for what is not kept, or too old. */
  find(key: string): Answer | null;
  keep(key: string, answer: Answer): void;
}

/**
 * What is known of wallets, each for its time. Of wallets and of references without one as many are kept as the other, so that
 * guesses crowd no wallet out; beyond that, what was not asked for for longest goes.
 */
export function createWalletMemory(args: {
  readonly clock: Clock;
  readonly knownMs: number;
  readonly unknownMs: number;
  readonly entriesMax: number;
}): WalletMemory {
  const known = createShelf({ ...args, maxAgeMs: args.knownMs });
  const unknown = createShelf({ ...args, maxAgeMs: args.unknownMs });
  return {
    find: (key) => known.find(key) ?? unknown.find(key),
    keep(key, answer) {
      known.delete(key);
      unknown.delete(key);
      (answer.kind === 'known' ? known : unknown).keep(key, answer);
    },
  };
}

interface Shelf extends WalletMemory {
  delete(key: string): void;
}

function createShelf(args: {
  readonly clock: Clock;
  readonly maxAgeMs: number;
  readonly entriesMax: number;
}): Shelf {
  // A Map iterates in the order of insertion: the first entry is the one that was not asked for for longest.
  const entries = new Map<string, { readonly answer: Answer; readonly atMs: number }>();
  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entries.delete(key);
      const ageMs = args.clock.nowMs() - entry.atMs;
      // A clock that was set back makes entries look young for ever.
      if (ageMs >= args.maxAgeMs || ageMs < 0) return null;
      entries.set(key, entry);
      return entry.answer;
    },
    keep(key, answer) {
      if (args.maxAgeMs === 0) return;
      entries.set(key, { answer, atMs: args.clock.nowMs() });
      const oldest = entries.keys().next();
      if (entries.size > args.entriesMax && oldest.done !== true) entries.delete(oldest.value);
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
