import type { JsonObject } from '../../src/core/json.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';

export interface Said extends JsonObject {
  readonly resultCode: number;
  /** Tells the answer to one processing from every other. */
  readonly authorisation: string;
}

/** The wallet service behind the network, with its own record of what it did. */
export interface Wallet {
  process(requestId: string): Said;
  /** What it knows of a request id; null when it has never had it. */
  recall(requestId: string): Said | null;
  /** How often an id moved money (an advice: how often it was booked). */
  moves(requestId: string): number;
  /** Everything it ever answered about an id. */
  said(requestId: string): readonly Said[];
}

export function createWallet(args: { random: Random; journal: Journal; dedupes: boolean }): Wallet {
  const { random, journal } = args;
  const record = new Map<string, Said[]>();
  let count = 0;
  return {
    process(requestId) {
      const before = record.get(requestId) ?? [];
      const [first] = before;
      if (args.dedupes && first !== undefined) return first;
      count += 1;
      const resultCode = random.pick([1, 1, 1, 2, -14, -9]);
      const said = { resultCode, authorisation: `A${String(count)}` };
      record.set(requestId, [...before, said]);
      journal.write({ kind: 'processed', requestId, resultCode });
      return said;
    },
    recall: (requestId) => record.get(requestId)?.at(-1) ?? null,
    moves: (requestId) => (record.get(requestId) ?? []).filter(({ resultCode }) => resultCode > 0).length,
    said: (requestId) => record.get(requestId) ?? [],
  };
}
