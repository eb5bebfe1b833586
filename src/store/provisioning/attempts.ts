import { CardwayError } from '../../platform/errors.js';
import type { DigitizationState } from '../../core/provisioning/digitization-report.js';
import type {
  Attempts,
  AuthorizeInput,
  SavedAuthorization,
  TokenAuthorization,
} from '../../use-cases/provisioning/attempt-port.js';
import { foreignCard } from '../../use-cases/provisioning/secret-deps.js';
import { createFindCard, type FindCard } from '../directory/wallets.js';
import type { StoreDialect } from '../engine/dialect.js';
import { cardLock, EVENT_LOG, type LockName, tokenLock } from '../engine/locks.js';
import { databaseNowMs, firstOnce, type Operation, runOnce, type Step } from '../engine/operation.js';
import { createWindowedList } from '../engine/windowed-list.js';
import { createAppendEvent } from '../events/append.js';
import { changeAttempt, freeAttempt, tokenColumns } from './attempt-changes.js';
import { createAttemptReader, createDigitizationReader, createFunnel } from './list-attempts.js';
import { createRecordDigitization, createTokens } from './report-digitization.js';
import { isAddedByApplication, ruleOnToken } from '../../core/provisioning/token-authorization.js';
import { columnsOf, named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Creates attempts and tokens on a database: writes share commits, and reads see only committed data. */
export function createAttempts(parts: StoreParts): Attempts {
  const { dialect, connection, commits, settings } = parts;
  const findCard = createFindCard(dialect);
  const authorize = createAuthorize(dialect, findCard);
  const report = createRecordDigitization(dialect, { findCard, append: createAppendEvent(dialect) });
  const attempts = createAttemptReader(dialect);
  const funnel = createFunnel(dialect);
  const digitizations = createDigitizationReader(dialect);
  return {
    authorize: (input) => commits.submit(() => authorize(input), { locks: tokenLocks(input) }),
    report: (input) => commits.submit(() => report(input), { locks: [...tokenLocks(input), EVENT_LOG] }),
    find: (attemptId) => connection.read(attempts.find(attemptId)),
    list: createWindowedList(connection, settings, attempts),
    funnel: (filter) => connection.readAside(funnel(filter)),
    listDigitizations: createWindowedList(connection, settings, digitizations),
  };
}

/** Returns locks of the data that a decision depends on: the attempts of the card, and the token. */
function tokenLocks(input: {
  readonly programme: string;
  readonly cardId: number;
  readonly tokenReference: string;
}): readonly LockName[] {
  return [cardLock(input.cardId), tokenLock(input.programme, input.tokenReference)];
}

type Decided = SavedAuthorization & Pick<AuthorizeInput, (typeof COMPARED)[number][0]>;

/**
 * Decides on a token in one commit: reads the card, the attempts and earlier decisions, takes the attempt, writes the decision.
 */
export function createAuthorize(
  dialect: StoreDialect,
  findCard: FindCard,
): (input: AuthorizeInput) => Operation<TokenAuthorization> {
  const tokens = createTokens(dialect);

  function* rule(input: AuthorizeInput, nowMs: number): Step<SavedAuthorization> {
    const card = yield* findCard(input.cardId);
    if (card !== null && card.programme !== input.programme) throw foreignCard();
    const isByApplication = isAddedByApplication(input.panSource);
    const attempt = isByApplication ? yield* freeAttempt(dialect, input, { nowMs, isReported: false }) : null;
    const ruling = ruleOnToken({ ...input, card, isByApplication, attempt });
    if (attempt !== null && ruling.attempt !== null) {
      const { attemptId, state: fromState } = attempt;
      const { attempt: toState, reason } = ruling;
      yield* changeAttempt(
        dialect,
        { attemptId, fromState, toState, actor: input.actor, reason, atMs: nowMs },
        { ...tokenColumns(input), ...(toState === 'authorized' ? { authorized_at_ms: nowMs } : {}) },
      );
    }
    const { decision, reason } = ruling;
    const attemptId = ruling.attempt === null ? null : (attempt?.attemptId ?? null);
    return { decision, reason, attemptId, decidedAtMs: nowMs };
  }

  return function* authorize(input) {
    const before = yield* findDecision(dialect, input);
    if (before !== null && before.cardId !== input.cardId) throw conflict('card_id');
    const reported = yield* tokens.find(input);
    if (before !== null && isFinal(before) && !isOver(before, reported)) {
      const field = firstDifference(before, input);
      if (field !== null) throw conflict(field);
      return { ...decisionOf(before), isReplay: true };
    }
    if (reported !== null && reported.cardId !== input.cardId) throw conflict('card_id');
    const authorization = yield* rule(input, yield* databaseNowMs(dialect));
    if (before !== null && isSame(before, input, authorization))
      return { ...decisionOf(before), isReplay: true };
    yield* runOnce(
      dialect.compiler.insertInto('token_authorizations').values({
        ...columnsOf(input, 'programme', 'tokenReference', 'cardId', 'tokenRequestorId', 'walletId'),
        ...columnsOf(input, 'path', 'recommendation', 'panSource', 'deviceType', 'actor'),
        ...columnsOf(authorization, 'decision', 'reason', 'attemptId', 'decidedAtMs'),
      }),
    );
    return { ...authorization, isReplay: false };
  };
}

function conflict(field: string): CardwayError {
  return new CardwayError('IDEMPOTENCY_CONFLICT', {
    field,
    message: `token_reference was decided on before, with another ${field}.`,
  });
}

function decisionOf({ decision, reason, attemptId, decidedAtMs }: Decided): SavedAuthorization {
  return { decision, reason, attemptId, decidedAtMs };
}

function isFinal({ decision }: Decided): boolean {
  return decision !== 'REQUIRE_ADDITIONAL_AUTHENTICATION';
}

/** Returns whether the token of this decision was deleted, so that the app must prove a new attempt to have it again. */
function isOver(
  { attemptId }: Decided,
  reported: { readonly state: DigitizationState; readonly attemptId: string | null } | null,
): boolean {
  return reported?.state === 'deleted' && reported.attemptId === attemptId;
}

/** Returns whether the decision is unchanged. A repeat is then not written again. */
function isSame(before: Decided, input: AuthorizeInput, now: SavedAuthorization): boolean {
  return (
    before.decision === now.decision &&
    before.reason === now.reason &&
    before.attemptId === now.attemptId &&
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

function findDecision(
  { compiler }: StoreDialect,
  { programme, tokenReference }: Pick<AuthorizeInput, 'programme' | 'tokenReference'>,
): Step<Decided | null> {
  return firstOnce(
    compiler
      .selectFrom('token_authorizations')
      .select(named('cardId', 'tokenRequestorId', 'walletId', 'path', 'recommendation', 'panSource'))
      .select(named('decision', 'reason', 'attemptId', 'decidedAtMs'))
      .where('programme', '=', programme)
      .where('token_reference', '=', tokenReference)
      .orderBy('sequence', 'desc')
      .limit(1),
  );
}
