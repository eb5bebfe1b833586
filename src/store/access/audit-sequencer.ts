import { type ChainPlace, markerText } from '../../core/access/audit-chain.js';
import { composeEntry } from '../../core/access/audit-entry.js';
import type { AuditChain, ChainRound } from '../../use-cases/access/audit-chain.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { originOf } from './audit-links.js';
import { type AuditState, chainedThrough, type ChainParts, CHANGED_AT_ONCE, IN_TURN } from './audit-state.js';

/** Creates the sequencer. It remembers the place that it has seen, and reports when that is gone. */
export function createChaining(
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
    yield* state.begin(false);
    const nowMs = yield* databaseNowMs(dialect);
    const now = yield* state.read();
    const { rows } = yield* run(statements.unchained, { limit: CHANGED_AT_ONCE });
    let end = now.head;
    if (now.problem !== null && rows.length > 0) {
      const place = { position: end.position + 1, atMs: nowMs };
      end = yield* state.append(now, end, { text: markerText({ kind: 'break' }, place) });
    }
    let problem = now.problem;
    let through = yield* chainedThrough(state);
    for (const row of rows) {
      const isRepeated =
        row.entryId !== null && (yield* first(statements.byId, { entryId: row.entryId })) !== null;
      const origin = originOf(row, { sealer, checkpoint: now.checkpoint, nowMs, isRepeated, through });
      through = Math.max(through, row.sequence);
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
