import { CardwayError, type ErrorCode } from '../../platform/errors.js';
import type { NewEvent } from '../events/event.js';
import type { Effect } from './methods.js';
import { isApproval } from './result-codes.js';

/**
 * Decisions about one transaction, without any I/O. States and moves are drawn at `TransactionState` in usecase/ports;
 * here is who may move what:
 *
 *   a duplicate arrives   pending: join · answered: replay (effect `none`: for a while only) · refused, failed: send again ·
 *                         in_doubt: send again only where the route dedupes · queued, unmatched: accepted already
 *   an outcome arrives    answered → answered · refused → refused, or queued (advice), or in_doubt (an earlier attempt was)
 *                         in doubt, timeout → failed (`none`), queued (advice that may be sent again), in_doubt (the rest)
 *   a late answer         in_doubt → answered, or contradicted when a terminal heard a decline and money moved
 *   an approval           … contradicted too when a reversal left while the row was in doubt
 */

export type State =
  'pending' | 'answered' | 'refused' | 'in_doubt' | 'failed' | 'queued' | 'unmatched' | 'contradicted';

type DuplicateDecision =
  | 'join'
  | 'replay'
  | 'replay_reply'
  | 'send_again'
  | 'still_in_doubt'
  | 'accepted'
  | 'boundary_mismatch'
  | 'other_content'
  | 'other_principal';

export function decideDuplicate(args: {
  readonly saved: {
    readonly state: State;
    readonly effect: Effect;
    readonly contentHash: string;
    readonly checksum: string;
    readonly fieldBoundaries: string;
    readonly keyId: string | null;
    readonly settledAtMs: number | null;
    /** It was contradicted, and an operator has closed that: a terminal goes on hearing what it heard. */
    readonly isMadeGood: boolean;
  };
  readonly contentHash: string;
  readonly checksum: string;
  readonly fieldBoundaries: string;
  readonly keyId: string | null;
  readonly effect: Effect;
  readonly nowMs: number;
  readonly dedupes: boolean;
  /** How long answers of effect `none` are replayed; one from so far in the future is of a node whose clock is wrong. */
  readonly replayMs: number;
}): DuplicateDecision {
  const { saved } = args;
  // One checksum stands for one way of cutting the text into fields (docs/reference/transactions.md#field-boundaries).
  if (saved.checksum === args.checksum && saved.fieldBoundaries !== args.fieldBoundaries)
    return 'boundary_mismatch';
  // Between calls without a key the checksum has proved that they are one, also to rows whose date an older release converted.
  // What a terminal says besides its checksum never makes it hear a decline of an advice that is saved already.
  const isOfTerminals = args.keyId === null && (saved.keyId === null || args.effect === 'advice');
  const isProven = isOfTerminals && saved.checksum === args.checksum;
  // A terminal proves itself by its checksum, and so does every key that acts for it; two keys are two principals, and the second one
  // hears nothing of what the first one sent.
  if (saved.keyId !== null && args.keyId !== null && saved.keyId !== args.keyId) return 'other_principal';
  if (!isProven && saved.contentHash !== args.contentHash) return 'other_content';
  switch (saved.state) {
    case 'pending':
      return 'join';
    case 'answered':
      if (args.keyId === null && saved.isMadeGood) return 'replay_reply';
      return saved.effect === 'none' && Math.abs(args.nowMs - (saved.settledAtMs ?? 0)) > args.replayMs
        ? 'send_again'
        : 'replay';
    case 'contradicted':
      return args.keyId === null ? 'replay_reply' : 'replay';
    case 'refused':
    case 'failed':
      return 'send_again';
    case 'queued':
    case 'unmatched':
      return 'accepted';
    case 'in_doubt':
      if (saved.effect === 'advice') return 'accepted';
      return args.dedupes ? 'send_again' : 'still_in_doubt';
  }
}

type OutcomeKind = 'answered' | 'refused' | 'in_doubt' | 'timeout';

interface SettledState {
  readonly state: State;
  /** What the caller hears instead of an answer; null where there is one (or, for advices, the default acceptance). */
  readonly errorCode: ErrorCode | null;
}

/** What an outcome of sending makes of a pending row. */
export function settledState(args: {
  readonly outcome: OutcomeKind;
  readonly effect: Effect;
  readonly dedupes: boolean;
  /** An earlier attempt of this request is in doubt: what is certain of this attempt is not certain of the transaction. */
  readonly wasInDoubt: boolean;
}): SettledState {
  const { outcome, effect } = args;
  if (outcome === 'answered') return { state: 'answered', errorCode: null };
  if (outcome === 'refused' && !args.wasInDoubt) {
    return effect === 'advice'
      ? { state: 'queued', errorCode: null }
      : { state: 'refused', errorCode: 'DOWNSTREAM_REFUSED' };
  }
  if (effect === 'advice') return { state: args.dedupes ? 'queued' : 'in_doubt', errorCode: null };
  return { state: effect === 'none' ? 'failed' : 'in_doubt', errorCode: DOUBT[outcome] };
}

const DOUBT = {
  refused: 'IN_DOUBT',
  in_doubt: 'DOWNSTREAM_INVALID',
  timeout: 'DOWNSTREAM_TIMEOUT',
} as const satisfies Record<Exclude<OutcomeKind, 'answered'>, ErrorCode>;

/** What a late answer makes of a row that was in doubt. */
export function lateSettledState(args: {
  readonly effect: Effect;
  readonly resultCode: number;
  /** The terminal itself was told a decline by default. */
  readonly terminalGotDecline: boolean;
}): State {
  const moneyMoved = args.effect === 'money' && isApproval(args.resultCode);
  return moneyMoved && args.terminalGotDecline ? 'contradicted' : 'answered';
}

