import type { Actor, AuditBreak, AuditPlace, AuditRecord } from '../../core/access/audit.js';
import { repeat } from '../../platform/background.js';
import type { Observer, Timer } from '../ports.js';

/** The chain of the audit log (core/access/audit). Errors of all: UNAVAILABLE. */
export interface AuditChain {
  /** Returns the place of the last entry. Null where there was never one. */
  head(): Promise<AuditPlace | null>;
  /** Verifies a part of the log, and changes nothing. */
  verify(part: VerifyOrder): Promise<VerifiedPart>;
  /** Deletes the oldest entries, in small commits, and keeps the last hash. Errors: also UNAVAILABLE where one was changed. */
  purge(order: AuditPurgeOrder): Promise<{ readonly deleted: number }>;
}

export interface VerifyOrder {
  /** Place after which the part begins; a null hash is the stored one. Null begins with the oldest entry. */
  readonly after: { readonly position: number; readonly hash: string | null } | null;
  /** Heads that were logged before. */
  readonly heads: readonly AuditPlace[];
  /** Number of entries, at least 2. */
  readonly limit: number;
}

export interface VerifiedPart {
  /** Entries of this part that are right. */
  readonly entries: readonly AuditRecord[];
  /** Place of the last right entry. */
  readonly end: AuditPlace;
  readonly isEnd: boolean;
  readonly broken: AuditBreak | null;
}

export interface AuditPurgeOrder {
  readonly actor: Actor;
  readonly reason: string;
  readonly beforeMs: number;
}

export type AuditFollower = ReturnType<typeof followAuditLog>;

const LOGGED_AT_ONCE = 500;

/** Passes each new entry of the log on, of every process, and the head at intervals when it changed. Alerts to a broken chain. */
export function followAuditLog(deps: {
  readonly chain: Pick<AuditChain, 'head' | 'verify'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly headEveryMs: number;
  readonly onEntry: (entry: AuditRecord) => void;
  readonly onHead: (head: AuditPlace) => void;
  readonly alert: Observer['alert'];
  readonly onFailure: (error: unknown) => void;
}) {
  const { chain, timer, onFailure } = deps;
  /** Place up to which entries were passed on. Undefined before the first round. */
  let known: AuditPlace | null | undefined;
  let logged: string | undefined;

  async function follow(): Promise<boolean> {
    if (known === undefined) known = await chain.head();
    const { entries, end, isEnd, broken } = await chain.verify({
      after: known,
      heads: [],
      limit: LOGGED_AT_ONCE,
    });
    for (const entry of entries) deps.onEntry(entry);
    if (broken === null) {
      if (end.position > 0) known = end;
      return !isEnd;
    }
    deps.alert('audit_chain_broken', { reason: broken.message });
    // The log goes on behind the break.
    known = await chain.head();
    return false;
  }

  async function logHead(): Promise<boolean> {
    const head = await chain.head();
    if (head !== null && head.hash !== logged) {
      deps.onHead(head);
      logged = head.hash;
    }
    return false;
  }

  const following = repeat({ timer, round: follow, everyMs: deps.everyMs, startsAtOnce: true, onFailure });
  const heads = repeat({
    timer,
    round: logHead,
    everyMs: deps.headEveryMs,
    startsAtOnce: true,
    onFailure,
  });
  return {
    /** Logs what is left, and the head a last time. */
    async stop(): Promise<void> {
      await Promise.all([following.stop(), heads.stop()]);
      try {
        await follow();
        await logHead();
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
