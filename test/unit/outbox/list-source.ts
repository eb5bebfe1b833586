import type { FeedSource } from '../../../src/use-cases/events/event-port.js';

export interface Item {
  readonly sequence: number;
  readonly kind: 'even' | 'odd';
}

export interface ListSource extends FeedSource<Item, Item['kind'] | null> {
  append(count: number): void;
  expireThrough(sequence: number): void;
  /** Makes the next reads fail. */
  fail(count: number, error: Error): void;
  /** Lets the next read arrive only when the promise resolves. */
  hold(until: Promise<unknown>): void;
  readonly reads: number;
}

/** Makes a log in memory. It omits numbers, as rolled-back commits do. `isDeaf`: additions are not announced. */
export function listSource(args: { readonly isDeaf?: boolean; readonly step?: number } = {}): ListSource {
  const items: Item[] = [];
  const listeners = new Set<() => void>();
  let last = 0;
  let expired = 0;
  let failures = 0;
  let failure = new Error();
  const held: Promise<unknown>[] = [];
  let reads = 0;
  return {
    get reads() {
      return reads;
    },
    append(count) {
      for (let added = 0; added < count; added += 1) {
        last += args.step ?? 1;
        items.push({ sequence: last, kind: last % 2 === 0 ? 'even' : 'odd' });
      }
      if (args.isDeaf !== true) for (const listener of listeners) listener();
    },
    expireThrough: (sequence) => (expired = sequence),
    fail(count, error) {
      failures = count;
      failure = error;
    },
    hold: (until) => held.push(until),
    latest: () => Promise.resolve(last),
    async read({ after, filter, limit }) {
      reads += 1;
      // The page is as the log is now. It arrives later: meanwhile the log may grow.
      const newer = items.filter((item) => item.sequence > after);
      await Promise.all([new Promise((resolve) => setImmediate(resolve)), held.shift()]);
      if (failures > 0) {
        failures -= 1;
        throw failure;
      }
      if (expired > after) return { kind: 'expired', expiredThrough: expired };
      const page = newer.slice(0, limit);
      return {
        kind: 'page',
        items: page.filter((item) => filter === null || item.kind === filter),
        through: page.at(-1)?.sequence ?? after,
        isEnd: page.length === newer.length,
      };
    },
    matches: (item, filter) => filter === null || item.kind === filter,
    onAdded: (listener) => listeners.add(listener),
  };
}
