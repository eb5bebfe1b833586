/** Ends what is under way when a signal says so. */
export interface Endings {
  add(signal: AbortSignal, end: () => void): void;
  remove(signal: AbortSignal, end: () => void): void;
}

/**
 * One listener at a signal for all that is under way: a signal goes through its listeners whenever one is added, so that a thousand
 * attempts with one each would spend their time on that.
 */
export function createEndings(): Endings {
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    add(signal, end) {
      let ends = bySignal.get(signal);
      if (ends === undefined) {
        const all = new Set<() => void>();
        signal.addEventListener('abort', () => {
          for (const each of all) each();
        });
        bySignal.set(signal, (ends = all));
      }
      ends.add(end);
      if (signal.aborted) end();
    },
    remove: (signal, end) => void bySignal.get(signal)?.delete(end),
  };
}
