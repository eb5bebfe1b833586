import { sql } from 'kysely';
import { mayBecome } from '../../core/attempt.js';
import {
  digitizationEvent,
  digitizationDedupeKey,
  type DigitizationData,
} from '../../core/digitization-event.js';
import { stateAfter } from '../../core/digitization-report.js';
import type { NewEvent, StoredEvent } from '../../core/event.js';
import { walletProvider } from '../../core/wallet-provider.js';
import { CardwayError } from '../../errors.js';
import type { ReportInput, ReportOutcome } from '../../usecase/provisioning/attempt-port.js';
import type { KnownCard } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import type { FindCard } from '../directory/find-card.js';
import type { AppendEvent } from '../events/append.js';
import { createFindEvent } from '../events/find-event.js';
import type { EventLogLock } from '../locks.js';
import { databaseNowMs, first, type Operation, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { ChangeAttempt } from './change-attempt.js';
import { createFreeAttempts, wantedAt, type FreeAttempt } from './free-attempts.js';
import { createTokens, type KnownToken } from './tokens.js';

/**
 * Takes a report in one commit: the event with its deliveries, the attempt, and where the token stands. The same report again is
 * told the event that is there.
 */
export function createReport(
  dialect: StoreDialect,
  parts: { readonly findCard: FindCard; readonly changes: ChangeAttempt; readonly append: AppendEvent },
): (log: EventLogLock, input: ReportInput) => Operation<ReportOutcome> {
  const tokens = createTokens(dialect);
  const findEvent = createFindEvent(dialect);
  const freeAttempts = createFreeAttempts(dialect);
  const ofToken = compileAttemptOfToken(dialect);

  function* attemptOf(input: ReportInput, nowMs: number): Step<FreeAttempt | null> {
    const authorized = yield* first(ofToken, input);
    if (authorized !== null || input.type !== 'digitization.complete') return authorized;
    return yield* freeAttempts.forReport(wantedAt(input, nowMs));
  }

  /** A completion ends the attempt that led to it; what comes later in the token's life only names it. */
  function* digitize(input: ReportInput, attempt: FreeAttempt, atMs: number): Step<void> {
    if (input.type !== 'digitization.complete' || !mayBecome(attempt.state, 'digitized')) return;
    const { attemptId, state: fromState } = attempt;
    const { actor } = input;
    const reason = fromState === 'authorized' ? 'reported' : 'reported_unasked';
    const move = { attemptId, fromState, toState: 'digitized', actor, reason, atMs } as const;
    yield* parts.changes.move(move, input);
  }

  function* record(
    log: EventLogLock,
    input: ReportInput,
    { card, ...event }: KeyedReport & { readonly card: KnownCard },
  ): Step<StoredEvent> {
    const nowMs = yield* databaseNowMs(dialect);
    const attempt = yield* attemptOf(input, nowMs);
    if (attempt !== null) yield* digitize(input, attempt, nowMs);
    const data = dataOf(input, card, { known: event.known, attempt });
    const { type } = input;
    const written: NewEvent = digitizationEvent({
      type,
      reportKey: event.reportKey,
      occurredAtMs: nowMs,
      data,
    });
    const sequence = yield* parts.append(log, written, nowMs);
    if (sequence === null)
      throw new CardwayError('INTERNAL', { cause: new Error('An event is there twice.') });
    yield* tokens.put({ ...input, ...data, state: stateOf(input, event.known), sequence, nowMs });
    return { ...written, sequence, recordedAtMs: nowMs };
  }

  return function* report(log, input) {
    const card = yield* parts.findCard(input.cardId);
    if (card === null) return { kind: 'unknown_card' };
    if (card.programme !== input.programme) return { kind: 'foreign_card' };
    const known = yield* tokens.find(input);
    if (known !== null && known.cardId !== input.cardId) return { kind: 'conflict' };
    const reportKey = reportKeyOf(input, known);
    const repeated =
      known !== null && repeatsTheLast(input, known)
        ? yield* findEvent.bySequence(known.lastEventSequence)
        : yield* findEvent.byKey(digitizationDedupeKey({ ...input, reportKey }));
    if (repeated !== null) return { kind: 'recorded', event: repeated, isRepeat: true };
    return {
      kind: 'recorded',
      event: yield* record(log, input, { card, known, reportKey }),
      isRepeat: false,
    };
  };
}

interface KeyedReport {
  readonly known: KnownToken | null;
  readonly reportKey: string | null;
}

/** Tells one report of a kind from another. */
function reportKeyOf(input: ReportInput, known: KnownToken | null): string | null {
  if (input.type === 'digitization.complete') return null;
  return input.reportId === null ? `after ${String(known?.lastEventSequence ?? 0)}` : `id ${input.reportId}`;
}

/** Without an id of its own, a report is a repeat when nothing else was reported since. */
function repeatsTheLast(input: ReportInput, known: KnownToken): boolean {
  return input.reportId === null && input.type !== 'digitization.complete' && input.type === known.lastEvent;
}

/** Reports may overtake each other: a completion that comes behind what happened later does not bring the token back. */
function stateOf(input: ReportInput, known: KnownToken | null) {
  return known !== null && input.type === 'digitization.complete' ? known.state : stateAfter(input.type);
}

/** What a report leaves out is as the earlier ones of its token said. */
function dataOf(
  input: ReportInput,
  card: KnownCard,
  { known, attempt }: { readonly known: KnownToken | null; readonly attempt: FreeAttempt | null },
): DigitizationData {
  const walletId = input.walletId ?? known?.walletId ?? null;
  return {
    programme: input.programme,
    cardId: input.cardId,
    customerId: card.customerId,
    wallet: walletProvider(walletId),
    walletId,
    tokenReference: input.tokenReference,
    tokenRequestorId: input.tokenRequestorId ?? known?.tokenRequestorId ?? null,
    deviceType: input.deviceType ?? known?.deviceType ?? null,
    panLastFour: input.panLastFour ?? known?.panLastFour ?? null,
    attemptId: known?.attemptId ?? attempt?.attemptId ?? null,
  };
}

/** The attempt that this token took when it was authorized; where it stands does not matter, a report is a fact. */
function compileAttemptOfToken({ compiler }: StoreDialect) {
  return compile((p: Pick<ReportInput, 'programme' | 'cardId' | 'tokenReference'>) =>
    compiler
      .selectFrom('provisioning_attempts')
      .select(['attempt_id as attemptId', 'state'])
      .where('token_reference', '=', p.tokenReference)
      .where('token_reference', 'is not', null)
      .where('programme', '=', p.programme)
      .where('card_id', '=', p.cardId)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1)),
  );
}
