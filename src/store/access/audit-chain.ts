import {
  headText,
  type PublishedHead,
  type ChainPlace,
  breakText,
  type ChainBreak,
  type Checkpoint,
  cutOff,
  headBreak,
} from '../../core/access/audit-chain.js';
import { composeEntry } from '../../core/access/audit-entry.js';
import type { Clock } from '../../platform/clock.js';
import type {
  AuditChain,
  ChainRound,
  VerifiedPart,
  VerifyOrder,
} from '../../use-cases/access/audit-chain.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection } from '../engine/dialect.js';
import { first, type Operation, run, databaseNowMs, type Step } from '../engine/operation.js';
import { createAuditPurge } from './audit-changes.js';
import { originOf, rowBreak } from './audit-links.js';
import {
  type AuditState,
  type ChainParts,
  createAuditState,
  READ_AT_ONCE,
  CHANGED_AT_ONCE,
  IN_TURN,
  NOTHING,
} from './audit-state.js';

/** Creates the chain of the audit log. */
export function createAuditChain(
  args: ChainParts & {
    readonly connection: StoreConnection;
    readonly commits: CommitQueue;
    readonly clock: Clock;
  },
): AuditChain {
  const { connection, clock } = args;
  const state = createAuditState(args);
  const parts = { ...args, state };
  const verify = createVerify(parts);
  return {
    chain: createChaining(parts),
    head: () => connection.read(signedHead(state, clock)),
    verify: (order) => connection.readAside(verify(order)),
    purge: createAuditPurge(parts),
  };
}

function* signedHead(state: AuditState, clock: Clock): Operation<PublishedHead | null> {
  if ((yield* state.keys()).size === 0) return null;
  const { key, head, problem } = yield* state.read();
  // A head that the key does not prove must not be published under it.
  if (problem !== null) return null;
  const place = { position: head.position, hash: head.hash };
  const atMs = clock.nowMs();
  return { ...place, atMs, publicKey: key.publicKey, signature: key.sign(headText(place, atMs)) };
}

/** Creates the sequencer. It remembers the place that it has seen, and reports when that is gone. */
function createChaining(
  args: ChainParts & {
    readonly state: AuditState;
    readonly connection: StoreConnection;
    readonly commits: CommitQueue;
  },
): AuditChain['chain'] {
  const { state, connection, commits, dialect, sealer, random } = args;
  const { statements } = state;
  let seen: ChainPlace | null = null;
  let reported: string | null = null;

  function* chainSome(): Operation<ChainRound & { readonly end: ChainPlace }> {
    yield* state.begin();
    const nowMs = yield* databaseNowMs(dialect);
    const now = yield* state.read();
    const { rows } = yield* run(statements.unchained, { limit: CHANGED_AT_ONCE });
    let end = now.head;
    if (now.problem !== null && rows.length > 0) {
      const place = { position: end.position + 1, atMs: nowMs };
      end = yield* state.append(now, end, { text: breakText(place) });
    }
    let problem = now.problem;
    for (const row of rows) {
      const isRepeated =
        row.entryId !== null && (yield* first(statements.byId, { entryId: row.entryId })) !== null;
      const origin = originOf(row, { sealer, checkpoint: now.checkpoint, isRepeated });
      if (origin === 'none') problem ??= `row ${String(row.sequence)} of the audit log was added or changed`;
      const { text, beside } = composeEntry(row, { position: end.position + 1, origin }, random);
      end = yield* state.append(now, end, {
        text,
        sequence: row.sequence,
        entryId: isRepeated ? null : row.entryId,
        beside: JSON.stringify(beside),
      });
      yield* run(statements.mark, { sequence: row.sequence, position: end.position });
    }
    return { chained: rows.length, isMore: rows.length === CHANGED_AT_ONCE, problem, end };
  }

  /** Reports a problem once. */
  function newProblem(problem: string | null): string | null {
    if (problem === null || problem === reported) return null;
    reported = problem;
    return problem;
  }

  return async () => {
    const { hasWork, problem, head } = await connection.read(look(state, seen));
    if (problem !== null || seen === null || (head?.position ?? 0) > seen.position) seen = head;
    if (!hasWork) return { chained: 0, isMore: false, problem: newProblem(problem) };
    const round = await commits.submit(chainSome, IN_TURN);
    seen = round.end;
    return { ...round, problem: newProblem(problem ?? round.problem) };
  };
}

/** Reads what a round needs to know without a commit: whether there is work, and whether what was seen is still there. */
function* look(
  { statements }: AuditState,
  seen: ChainPlace | null,
): Operation<{
  readonly hasWork: boolean;
  readonly problem: string | null;
  readonly head: ChainPlace | null;
}> {
  const waiting = yield* run(statements.unchained, { limit: 1 });
  const problem = yield* lostSince(statements, seen);
  return { hasWork: waiting.rows.length > 0, problem, head: yield* first(statements.head, {}) };
}

