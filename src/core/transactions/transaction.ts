import { CardwayError, type ErrorCode } from '../../platform/errors.js';
import { type NewEvent, operatorEvent } from '../events/event.js';
import { isDeclined, type Life, operatorsWord, type State } from './life.js';
import type { Effect } from './methods.js';

/** Decisions about duplicates, reversals and events of one transaction, without any I/O. `life` decides on its state. */

type DuplicateDecision =
  | 'join'
  /** The caller gets the reply of the row. */
  | 'replay'
  | 'send_again'
  | 'still_in_doubt'
  | 'boundary_mismatch'
  | 'other_content'
  | 'other_principal';

interface Duplicate {
  readonly saved: Pick<Life, 'state' | 'effect' | 'keyId' | 'repliedResultCode' | 'terminalRepliedCode'> &
    Content & { readonly settledAtMs: number | null };
  readonly asked: Content & { readonly keyId: string | null; readonly effect: Effect };
  readonly nowMs: number;
  readonly dedupes: boolean;
  /** Replay time of answers of effect `none`. An answer further than this in the future comes from a node with a wrong clock. */
  readonly replayMs: number;
}

/** Content of a call, and the customer and card that it is for. */
interface Content {
  readonly digest: string;
  readonly checksum: string;
  readonly customerId: number | null;
  readonly cardId: number | null;
}

export function decideDuplicate(args: Duplicate): DuplicateDecision {
  const { saved, asked } = args;
  // A terminal proves itself by its checksum, and so does every key that acts for it. Two keys are two principals: the second key
  // gets nothing of the first key's calls.
  if (saved.keyId !== null && asked.keyId !== null && saved.keyId !== asked.keyId) return 'other_principal';
  if (!isSameContent(args)) {
    // A terminal's checksum stands for one set of field boundaries (docs/reference/transactions.md#field-boundaries).
    const isCut = asked.keyId === null && saved.keyId === null && saved.checksum === asked.checksum;
    return isCut ? 'boundary_mismatch' : 'other_content';
  }
  // A terminal gets the decline of its money call again, whatever came since (docs/reference/transactions.md#one-reply).
  const isHeard = asked.keyId === null && saved.effect === 'money' && isDeclined(saved);
  if (saved.state !== 'pending' && isHeard) return 'replay';
  switch (saved.state) {
    case 'pending':
      return 'join';
    case 'answered':
      return saved.effect === 'none' && Math.abs(args.nowMs - (saved.settledAtMs ?? 0)) > args.replayMs
        ? 'send_again'
        : 'replay';
    case 'contradicted':
    case 'queued':
    case 'unmatched':
      return 'replay';
    case 'refused':
      return 'send_again';
    case 'in_doubt':
      if (saved.effect === 'advice') return 'replay';
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
 * The directory chose customer and card of a call without a key, and may choose others now. A terminal never gets a decline of a saved
 * advice: a key that made it may have added members.
 */
function isSameContent({ saved, asked }: Duplicate): boolean {
  const isSame = saved.digest === asked.digest;
  if (asked.keyId === null && saved.keyId === null) return isSame;
  if (asked.keyId === null && asked.effect === 'advice') return isSame || saved.checksum === asked.checksum;
  return isSame && saved.customerId === asked.customerId && saved.cardId === asked.cardId;
}

export type ReversalDecision = 'send' | 'wait' | 'original_not_processed' | 'reversed_by_gateway';

/** Decides about a reversal of a transaction in this state (docs/reference/transactions.md#reversals). */
export function decideReversal(args: {
  readonly originalState: State;
  /** True when the reversal names the exact date of the original, and not only a near one. */
  readonly isExact: boolean;
  readonly isReversedByGateway: boolean;
  /** True for an advice that was sent a short while ago: the wallet service may still book it. */
  readonly isRecentAdvice: boolean;
}): ReversalDecision {
  if (args.isReversedByGateway) return 'reversed_by_gateway';
  // An original with only a near date may be the wrong one.
  if (args.originalState === 'refused' && args.isExact) return 'original_not_processed';
  // The gateway gives back no money of advices, so a reversal that overtakes one would be lost.
  if (args.originalState === 'in_doubt' && args.isRecentAdvice) return 'wait';
  return NOT_YET_SENT.has(args.originalState) ? 'wait' : 'send';
}

/** States before the outcome of a call that the gateway still sends. A reversal that overtakes its original moves nothing. */
const NOT_YET_SENT: ReadonlySet<State> = new Set(['pending', 'queued', 'unmatched']);

/** Fields of a reversal that say whether it left. */
interface LinkedReversal extends Pick<Life, 'state' | 'replyReason' | 'resultCode'> {
  readonly channel: string;
  /** Null for a queued one that is being sent. */
  readonly nextAttemptAtMs: number | null;
  readonly sentAtMs: number | null;
}

/** A transaction whose approval is learned now, or was learned when it was contradicted. */
interface ReversedOriginal extends Pick<Life, 'state'> {
  readonly settledAtMs: number | null;
}

/**
 * Returns whether a reversal left before the approval of its original was known, or is about to. It came before the money moved, so it
 * gave nothing back. A wallet service that dedupes repeats its earlier reply. The reversal of a pending original waits for it.
 */
export function leftEarly(reversal: LinkedReversal, original: ReversedOriginal): boolean {
  const { channel, state, sentAtMs } = reversal;
  if (channel === 'gateway') return false;
  if (original.state === 'contradicted') return sentAtMs !== null && sentAtMs < (original.settledAtMs ?? 0);
  const isLeaving =
    (state === 'pending' && original.state !== 'pending') ||
    (state === 'queued' && reversal.nextAttemptAtMs === null);
  return isLeaving || sentAtMs !== null;
}

/**
 * Returns whether a reversal linked to a contradicted transaction gives its money back, now or later. One that left early does not,
 * nor one that an operator declined.
 */
export function givesMoneyBack(reversal: LinkedReversal, original: ReversedOriginal): boolean {
  if (reversal.channel === 'gateway') return true;
  if (operatorsWord(reversal) === 'declined') return false;
  const isWithheld = reversal.state === 'answered' && reversal.replyReason === 'original_not_processed';
  return !leftEarly(reversal, original) && reversal.state !== 'unmatched' && !isWithheld;
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
  const { requestId, attempt, methodName, programme, terminalId, reference, settledAtMs } = transaction;
  const { customerId, cardId, requestAmount, state, errorCode, repliedResultCode } = transaction;
  const type = EVENT_OF[state];
  if (type === undefined) return null;
  const call = { requestId, attempt, methodName, programme, terminalId, reference };
  const outcome = { customerId, cardId, requestAmount, state, errorCode, repliedResultCode };
  const key = `${requestId}/${String(attempt)}`;
  return { ...operatorEvent(type, key, settledAtMs ?? 0, { ...call, ...outcome }), cardId };
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
