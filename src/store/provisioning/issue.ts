import { sql } from 'kysely';
import { timeStep } from '../../core/secret.js';
import type { AttemptStanding, IssueInput, IssueOutcome } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { databaseNowMs, first, run, runWith, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Agreements } from './agreements.js';
import { ATTEMPT, IS_ISSUED, standingOf, type AttemptRow } from './attempt-row.js';
import { compileHistoryEntry } from './history.js';

/** What an issue is made of, once it is clear that there will be one. */
interface Life {
  readonly sharedKeyId: string;
  readonly counter: number;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * A card has one open attempt at a time (service.md 4.2). Whoever submits it names the card as a lock, so that what is looked at here
 * stays so until the commit.
 */
export function createIssue(
  dialect: StoreDialect,
  parts: { readonly agreements: Agreements },
): (input: IssueInput) => Operation<IssueOutcome> {
  const statements = compileStatements(dialect);
  const history = compileHistoryEntry(dialect);

  /** Null when there is room for one more within the window. */
  function* untilRoomMs(input: IssueInput, nowMs: number): Step<number | null> {
    const { cardId, issuesMax, windowMs } = input;
    const { rows } = yield* run(statements.issues, { cardId, issuesMax, sinceMs: nowMs - windowMs });
    if (rows.length < issuesMax) return null;
    const oldest = rows.map(({ atMs }) => atMs).sort((a, b) => b - a)[issuesMax - 1];
    return oldest === undefined ? null : oldest + windowMs - nowMs;
  }

  /**
   * The current step's counter, or where its code was accepted or guessed at too often the following one's, or neither. Whoever
   * verifies for us takes the current step and its neighbours (wire.md 3.3), so it cannot be any other.
   */
  function* freeCounter(
    input: IssueInput,
    now: { step: number; nowMs: number },
    sharedKeyId: string,
  ): Step<number | null> {
    const { step, nowMs } = now;
    const given = { cardId: input.cardId, sharedKeyId, step, next: step + 1 };
    const { rows } = yield* run(statements.atSteps, given);
    const isTaken = (counter: number): boolean =>
      rows.some(
        (row) =>
          row.counter === counter &&
          (standingOf(row, nowMs) === 'spent' || row.wrongCodes >= input.wrongCodesMax),
      );
    return [step, step + 1].find((counter) => !isTaken(counter)) ?? null;
  }

  function* record(
    input: IssueInput,
    open: AttemptRow | null,
    life: Life,
  ): Step<{ attemptId: string; isRenewal: boolean }> {
    const by = { actor: input.actor, atMs: life.issuedAtMs };
    const standing = open === null ? null : standingOf(open, life.issuedAtMs);
    if (open !== null && standing === 'open' && isSameCode(open, life)) {
      const { attemptId } = open;
      yield* runWith(statements.renew, { attemptId }, life);
      yield* run(history, { ...by, attemptId, from: 'issued', to: 'issued', reason: 'renewed' });
      return { attemptId, isRenewal: true };
    }
    if (open !== null) {
      const { attemptId } = open;
      const end = endOf(standing, input.actor);
      const { changes } = yield* run(statements.close, { attemptId, to: end.to });
      // The sweep may have ended it between the look and this.
      if (changes === 1) yield* run(history, { ...end, atMs: life.issuedAtMs, attemptId, from: 'issued' });
    }
    yield* runWith(statements.insert, input, life);
    yield* run(history, { ...by, attemptId: input.attemptId, from: null, to: 'issued', reason: null });
    return { attemptId: input.attemptId, isRenewal: false };
  }

  return function* issue(input) {
    const nowMs = yield* databaseNowMs(dialect);
    const driftMs = nowMs - input.machineNowMs;
    if (Math.abs(driftMs) > input.driftMaxMs) return { kind: 'drifted', driftMs };
    const agreed = yield* parts.agreements.issuing(input.programme);
    if (agreed === null) return { kind: 'no_active_key' };
    const { settings, sharedKey } = agreed;
    // Each new attempt closes the one before, so that no other can be open; and most cards have none at all.
    const latest = yield* first(statements.latest, input);
    const retryAfterMs = latest === null ? null : yield* untilRoomMs(input, nowMs);
    if (retryAfterMs !== null) return { kind: 'limited', retryAfterMs };
    const step = timeStep(nowMs, settings.stepMs);
    const { sharedKeyId } = sharedKey;
    const counter = latest === null ? step : yield* freeCounter(input, { step, nowMs }, sharedKeyId);
    if (counter === null) return { kind: 'limited', retryAfterMs: (step + 1) * settings.stepMs - nowMs };
    const life = { sharedKeyId, counter, issuedAtMs: nowMs, expiresAtMs: nowMs + settings.validityMs };
    const open = latest?.state === 'issued' ? latest : null;
    return { kind: 'issued', ...(yield* record(input, open, life)), ...agreed, ...life };
  };
}

/** What ended by itself reads the same, whether the sweep came first or the next issue. */
function endOf(standing: AttemptStanding | null, actor: string) {
  return standing === 'expired'
    ? ({ to: 'expired', actor: 'gateway', reason: 'not_verified' } as const)
    : ({ to: 'superseded', actor, reason: 'later_secret' } as const);
}

function isSameCode(open: AttemptRow, life: Life): boolean {
  return open.sharedKeyId === life.sharedKeyId && open.counter === life.counter;
}

function compileStatements({ compiler }: StoreDialect) {
  const attempts = compiler.selectFrom('provisioning_attempts');
  return {
    latest: compile((p: { cardId: number }) =>
      attempts.select(ATTEMPT).where('card_id', '=', p.cardId).orderBy('sequence', 'desc').limit(sql.lit(1)),
    ),
    atSteps: compile((p: { cardId: number; sharedKeyId: string; step: number; next: number }) =>
      attempts
        .select(ATTEMPT)
        .where('card_id', '=', p.cardId)
        .where('counter', 'in', [p.step, p.next])
        .where('shared_key_id', '=', p.sharedKeyId),
    ),
    issues: compile((p: { cardId: number; issuesMax: number; sinceMs: number }) =>
      compiler
        .selectFrom((eb) =>
          eb
            .selectFrom('provisioning_attempts')
            .select('attempt_id')
            .where('card_id', '=', p.cardId)
            .orderBy('sequence', 'desc')
            .limit(p.issuesMax)
            .as('latest'),
        )
        .innerJoin('attempt_history', 'attempt_history.attempt_id', 'latest.attempt_id')
        .select('at_ms as atMs')
        .where('to_state', '=', 'issued')
        .where('at_ms', '>', p.sinceMs),
    ),
    renew: compile((p: { attemptId: string }, q: Life) =>
      compiler
        .updateTable('provisioning_attempts')
        .set({ issued_at_ms: q.issuedAtMs, expires_at_ms: q.expiresAtMs })
        .where('attempt_id', '=', p.attemptId),
    ),
    close: compile((p: { attemptId: string; to: 'expired' | 'superseded' }) =>
      compiler
        .updateTable('provisioning_attempts')
        .set({ state: p.to })
        .where('attempt_id', '=', p.attemptId)
        .where(IS_ISSUED),
    ),
    insert: compile((p: IssueInput, q: Life) =>
      compiler.insertInto('provisioning_attempts').values({
        attempt_id: p.attemptId,
        programme: p.programme,
        card_id: p.cardId,
        customer_id: p.customerId,
        shared_key_id: q.sharedKeyId,
        counter: q.counter,
        state: 'issued',
        issued_at_ms: q.issuedAtMs,
        expires_at_ms: q.expiresAtMs,
      }),
    ),
  };
}
