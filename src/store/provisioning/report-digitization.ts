import type { StoredEvent } from '../../core/events/event.js';
import { walletProvider } from '../../core/provisioning/attempt.js';
import {
  type DigitizationData,
  digitizationDedupeKey,
  digitizationEvent,
} from '../../core/provisioning/digitization-event.js';
import { type DigitizationState, stateAfter } from '../../core/provisioning/digitization-report.js';
import { CardwayError } from '../../platform/errors.js';
import type { KnownCard } from '../../use-cases/directory/directory-port.js';
import type {
  DigitizationRow,
  DigitizationReportInput,
  RecordedReport,
} from '../../use-cases/provisioning/attempt-port.js';
import { foreignCard, unknownCard } from '../../use-cases/provisioning/secret-deps.js';
import type { FindCard } from '../directory/wallets.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, firstOnce, type Operation, runOnce, type Step } from '../engine/operation.js';
import { type AppendEvent, createFindEvent } from '../events/append.js';
import { changeAttempt, freeAttempt, type FreeAttempt, tokenColumns } from './attempt-changes.js';
import { columnsOf, named } from '../engine/names.js';
import { everyOf } from '../engine/schema.js';

/**
 * Records a report in one commit: the event with its deliveries, the attempt, and the state of the token. A repeated report gets
 * the existing event.
 */
export function createRecordDigitization(
  dialect: StoreDialect,
  parts: { readonly findCard: FindCard; readonly append: AppendEvent },
): (input: DigitizationReportInput) => Operation<RecordedReport> {
  const tokens = createTokens(dialect);
  const repeats = createRepeats(dialect);

  /** Returns the owner of a token that the network asked for and has not reported yet. */
  function* askedOwner(input: DigitizationReportInput, asked: Asked): Step<AskedOwner | null> {
    if (asked === null) return null;
    const { cardId, customerId } = asked;
    const isApproved = asked.decision === 'APPROVED';
    if (customerId !== null) return { cardId, customerId, isApproved };
    const card = yield* parts.findCard(cardId);
    return card?.programme === input.programme ? { ...card, isApproved } : null;
  }

  function* attemptOf(input: DigitizationReportInput, nowMs: number): Step<FreeAttempt | null> {
    const authorized = yield* findAttemptOfToken(dialect, input);
    if (authorized !== null || input.type !== 'digitization.complete') return authorized;
    if (yield* isOfAnotherSource(dialect, input)) return null;
    return yield* freeAttempt(dialect, input, { nowMs, isReported: true });
  }

  /** Ends, for a completion, the attempt that led to it. Later reports of the token only name the attempt. */
  function* digitize(input: DigitizationReportInput, atMs: number): Step<FreeAttempt | null> {
    const attempt = yield* attemptOf(input, atMs);
    if (attempt === null || attempt.state === 'digitized' || input.type !== 'digitization.complete')
      return attempt;
    const { attemptId, state: fromState } = attempt;
    const { actor } = input;
    const reason = fromState === 'authorized' ? 'reported' : 'reported_unasked';
    yield* changeAttempt(
      dialect,
      { attemptId, fromState, toState: 'digitized', actor, reason, atMs },
      { ...tokenColumns(input), digitized_at_ms: atMs },
    );
    return attempt;
  }

  function* record(
    input: DigitizationReportInput,
    event: KeyedDigitization & { readonly owner: Owner; readonly isDeclined: 0 | 1 },
  ): Step<StoredEvent> {
    const { owner, isDeclined, reportKey } = event;
    const nowMs = yield* databaseNowMs(dialect);
    const attempt = yield* digitize(input, nowMs);
    const data = dataOf(input, owner, { ...event, attempt });
    const written = digitizationEvent({ type: input.type, reportKey, occurredAtMs: nowMs, data });
    const sequence = yield* parts.append(written, nowMs);
    if (sequence === null)
      throw new CardwayError('INTERNAL', { cause: new Error('An event is there twice.') });
    yield* tokens.put({ ...input, ...data, isDeclined, state: stateOf(input, event), sequence, nowMs });
    return { ...written, sequence, recordedAtMs: nowMs };
  }

  return function* report(given) {
    const card = yield* parts.findCard(given.cardId);
    const known = yield* tokens.find(given);
    const asked = yield* findAsked(dialect, given);
    const owner = ownerOf(given, card, {
      known,
      asked: known === null ? yield* askedOwner(given, asked) : null,
    });
    const input = { ...given, cardId: owner.cardId };
    const renewal = yield* repeats.renewalOf(input, known);
    const reportKey = digitizationKeyOf(input, { known, renewal });
    const repeated = yield* repeats.find(input, { known, reportKey, renewal });
    if (repeated !== null) return { event: repeated, isRepeat: true, isDeclined: 0 };
    // A completion is a fact, also against the decision on the token.
    const isDeclined = input.type === 'digitization.complete' && asked?.decision === 'DECLINED' ? 1 : 0;
    const event = yield* record(input, { owner, known, reportKey, renewal, isDeclined });
    return { event, isRepeat: false, isDeclined };
  };
}

