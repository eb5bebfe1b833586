import { type Clock, momentOf, addMs, untilMs } from '../../platform/clock.js';
import type { CardDirectory } from '../directory/directory-port.js';
import type { Timer } from '../ports.js';
import type { AskForWallet, WalletLookupResult, WalletAnswer, WalletLookup } from './downstream-port.js';

/**
 * Finds wallets that the directory does not have, in the customer's own service. Answers are cached for a while, and simultaneous
 * calls for one wallet share one request. Failures are not cached: the next call asks again, if the breaker allows it.
 *
 * A wallet with a card that the directory has in another programme fails (`foreign_card`), because no service may decide on cards
 * of another programme. A card that the directory has as blocked stays blocked, under whatever reference the service names it.
 */
export function createWalletLookup(deps: {
  readonly ask: AskForWallet;
  readonly cards: CardDirectory;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Time limit of one request, which calls may share. */
  readonly timeoutMs: number;
  readonly knownMs: number;
  readonly unknownMs: number;
  /** Number of cached wallets, and of cached references without one. */
  readonly entriesMax: number;
  readonly onLookup: (about: WalletLookupResult) => void;
}): WalletLookup {
  const { clock } = deps;
  const memory = createWalletMemory(deps);
  const asking = new Map<string, Promise<WalletAnswer>>();

  async function ask(key: string, reference: string, programme: string): Promise<WalletAnswer> {
    const deadline = addMs(momentOf(clock), deps.timeoutMs);
    const answer = await deps.ask({ reference, programme, deadline });
    const checked = await withDirectory(answer, programme);
    if (answer.kind !== 'failed' && checked.kind !== 'failed') memory.keep(key, answer);
    return checked;
  }

  /** Applies what the directory says now. A block or a new programme of a card must not wait for the cache. */
  async function withDirectory(answer: WalletAnswer, programme: string): Promise<WalletAnswer> {
    if (answer.kind !== 'known') return answer;
    const known = await Promise.all(answer.wallet.cards.map(({ cardId }) => deps.cards.card(cardId)));
    if (known.some((card) => card !== null && card.programme !== programme))
      return { kind: 'failed', reason: 'foreign_card' };
    const cards = answer.wallet.cards.map((card, index) =>
      known[index]?.isBlocked === true ? { ...card, isBlocked: true } : card,
    );
    return { kind: 'known', wallet: { ...answer.wallet, cards } };
  }

  function begin(key: string, reference: string, programme: string): Promise<WalletAnswer> {
    const answer = ask(key, reference, programme).finally(() => asking.delete(key));
    asking.set(key, answer);
    return answer;
  }

  return {
    async find({ reference, programme, deadline }) {
      const beganAtMs = clock.monotonicMs();
      const key = JSON.stringify([programme, reference]);
      const lookedUp = (answer: WalletAnswer, source: WalletLookupResult['source']): WalletAnswer => {
        const reason = answer.kind === 'failed' ? answer.reason : null;
        deps.onLookup({
          answer: answer.kind,
          source,
          reason,
          programme,
          durationMs: clock.monotonicMs() - beganAtMs,
        });
        return answer;
      };
      const kept = memory.find(key);
      if (kept !== null) return lookedUp(await withDirectory(kept, programme), 'cache');
      const shared = asking.get(key);
      const answer = shared ?? begin(key, reference, programme);
      const limit = deps.timer.wait(Math.max(0, untilMs(clock, deadline)));
      const tooLate = limit.done.then((): WalletAnswer => ({ kind: 'failed', reason: 'deadline_passed' }));
      try {
        return lookedUp(await Promise.race([answer, tooLate]), shared === undefined ? 'service' : 'shared');
      } finally {
        limit.cancel();
      }
    },
  };
}

type Answer = Exclude<WalletAnswer, { kind: 'failed' }>;

interface WalletMemory {
  /** Returns null where none is cached, or it is too old. */
  find(key: string): Answer | null;
  keep(key: string, answer: Answer): void;
}

/**
 * Caches answers, each for its time. Wallets and references without one have separate limits, so that guesses displace no wallet.
 * Beyond a limit, the answer that was not used for longest is dropped.
 */
function createWalletMemory(args: {
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
  // A Map iterates in the order of insertion, so the first entry is the one that was not used for longest.
  const entries = new Map<string, { readonly answer: Answer; readonly atMs: number }>();
  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entries.delete(key);
      const ageMs = args.clock.nowMs() - entry.atMs;
      // A clock that was set back would make entries look young for ever.
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
