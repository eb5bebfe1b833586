import type { Clock } from '../../usecase/ports.js';

export interface Cache<Value> {
  get(key: string): Value | undefined;
  /** Of a look-up that began then; without effect where something was forgotten since. */
  set(key: string, value: Value, began: Beginning): void;
  /** A look-up begins. */
  begin(): Beginning;
  delete(key: string): void;
  clear(): void;
}

export interface Beginning {
  readonly atMs: number;
  readonly version: number;
}

/**
 * Keeps the entries that were used last, each for `maxAgeMs`. What is not there is not kept, so that guesses crowd nothing out
 * and what another process adds is seen at once.
 */
export function createCache<Value>(args: {
  readonly maxAgeMs: number;
  readonly entriesMax: number;
  readonly clock: Clock;
}): Cache<Value> {
  // A Map iterates in the order of insertion: the first entry is the one that was not used for longest.
  const entries = new Map<string, { readonly value: Value; readonly readAtMs: number }>();
  let version = 0;
  const forget = (change: () => void): void => {
    version += 1;
    change();
  };
  return {
    begin: () => ({ atMs: args.clock.nowMs(), version }),
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      const ageMs = args.clock.nowMs() - entry.readAtMs;
      // A clock that was set back makes entries look young for ever.
      if (ageMs >= args.maxAgeMs || ageMs < 0) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, began) {
      if (args.maxAgeMs === 0 || began.version !== version) return;
      entries.delete(key);
      const oldest = entries.keys().next();
      if (entries.size >= args.entriesMax && oldest.done !== true) entries.delete(oldest.value);
      entries.set(key, { value, readAtMs: began.atMs });
    },
    delete: (key) => forget(() => entries.delete(key)),
    clear: () => forget(() => entries.clear()),
  };
}
