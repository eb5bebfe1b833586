import { CardwayError, type ErrorCode } from '../../platform/errors.js';
import type { NewEvent } from '../events/event.js';
import type { Effect } from './methods.js';
import { isApproval } from './result-codes.js';

/**
 * Decisions about one transaction, without any I/O. `TransactionState` in use-cases/transactions/ledger-port draws states and moves.
 * This file decides who may move what:
 *
 *   a duplicate arrives   pending: join · answered: replay (effect `none`: for a limited time) · refused, failed: send again ·
 *                         in_doubt: send again only where the route dedupes · queued, unmatched: accepted already
 *   an outcome arrives    answered → answered · refused → refused, or queued (advice), or in_doubt (an earlier attempt was)
 *                         in doubt, timeout → failed (`none`), queued (advice that may be sent again), in_doubt (the rest)
 *   a late answer         in_doubt → answered, or contradicted when a terminal got a decline and money moved
 *   an approval           … also contradicted when a reversal left while the row was in doubt
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

interface Duplicate {
  readonly saved: {
    readonly state: State;
    readonly effect: Effect;
    readonly contentHash: string;
    readonly checksum: string;
    readonly fieldBoundaries: string;
    readonly keyId: string | null;
    readonly settledAtMs: number | null;
    /** True when an operator closed its contradiction. The terminal continues to get the same reply. */
    readonly isMadeGood: boolean;
    /** See `terminalReply`. */
    readonly terminalReply: number | null;
  };
  readonly contentHash: string;
  readonly checksum: string;
  readonly fieldBoundaries: string;
  readonly keyId: string | null;
  readonly effect: Effect;
  readonly nowMs: number;
  readonly dedupes: boolean;
  /** Replay time of answers of effect `none`. An answer further than this in the future comes from a node with a wrong clock. */
  readonly replayMs: number;
}