/** Finds the event that a report repeats, and tells the completions of a token apart: the first one, and those after a deletion. */
function createRepeats(dialect: StoreDialect) {
  const findEvent = createFindEvent(dialect);
  return {
    /** Returns the attempt under which a known token is made again: an authorized one that is not the attempt of its earlier reports. */
    *renewalOf(input: DigitizationReportInput, known: DigitizationRow | null): Step<string | null> {
      if (known === null || input.type !== 'digitization.complete') return null;
      const attempt = yield* findAttemptOfToken(dialect, input);
      return attempt?.state === 'authorized' && attempt.attemptId !== known.attemptId
        ? attempt.attemptId
        : null;
    },
    *find(
      input: DigitizationReportInput,
      { known, reportKey, renewal }: KeyedDigitization,
    ): Step<StoredEvent | null> {
      if (known !== null && repeatsTheLast(input, known))
        return yield* findEvent.bySequence(known.lastEventSequence);
      const found = yield* findEvent.byKey(digitizationDedupeKey({ ...input, reportKey }));
      if (found !== null || renewal !== null || input.type !== 'digitization.complete') return found;
      // The first completion has no attempt in its key.
      return yield* findEvent.byKey(digitizationDedupeKey({ ...input, reportKey: null }));
    },
  };
}

type Owner = Pick<KnownCard, 'cardId' | 'customerId'>;

type AskedOwner = Owner & { readonly isApproved: boolean };

/**
 * Returns card and customer of the token. A token that was reported or asked for keeps its own: the
 * directory may have lost or moved the card since, and the fate of the token is still news. No other card gets a token that was
 * approved: the reports of its own card would be refused then. Errors: NOT_FOUND, FORBIDDEN, IDEMPOTENCY_CONFLICT.
 */
function ownerOf(
  given: DigitizationReportInput,
  card: KnownCard | null,
  { known, asked }: { readonly known: Owner | null; readonly asked: AskedOwner | null },
): Owner {
  const isOurs = card !== null && card.programme === given.programme;
  const own = known ?? asked;
  if (own !== null && own.cardId === given.cardId) return isOurs ? card : own;
  if (!isOurs) throw card === null ? unknownCard(given.cardId) : foreignCard();
  if (own !== null && given.isCardAssumed && own.customerId === card.customerId) return own;
  if (known === null && asked?.isApproved !== true) return card;
  throw new CardwayError('IDEMPOTENCY_CONFLICT', {
    field: 'card_id',
    message: 'The token was approved or reported before for another card.',
  });
}

interface KeyedDigitization {
  readonly known: DigitizationRow | null;
  readonly reportKey: string | null;
  /** Attempt under which the token is made again. Null for every other report. */
  readonly renewal: string | null;
}

/** Returns a key that distinguishes reports of one type. */
function digitizationKeyOf(
  input: DigitizationReportInput,
  { known, renewal }: Omit<KeyedDigitization, 'reportKey'>,
): string | null {
  if (input.type === 'digitization.complete') return renewal ?? known?.attemptId ?? null;
  return input.reportId === null ? `after ${String(known?.lastEventSequence ?? 0)}` : `id ${input.reportId}`;
}

/** Without an id, a report is a repeat when it has the type of the token's last report. */
function repeatsTheLast(input: DigitizationReportInput, known: DigitizationRow): boolean {
  return input.reportId === null && input.type !== 'digitization.complete' && input.type === known.lastEvent;
}

/**
 * Returns the new state. Reports may overtake each other: a late completion changes no state, and a deleted token stays deleted
 * until it is made again.
 */
function stateOf(
  { type }: DigitizationReportInput,
  { known, renewal }: KeyedDigitization,
): DigitizationState {
  if (known === null || renewal !== null) return stateAfter(type);
  return type === 'digitization.complete' || known.state === 'deleted' ? known.state : stateAfter(type);
}

