import { sql } from 'kysely';
import { isAddedByApplication, ruleOnToken } from '../../core/provisioning/token-authorization.js';
import type {
  AuthorizeInput,
  AuthorizeOutcome,
  SavedAuthorization,
} from '../../use-cases/provisioning/attempt-port.js';
import type { FindCard } from '../directory/wallets.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, runWith, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { type ChangeAttempt, createFreeAttempts, wantedAt } from './attempt-changes.js';
import { columnsOf, named } from '../engine/names.js';

interface Decided extends SavedAuthorization {
  readonly cardId: number;
  readonly tokenRequestorId: string;
  readonly walletId: string;
  readonly path: string | null;
  readonly recommendation: string | null;
  readonly panSource: string | null;
}

/**
 * Decides on a token in one commit: reads the card, the attempts and earlier decisions, takes the attempt, writes the decision.
 */
export function createAuthorize(
  dialect: StoreDialect,
  parts: { readonly findCard: FindCard; readonly changes: ChangeAttempt },
): (input: AuthorizeInput) => Operation<AuthorizeOutcome> {
  const find = compileFind(dialect);
  const findReported = compileFindReported(dialect);
  const insert = compileInsert(dialect);
  const freeAttempts = createFreeAttempts(dialect);

  function* rule(input: AuthorizeInput, nowMs: number): Step<'foreign_card' | SavedAuthorization> {
    const card = yield* parts.findCard(input.cardId);
    if (card !== null && card.programme !== input.programme) return 'foreign_card';
    const isByApplication = isAddedByApplication(input.panSource);
    const attempt = isByApplication ? yield* freeAttempts.forToken(wantedAt(input, nowMs)) : null;
    const ruling = ruleOnToken({ ...input, card, isByApplication, attempt });
    if (attempt !== null && ruling.attempt !== null) {
      const isMoved = yield* parts.changes.move(
        {
          attemptId: attempt.attemptId,
          fromState: attempt.state,
          toState: ruling.attempt,
          actor: input.actor,
          reason: ruling.reason,
          atMs: nowMs,
        },
        input,
      );
      // The sweep of another node ended it since it was read, and it is not found again.
      if (!isMoved) return yield* rule(input, nowMs);
    }
    const { decision, reason } = ruling;
    const attemptId = ruling.attempt === null ? null : (attempt?.attemptId ?? null);
    return { decision, reason, attemptId, decidedAtMs: nowMs };
  }

  return function* authorize(input) {
    const before = yield* first(find, input);
    if (before !== null && before.cardId !== input.cardId) return { kind: 'conflict', field: 'card_id' };
    if (before !== null && isFinal(before)) {
      const field = firstDifference(before, input);
      return field === null
        ? { kind: 'decided', authorization: decisionOf(before), isReplay: true }
        : { kind: 'conflict', field };
    }
    const reported = yield* first(findReported, input);
    if (reported !== null && reported.cardId !== input.cardId) return { kind: 'conflict', field: 'card_id' };
    const authorization = yield* rule(input, yield* databaseNowMs(dialect));
    if (authorization === 'foreign_card') return { kind: 'foreign_card' };
    if (before !== null && isSame(before, input, authorization)) {
      return { kind: 'decided', authorization: decisionOf(before), isReplay: true };
    }
    yield* runWith(insert, input, authorization);
    return { kind: 'decided', authorization, isReplay: false };
  };
}

function decisionOf({ decision, reason, attemptId, decidedAtMs }: Decided): SavedAuthorization {
  return { decision, reason, attemptId, decidedAtMs };
}

function isFinal({ decision }: Decided): boolean {
  return decision !== 'REQUIRE_ADDITIONAL_AUTHENTICATION';
}

/** Returns whether the decision is unchanged. A repeat is then not written again. */
function isSame(before: Decided, input: AuthorizeInput, now: SavedAuthorization): boolean {
  return (
    before.decision === now.decision &&
    before.reason === now.reason &&
    firstDifference(before, input) === null
  );
}

/** Returns the name in snake case of the first difference, or null. The device's name does not make another request. */
function firstDifference(before: Decided, input: AuthorizeInput): string | null {
  return COMPARED.find(([name]) => before[name] !== input[name])?.[1] ?? null;
}

const COMPARED = [
  ['cardId', 'card_id'],
  ['walletId', 'wallet_id'],
  ['tokenRequestorId', 'token_requestor_id'],
  ['path', 'path'],
  ['recommendation', 'recommendation'],
  ['panSource', 'pan_source'],
] as const;

function compileFind({ compiler }: StoreDialect) {
  return compile((p: Pick<AuthorizeInput, 'programme' | 'tokenReference'>) =>
    compiler
      .selectFrom('token_authorizations')
      .select(
        named(
          'cardId',
          'tokenRequestorId',
          'walletId',
          'path',
          'recommendation',
          'panSource',
          'decision',
          'reason',
          'attemptId',
          'decidedAtMs',
        ),
      )
      .where('programme', '=', p.programme)
      .where('token_reference', '=', p.tokenReference)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1)),
  );
}

/** The card that a report gave the token to. */
function compileFindReported({ compiler }: StoreDialect) {
  return compile((p: Pick<AuthorizeInput, 'programme' | 'tokenReference'>) =>
    compiler
      .selectFrom('digitizations')
      .select('card_id as cardId')
      .where('programme', '=', p.programme)
      .where('token_reference', '=', p.tokenReference),
  );
}

function compileInsert({ compiler }: StoreDialect) {
  return compile((p: AuthorizeInput, decided: SavedAuthorization) =>
    compiler.insertInto('token_authorizations').values({
      ...columnsOf(
        p,
        'programme',
        'tokenReference',
        'cardId',
        'tokenRequestorId',
        'walletId',
        'path',
        'recommendation',
        'panSource',
        'deviceType',
        'actor',
      ),
      decision: decided.decision,
      reason: decided.reason,
      attempt_id: decided.attemptId,
      decided_at_ms: decided.decidedAtMs,
    }),
  );
}