function* lostSince(statements: AuditState['statements'], place: ChainPlace | null): Step<string | null> {
  if (place === null) return null;
  const now = yield* first(statements.link, { position: place.position });
  if (now !== null)
    return now.hash === place.hash ? null : `entry ${String(place.position)} of the audit log was replaced`;
  const last = yield* first(statements.checkpoint, {});
  if (last !== null && last.position >= place.position) return null;
  return `the audit log was cut off before entry ${String(place.position)}`;
}

/** Creates the verification of a part of the chain. It changes nothing. */
function createVerify({
  state,
  sealer,
}: ChainParts & { readonly state: AuditState }): (order: VerifyOrder) => Operation<VerifiedPart> {
  const { statements } = state;

  /** Verifies a part. A purge or a new key may come between two statements, so a break is looked at a second time. */
  function* verifyPart(order: VerifyOrder): Operation<VerifiedPart> {
    const part = yield* verifyOnce(order);
    return part.broken === null ? part : yield* verifyOnce(order);
  }

  function* verifyOnce({ after, heads, limit }: VerifyOrder): Step<VerifiedPart> {
    const known = yield* state.keys();
    const last = yield* state.checkpoint(known);
    if (last === null) return ended(NOTHING, 0, ALL_GONE);
    if (!last.isRight) {
      const message = 'The signed checkpoint that the chain starts from was changed.';
      const { position } = last.checkpoint;
      return ended(last.checkpoint, 0, { kind: 'changed', position, sequence: null, message });
    }
    const isFirst = after === null || after.position <= last.checkpoint.position;
    const before = yield* first(statements.link, {
      position: isFirst ? last.checkpoint.position : after.position,
    });
    if (!isFirst && before === null) {
      const { position } = after;
      const message = `Entry ${String(position)} was removed, or the end was cut off before it.`;
      return ended(NOTHING, 0, { kind: 'removed', position, sequence: null, message });
    }
    const from: ChainPlace = isFirst
      ? last.checkpoint
      : { position: after.position, hash: after.hash ?? before?.hash ?? '' };
    const { rows } = yield* run(statements.links, { after: from.position, limit });
    let end: ChainPlace = { position: from.position, hash: from.hash };
    let checked = 0;
    const startBreak = isFirst ? headBreak(heads, end) : null;
    if (startBreak !== null) return ended(end, checked, startBreak);
    for (const row of rows) {
      const broken = rowBreak(row, { known, heads, before: end });
      if (broken !== null) return ended(end, checked, broken);
      end = { position: row.position, hash: row.hash };
      checked += 1;
    }
    if (rows.length === limit) return { checked, end, isEnd: false, pending: 0, broken: null };
    const { pending, broken } = yield* tail(last.checkpoint);
    const cut = cutOff(heads, end);
    return { checked, end, isEnd: true, pending, broken: cut ?? broken };
  }

  /** Looks at rows of the log that no entry of the chain names. */
  function* tail(checkpoint: Checkpoint): Step<Pick<VerifiedPart, 'pending' | 'broken'>> {
    const early = yield* earlyEntry(state, checkpoint);
    if (early !== null) return { pending: 0, broken: early };
    let pending = 0;
    for (let after = BEFORE_ALL; ;) {
      const { rows } = yield* run(statements.outside, { after, limit: READ_AT_ONCE });
      for (const row of rows) {
        const isRepeated =
          row.entryId !== null && (yield* first(statements.byId, { entryId: row.entryId })) !== null;
        const origin = originOf(row, { sealer, checkpoint, isRepeated });
        if (row.chainPosition !== null || origin === 'none') {
          const { sequence } = row;
          const message = `Row ${String(sequence)} of the audit log was added, or its entry of the chain was removed.`;
          return { pending, broken: { kind: 'added', position: null, sequence, message } };
        }
        pending += 1;
        after = row.sequence;
      }
      if (rows.length < READ_AT_ONCE) return { pending, broken: null };
    }
  }

  return verifyPart;
}

const ALL_GONE: ChainBreak = {
  kind: 'removed',
  position: 0,
  sequence: null,
  message: 'The chain and its signed checkpoint were removed.',
};

/** Somebody may have added a row before the first one. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

function ended(end: ChainPlace, checked: number, broken: ChainBreak): VerifiedPart {
  const { position, hash } = end;
  return { checked, end: { position, hash }, isEnd: true, pending: 0, broken };
}

/** Finds an entry before the checkpoint, where a purge leaves none. */
function* earlyEntry({ statements }: AuditState, checkpoint: Checkpoint): Step<ChainBreak | null> {
  const early = yield* first(statements.early, { through: checkpoint.position });
  if (early === null) return null;
  const { position, sequence } = early;
  const message = `Entry ${String(position)} was added: the chain starts from a checkpoint behind it.`;
  return { kind: 'added', position, sequence, message };
}