/** Returns the event data. Left-out members keep the values of the token's earlier reports. */
function dataOf(
  input: DigitizationReportInput,
  { customerId }: Owner,
  {
    known,
    renewal,
    attempt,
  }: Omit<KeyedDigitization, 'reportKey'> & { readonly attempt: FreeAttempt | null },
): DigitizationData {
  const { programme, cardId, tokenReference } = input;
  const walletId = input.walletId ?? known?.walletId ?? null;
  return {
    ...{ programme, cardId, customerId, wallet: walletProvider(walletId), walletId, tokenReference },
    tokenRequestorId: input.tokenRequestorId ?? known?.tokenRequestorId ?? null,
    deviceType: input.deviceType ?? known?.deviceType ?? null,
    panLastFour: input.panLastFour ?? known?.panLastFour ?? null,
    attemptId: renewal ?? known?.attemptId ?? attempt?.attemptId ?? null,
  };
}

type Token = Pick<DigitizationReportInput, 'programme' | 'tokenReference'>;

/** Finds the attempt that authorized this token. Its state does not matter, because a report is a fact. */
function findAttemptOfToken(
  { compiler }: StoreDialect,
  { programme, tokenReference, cardId }: Token & Pick<DigitizationReportInput, 'cardId'>,
): Step<FreeAttempt | null> {
  return firstOnce(
    compiler
      .selectFrom('provisioning_attempts')
      .select(named('attemptId', 'state'))
      .where('token_reference', '=', tokenReference)
      .where('token_reference', 'is not', null)
      .where('programme', '=', programme)
      .where('card_id', '=', cardId)
      .orderBy('sequence', 'desc')
      .limit(1),
  );
}

function decisionsOn({ compiler }: StoreDialect, { programme, tokenReference }: Token) {
  return compiler
    .selectFrom('token_authorizations')
    .where('token_authorizations.programme', '=', programme)
    .where('token_authorizations.token_reference', '=', tokenReference);
}

type Asked = ReturnType<typeof findAsked> extends Step<infer Found> ? Found : never;

/** Finds the card that the network asked about for this token, and the customer of the attempt that the token used. */
function findAsked(dialect: StoreDialect, token: Token) {
  return firstOnce(
    decisionsOn(dialect, token)
      .leftJoin('provisioning_attempts as attempt', 'attempt.attempt_id', 'token_authorizations.attempt_id')
      .select(['token_authorizations.card_id as cardId', 'customer_id as customerId', 'decision'])
      .orderBy('token_authorizations.sequence', 'desc')
      .limit(1),
  );
}

/** Returns whether the token was not added by the app. It has no attempt then, and takes none of another token. */
function* isOfAnotherSource(dialect: StoreDialect, token: Token): Step<boolean> {
  const ofSource = decisionsOn(dialect, token).select('sequence').where('reason', '=', 'pan_source');
  return (yield* firstOnce(ofSource.limit(1))) !== null;
}

type TokenDigitization = DigitizationData &
  Pick<DigitizationReportInput, 'type' | 'reasonCode'> & {
    readonly nowMs: number;
    readonly isDeclined: 0 | 1;
    readonly state: DigitizationState;
    readonly sequence: number;
  };

/** Creates the states of tokens, according to their reports. */
export function createTokens({ compiler }: StoreDialect) {
  return {
    find: ({ programme, tokenReference }: Token): Step<DigitizationRow | null> =>
      firstOnce(
        compiler
          .selectFrom('digitizations')
          .select(everyOf('digitizations'))
          .where('programme', '=', programme)
          .where('token_reference', '=', tokenReference),
      ),
    *put(report: TokenDigitization): Step<void> {
      const { nowMs } = report;
      const lasting = columnsOf(report, 'programme', 'tokenReference', 'cardId', 'customerId');
      const changed = {
        ...columnsOf(report, 'tokenRequestorId', 'walletId', 'deviceType', 'panLastFour', 'attemptId'),
        ...columnsOf(report, 'state', 'reasonCode'),
        last_event: report.type,
        last_event_sequence: report.sequence,
        changed_at_ms: nowMs,
        ...(report.type === 'digitization.complete' ? { is_declined: report.isDeclined } : {}),
      };
      yield* runOnce(
        compiler
          .insertInto('digitizations')
          .values({ ...lasting, ...changed, reported_at_ms: nowMs })
          .onConflict((conflict) => conflict.columns(['programme', 'token_reference']).doUpdateSet(changed)),
      );
    },
  };
}
