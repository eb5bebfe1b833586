import type { ChainBreak, ChainPlace, PublishedHead } from '../../core/access/audit-chain.js';
import { repeat } from '../../platform/background.js';
import type { Observer, Timer } from '../ports.js';

/** The chain over the audit log (core/access/audit-chain). Errors of all: UNAVAILABLE. */
export interface AuditChain {
  /** Chains rows that are not chained yet, a few in one commit. Several processes take turns. */
  chain(): Promise<ChainRound>;
  /** Returns the head, signed. Null while nothing has begun the chain. */
  head(): Promise<PublishedHead | null>;
  /** Verifies a part of the chain, and changes nothing. */
  verify(part: VerifyOrder): Promise<VerifiedPart>;
  /** Deletes old entries, in small commits, each with a signed checkpoint that the rest starts from. */
  purge(order: AuditPurgeOrder): Promise<AuditPurged>;
}

export interface ChainRound {
  readonly chained: number;
  readonly isMore: boolean;
  /** Change since the last round by somebody who can write to the database, in words; null if there was none. */
  readonly problem: string | null;
}

export interface VerifyOrder {
  /** Place after which the part begins; the hash is the stored one where it is null. Null begins at the last checkpoint. */
  readonly after: { readonly position: number; readonly hash: string | null } | null;
  readonly heads: readonly ChainPlace[];
  readonly limit: number;
}

export interface VerifiedPart {
  /** Entries of this part that are right. */
  readonly checked: number;
  /** Place of the last right entry. */
  readonly end: ChainPlace;
  readonly isEnd: boolean;
  /** Sealed rows that wait for the sequencer. Known at the end only. */
  readonly pending: number;
  readonly broken: ChainBreak | null;
}

export interface AuditPurgeOrder {
  readonly actor: string;
  readonly reason: string;
  readonly beforeMs: number;
}

export interface AuditPurged {
  readonly deleted: number;
  /** Position of the last deleted entry. */
  readonly through: number;
}

export interface AuditSequencer {
  /** Chains what is left, and publishes the head a last time. */
  stop(): Promise<void>;
}

/** Pause after a round that another one follows, so that payments continue while an old log is chained. */
const PAUSE_MS = 20;

/** Chains audit entries for ever, and publishes the head at intervals when it changed. */
export function startAuditSequencer(deps: {
  readonly chain: Pick<AuditChain, 'chain' | 'head'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly publishEveryMs: number;
  readonly publish: (head: PublishedHead) => void;
  readonly alert: Observer['alert'];
  readonly onFailure: (error: unknown) => void;
}): AuditSequencer {
  const { chain, timer, onFailure } = deps;
  let published: string | null = null;
  async function round(): Promise<boolean> {
    const { isMore, problem } = await chain.chain();
    if (problem !== null) deps.alert('audit_chain_broken', { reason: problem });
    if (isMore) await timer.wait(PAUSE_MS).done;
    return isMore;
  }
  async function publish(): Promise<boolean> {
    const head = await chain.head();
    if (head !== null && head.hash !== published) {
      deps.publish(head);
      published = head.hash;
    }
    return false;
  }
  const sequencer = repeat({ timer, round, everyMs: deps.everyMs, startsAtOnce: true, onFailure });
  const publisher = repeat({ timer, round: publish, everyMs: deps.publishEveryMs, onFailure });
  return {
    async stop() {
      await Promise.all([sequencer.stop(), publisher.stop()]);
      try {
        // One round is enough for what a stopping process wrote last. Others chain the rest.
        await chain.chain();
        await publish();
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