/** What a terminal was told by default of this transaction, whoever made it; null where none was. */
export function terminalReply(row: {
  readonly keyId: string | null;
  readonly repliedResultCode: number | null;
  readonly terminalRepliedCode: number | null;
}): number | null {
  return row.keyId === null ? row.repliedResultCode : row.terminalRepliedCode;
}

export type ReversalDecision = 'send' | 'wait' | 'original_not_processed' | 'reversed_by_gateway';

/** What to do with a reversal of a transaction in this state (docs/reference/transactions.md#reversals). */
export function decideReversal(args: {
  readonly originalState: State;
  /** It is, or was, contradicted. */
  readonly isContradicted: boolean;
  /** The reversal names the date of the original, and not only one near it. */
  readonly isExact: boolean;
  readonly isReversedByGateway: boolean;
  /** The reversal left once while the original was in doubt; the gateway's own takes its place. */
  readonly isReplaced: boolean;
}): ReversalDecision {
  if (args.isReversedByGateway || (args.isContradicted && args.isReplaced)) return 'reversed_by_gateway';
  // One that only stands near may be another one than was meant.
  if (args.originalState === 'refused' && args.isExact) return 'original_not_processed';
  return args.originalState === 'pending' ? 'wait' : 'send';
}

/**
 * Whether a reversal that is linked to a contradicted transaction gives its money back, or will. One that left while the transaction
 * was in doubt does not: it came before the money moved, and a wallet service that dedupes repeats what it said then.
 */
export function givesMoneyBack(reversal: {
  readonly state: State;
  readonly channel: string;
  readonly earlyAtMs: number | null;
  readonly replyReason: string | null;
}): boolean {
  if (reversal.channel === 'gateway') return true;
  const isWithheld = reversal.state === 'answered' && reversal.replyReason === 'original_not_processed';
  return reversal.earlyAtMs === null && reversal.state !== 'unmatched' && !isWithheld;
}

/** What the ledger knows of a transaction, as far as an operator must hear of it. */
export interface TransactionEventData {
  readonly requestId: string;
  readonly attempt: number;
  readonly methodName: string;
  readonly programme: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly customerId: number | null;
  readonly cardId: number | null;
  readonly requestAmount: number | null;
  readonly state: State;
  readonly errorCode: string | null;
  readonly repliedResultCode: number | null;
  readonly settledAtMs: number | null;
}

/**
 * The event that operators get when a transaction comes to this state (docs/reference/events.md#event-types), once for each sending of it; null for
 * states that need nobody. It is for operators alone, so it belongs to no programme's integrators.
 */
export function transactionEvent(transaction: TransactionEventData): NewEvent | null {
  const type = EVENT_OF[transaction.state];
  if (type === undefined) return null;
  const { requestId, attempt, settledAtMs, ...data } = transaction;
  return {
    type,
    dedupeKey: `${type}/${requestId}/${String(attempt)}`,
    programme: null,
    cardId: transaction.cardId,
    occurredAtMs: settledAtMs ?? 0,
    data: JSON.stringify({ requestId, attempt, ...data }),
  };
}

const EVENT_OF: Partial<Record<State, NewEvent['type']>> = {
  in_doubt: 'transaction.in_doubt',
  contradicted: 'transaction.contradicted',
};

/** `<card_id>_<8 to 17 digits of a timestamp>_<1 to 20 digits>`, beginning with this card (docs/reference/transactions.md#request-ids). */
export function isRequestId(text: string, cardId: number): boolean {
  return SHAPE.test(text) && text.startsWith(`${cardId}_`);
}

/**
 * The request id of a call that came without one. The same call gives the same id again, so a retransmission is recognised;
 * 48 bits of the checksum keep apart what card and second do not.
 *
 * Errors: INTERNAL when date or checksum were not checked before.
 */
export function deriveRequestId(args: {
  readonly cardId: number;
  /** transactionDate, else referenceDate, as `yyyyMMddTHH:mm:ss`. */
  readonly wireDate: string;
  /** Hex of either case. */
  readonly checksum: string;
}): string {
  const date = WIRE_DATE.exec(args.wireDate);
  const head = CHECKSUM_HEAD.exec(args.checksum);
  if (date === null || head === null) {
    throw new CardwayError('INTERNAL', {
      cause: new Error('deriveRequestId needs a checked date and checksum.'),
    });
  }
  return `${args.cardId}_${date.slice(1).join('')}_${parseInt(head[0], 16)}`;
}

const SHAPE = /^\d{1,16}_\d{8,17}_\d{1,20}$/;
const WIRE_DATE = /^(\d{8})T(\d\d):(\d\d):(\d\d)$/;
const CHECKSUM_HEAD = /^[0-9a-f]{12}/i;
/** 48 bits. */
export const CHECKSUM_HEAD_DIGITS = 12;

/** The default age of a transactionDate plus the default time ahead. It also holds for gateways that accept any age. */
const KEPT_AT_LEAST_MS = 32 * 24 * 60 * 60_000;

/** Small commits with pauses, so that no payment waits for a purge. */
export const PURGE_PACE = { batchRows: 200, pauseMs: 50 };

/**
 * How long a transaction must be kept for its request id to do its work: as long as a repetition of the call would still be
 * taken (its transactionDate may be ahead of its receipt), and at least `leastMs`.
 */
export function keptAtLeastMs(
  window: { readonly maxAgeMs: number | null; readonly maxAheadMs: number | null },
  leastMs = KEPT_AT_LEAST_MS,
): number {
  return Math.max(leastMs, (window.maxAgeMs ?? 0) + (window.maxAheadMs ?? 0));
}