export function decideDuplicate(args: Duplicate): DuplicateDecision {
  const { saved } = args;
  // One checksum stands for one set of field boundaries (docs/reference/transactions.md#field-boundaries).
  if (saved.checksum === args.checksum && saved.fieldBoundaries !== args.fieldBoundaries)
    return 'boundary_mismatch';
  // A terminal proves itself by its checksum, and so does every key that acts for it. Two keys are two principals: the second key
  // gets nothing of the first key's calls.
  if (saved.keyId !== null && args.keyId !== null && saved.keyId !== args.keyId) return 'other_principal';
  if (!isProvenSame(args) && saved.contentHash !== args.contentHash) return 'other_content';
  if (args.keyId === null && saved.state !== 'pending' && isDeclineHeard(saved)) return 'replay_reply';
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

/** resultCodes of the gateway's own declines, each with the error that comes nearest to it. */
export const DECLINES = {
  [-3]: 'IDEMPOTENCY_CONFLICT',
  [-4]: 'NOT_FOUND',
  [-29]: 'FORBIDDEN',
} as const satisfies Record<number, ErrorCode>;

/**
 * Returns whether two calls without a key are the same: equal checksums or arguments prove it, whatever signed them and whatever the
 * form of a date. A terminal never gets a decline of a saved advice, whatever else its call says.
 */
function isProvenSame({ saved, ...asked }: Duplicate): boolean {
  const isOfTerminals = asked.keyId === null && (saved.keyId === null || asked.effect === 'advice');
  return (
    isOfTerminals && (saved.checksum === asked.checksum || saved.fieldBoundaries === asked.fieldBoundaries)
  );
}

/** A terminal gets the decline of its money call again, whatever came since (docs/reference/transactions.md#one-reply). */
function isDeclineHeard({ effect, terminalReply }: Duplicate['saved']): boolean {
  return effect === 'money' && terminalReply !== null && !isApproval(terminalReply);
}

type OutcomeKind = 'answered' | 'refused' | 'in_doubt' | 'timeout';

interface SettledState {
  readonly state: State;
  /** Error that the caller gets instead of an answer. Null where an answer exists (for advices, the default acceptance). */
  readonly errorCode: ErrorCode | null;
}

/** Returns the state of a pending row after the outcome of an attempt. */
export function settledState(args: {
  readonly outcome: OutcomeKind;
  readonly effect: Effect;
  readonly dedupes: boolean;
  /** True when an earlier attempt is in doubt. A certain outcome of this attempt then leaves the transaction uncertain. */
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

/** Returns the state of an in-doubt row after a late answer. */
export function lateSettledState(args: {
  readonly effect: Effect;
  readonly resultCode: number;
  /** True when the terminal itself got a decline by default. */
  readonly terminalGotDecline: boolean;
}): State {
  const moneyMoved = args.effect === 'money' && isApproval(args.resultCode);
  return moneyMoved && args.terminalGotDecline ? 'contradicted' : 'answered';
}

/**
 * Returns the last default result code that a terminal got, also for a call with a key, or the approval that a retransmission read
 * from the ledger after it. Returns null where none exists.
 */
export function terminalReply(row: {
  readonly keyId: string | null;
  readonly repliedResultCode: number | null;
  readonly terminalRepliedCode: number | null;
}): number | null {
  return row.keyId === null ? (row.repliedResultCode ?? row.terminalRepliedCode) : row.terminalRepliedCode;
}

export type ReversalDecision = 'send' | 'wait' | 'original_not_processed' | 'reversed_by_gateway';

/** Decides about a reversal of a transaction in this state (docs/reference/transactions.md#reversals). */
export function decideReversal(args: {
  readonly originalState: State;
  /** True when the original is, or was, contradicted. */
  readonly isContradicted: boolean;
  /** True when the reversal names the exact date of the original, and not only a near one. */
  readonly isExact: boolean;
  readonly isReversedByGateway: boolean;
  /** True when the reversal left while the original was in doubt. The gateway's own reversal replaces it. */
  readonly isReplaced: boolean;
  /** True for an advice that was sent a short while ago: the wallet service may still book it. */
  readonly isRecentAdvice: boolean;
}): ReversalDecision {
  if (args.isReversedByGateway || (args.isContradicted && args.isReplaced)) return 'reversed_by_gateway';
  // An original with only a near date may be the wrong one.
  if (args.originalState === 'refused' && args.isExact) return 'original_not_processed';
  // The gateway gives back no money of advices, so a reversal that overtakes one would be lost.
  if (args.originalState === 'in_doubt' && args.isRecentAdvice) return 'wait';
  return NOT_YET_SENT.has(args.originalState) ? 'wait' : 'send';
}

/** States before the outcome of a call that the gateway still sends. A reversal that overtakes its original moves nothing. */
const NOT_YET_SENT: ReadonlySet<State> = new Set(['pending', 'queued', 'unmatched']);

/**
 * Returns whether a reversal linked to a contradicted transaction gives its money back, now or later. A reversal that left while
 * the transaction was in doubt does not: it came before the money moved. A wallet service that dedupes repeats its earlier reply.
 * One that an operator declined does not either.
 */
export function givesMoneyBack(reversal: {
  readonly state: State;
  readonly channel: string;
  readonly earlyAtMs: number | null;
  readonly replyReason: string | null;
  readonly resultCode: number | null;
}): boolean {
  if (reversal.channel === 'gateway') return true;
  if (operatorsWord(reversal) === 'declined') return false;
  const isWithheld = reversal.state === 'answered' && reversal.replyReason === 'original_not_processed';
  return reversal.earlyAtMs === null && reversal.state !== 'unmatched' && !isWithheld;
}

/** Returns whether a late approval of this transaction may still come. A reversal that leaves now perhaps comes before its money moves. */
export function isApprovalPossible(row: {
  readonly state: State;
  readonly replyReason: string | null;
  readonly resultCode: number | null;
}): boolean {
  return row.state === 'in_doubt' || (row.state === 'answered' && operatorsWord(row) === 'declined');
}

/** Returns what an operator decided about the transaction; null where nobody did. */
export function operatorsWord(row: Parameters<typeof isApprovalPossible>[0]): 'approved' | 'declined' | null {
  const isClosed = row.state === 'answered' || row.state === 'contradicted';
  if (!isClosed || row.replyReason !== 'settled_by_operator' || row.resultCode === null) return null;
  return isApproval(row.resultCode) ? 'approved' : 'declined';
}

/** Ledger data of a transaction that an operator needs. */
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
 * Returns the event that operators get when a transaction enters this state (docs/reference/events.md#event-types), once per
 * attempt. Returns null for states that need no operator. Only operators get the event, so it belongs to no programme.
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

/**
 * Accepts `<card_id>_<8 to 17 digits of a timestamp>_<1 to 20 digits>` with this card id
 * (docs/reference/transactions.md#request-ids).
 */
export function isRequestId(text: string, cardId: number): boolean {
  return hasRequestIdShape(text) && text.startsWith(`${cardId}_`);
}

/** Returns whether a text is a request id of any card. */
export function hasRequestIdShape(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * Derives the request id of a call without one. A retransmission gets the same id. 48 bits of the checksum separate calls of the
 * same card and second.
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

/** How far a transactionDate may be ahead of the gateway's clock. */
export const AHEAD_MAX_MS = 48 * 60 * 60_000;

/** The default age of a transactionDate plus the time ahead. It also holds for gateways that accept any age. */
const KEPT_AT_LEAST_MS = 32 * 24 * 60 * 60_000;

/** Small commits with pauses, so that no payment waits for a purge. */
export const PURGE_PACE = { batchRows: 200, pauseMs: 50 };

/**
 * Returns how long a transaction must be kept for its request id to work: as long as a repeated call is accepted (its
 * transactionDate may be ahead of its receipt), and at least `leastMs`.
 */
export function keptAtLeastMs(maxAgeMs: number | null, leastMs = KEPT_AT_LEAST_MS): number {
  return Math.max(leastMs, (maxAgeMs ?? 0) + AHEAD_MAX_MS);
}
