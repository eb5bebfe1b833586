import type { ErrorCode } from '../../platform/errors.js';
import type { Effect } from './methods.js';
import { isAcceptance, isApproval } from './result-codes.js';

/**
 * The life of a transaction (docs/reference/transactions.md#states): its states, the facts that move it, and `next`, which alone
 * decides on a state. The ledger calls `next` inside the commit that writes the row, on the row as it is then.
 */

export type State =
  /** Claimed: its owner sends it. */
  | 'pending'
  /** The wallet service's answer is saved, or what stands for it. */
  | 'answered'
  /** The wallet service certainly did not process it. A call of effect `none` may be processed: nobody needs to know. */
  | 'refused'
  /** Perhaps processed. A late answer, an inquiry or an operator settles it. */
  | 'in_doubt'
  /** An accepted advice that goes out, or goes out again. */
  | 'queued'
  /** An accepted advice whose wallet is unknown. */
  | 'unmatched'
  /** The money moved, although the terminal got a decline or a reversal had left. */
  | 'contradicted';

/** State as people read it: a refused call of effect `none` is `failed`. */
export type ShownState = State | 'failed';

export function shownState({
  state,
  effect,
}: {
  readonly state: ShownState;
  readonly effect: Effect;
}): ShownState {
  return state === 'refused' && effect === 'none' ? 'failed' : state;
}

/** Reason why the gateway gave the reply, and not downstream. */
export type ReplyReason =
  | 'timeout'
  | 'refused'
  | 'invalid_answer'
  | 'reversed_first'
  | 'original_not_processed'
  | 'reversed_by_gateway'
  | 'advice_accepted'
  | 'settled_by_operator'
  | 'made_good_by_operator';

/** Fields of a row that decisions read. */
export interface Life {
  readonly state: State;
  readonly effect: Effect;
  /** Number of the attempt: 1 at first, one more each time that it is sent again. */
  readonly attempt: number;
  /** Null when the terminal itself called. */
  readonly keyId: string | null;
  /** A worker sends this queued advice now. */
  readonly isBeingSent: boolean;
  /** A reversal left while this transaction was in doubt, or declined by an operator. */
  readonly hasEarlyReversal: boolean;
  readonly failure: string | null;
  /** Time of the last outcome. */
  readonly settledAtMs: number | null;
  readonly resultCode: number | null;
  readonly errorCode: string | null;
  readonly replyReason: ReplyReason | null;
  /** resultCode of the gateway's own reply to the caller that made the row. */
  readonly repliedResultCode: number | null;
  /** resultCode that a caller without a key got: the gateway's own, or the saved approval that it read. */
  readonly terminalRepliedCode: number | null;
}

/** The gateway's own reply to the caller of an attempt. */
export interface Reply {
  readonly resultCode: number;
  /** Null for an accepted advice. */
  readonly errorCode: ErrorCode | null;
  /** False where a backend with a key made the attempt. */
  readonly isToTerminal: boolean;
}

interface OfAttempt {
  readonly attempt: number;
  /** Null where the caller gets the wallet service's own answer, and where nobody waits. */
  readonly reply: Reply | null;
}

/** Outcome of an attempt. */
export type Outcome =
  | (OfAttempt & { readonly kind: 'answer'; readonly resultCode: number })
  /** Certainly not processed. */
  | (OfAttempt & {
      readonly kind: 'refusal';
      /** An earlier attempt is in doubt, so this certainty settles nothing. */
      readonly wasInDoubt: boolean;
    })
  /** Perhaps processed. */
  | (OfAttempt & {
      readonly kind: 'doubt';
      readonly cause: 'timeout' | 'invalid';
      /** The route recognises a repeated request id, so an advice may go out again. */
      readonly dedupes: boolean;
    });

/** An advice that was accepted and is not sent now. */
export interface Withheld {
  readonly kind: 'withheld';
  readonly attempt: number;
  readonly as:
    | 'waiting'
    | 'unmatched'
    | 'original_not_processed'
    | 'reversed_by_gateway'
    | 'reversed_first'
    /** Its reversal came first and names a part of its amount: an operator books the rest. */
    | 'reversed_in_part'
    /** Perhaps sent before, on a route that does not dedupe. */
    | 'perhaps_sent';
  /** Left out: the row keeps what its last attempt came to. */
  readonly failure?: string;
}

export type Fact =
  | Outcome
  | Withheld
  /** A terminal's repeated call got this reply. */
  | { readonly kind: 'told'; readonly resultCode: number }
  /**
   * An operator found this outcome: 1 approved, negative declined. `seen`: the state that the operator decided on. `lateSinceMs`: the
   * late answers of time-outs after this time may still come.
   */
  | {
      readonly kind: 'operator';
      readonly resultCode: number;
      readonly seen: State;
      readonly lateSinceMs: number;
    }
  /** A reversal that was to give the money back has turned out not to. */
  | { readonly kind: 'not_given_back' }
  /** The process that made the attempt is gone. */
  | { readonly kind: 'owner_gone' };

/** State that a fact makes, the same for all effects or one for each. */
export type To = State | Partial<Readonly<Record<Effect, State>>>;

/** Moves by fact, state and effect. Where nothing stands, the fact changes nothing. */
export const MOVES = {
  /** Money that moved although its terminal got a decline, or after a reversal left, is `contradicted` instead. */
  answer: { pending: 'answered', in_doubt: 'answered', queued: 'answered' },
  /** After an earlier doubt the row stays in doubt. */
  refusal: {
    pending: { none: 'refused', state: 'refused', money: 'refused', advice: 'queued' },
    in_doubt: { state: 'refused', money: 'refused', advice: 'in_doubt' },
    queued: 'queued',
  },
  /** An advice on a route that does not dedupe is `in_doubt` instead. */
  doubt: {
    pending: { none: 'refused', state: 'in_doubt', money: 'in_doubt', advice: 'queued' },
    in_doubt: 'in_doubt',
    queued: 'queued',
  },
  owner_gone: { pending: { none: 'refused', state: 'in_doubt', money: 'in_doubt', advice: 'queued' } },
  /** The rule of an answer holds for money. A contradicted row is closed: its money was given back. */
  operator: { in_doubt: 'answered', queued: 'answered', unmatched: 'answered', contradicted: 'answered' },
} as const satisfies Record<string, Partial<Record<State, To>>>;

/** Change that a fact makes to a row. */
export interface Move extends Pick<
  Life,
  | 'state'
  | 'failure'
  | 'resultCode'
  | 'errorCode'
  | 'replyReason'
  | 'repliedResultCode'
  | 'terminalRepliedCode'
> {
  /**
   * Columns to write. `outcome`: also what the attempt brought. `decision`: the row keeps what its last attempt brought. `reply`: only
   * the reply changes.
   */
  readonly writes: 'outcome' | 'decision' | 'reply';
}

/** Returns what the fact makes of the row, or null where it changes nothing. */
export function next(row: Life, fact: Fact): Move | null {
  switch (fact.kind) {
    case 'answer':
      return afterAnswer(row, fact);
    case 'refusal':
    case 'doubt':
      return afterFailure(row, fact);
    case 'withheld':
      return afterWithheld(row, fact);
    case 'told':
      return afterTold(row, fact.resultCode);
    case 'operator':
      return afterOperator(row, fact);
    case 'not_given_back':
      return row.state === 'contradicted' ? { ...row, writes: 'reply' } : null;
    case 'owner_gone':
      return afterOwner(row);
  }
}

/**
 * An answer settles the row also where a later attempt of it is open: all attempts are one transaction, and no other answer may come.
 * It contradicts what the gateway said meanwhile.
 */
function afterAnswer(row: Life, fact: Outcome & { kind: 'answer' }): Move | null {
  const { resultCode, reply } = fact;
  if (!isMoveOf('answer', row)) return afterLostAnswer(row, fact);
  if (fact.attempt > row.attempt) return null;
  const told = withReply(row, reply);
  const isContradicted =
    isMoneyMoved(row, resultCode) && (isDeclined({ ...row, ...told }) || row.hasEarlyReversal);
  const isGatewaysReply = reply !== null || (row.effect === 'advice' && row.replyReason !== null);
  // A backend that waits for this attempt gets the answer itself, whatever it got for an earlier one.
  const isHeard = row.keyId !== null && row.state === 'pending' && reply === null && !isContradicted;
  return {
    ...told,
    ...(isHeard ? { repliedResultCode: null } : {}),
    state: isContradicted ? 'contradicted' : MOVES.answer[row.state],
    writes: 'outcome',
    failure: null,
    resultCode,
    // The reply that its terminal gets again.
    errorCode: isContradicted ? errorHeard(row, fact) : null,
    replyReason: row.effect === 'advice' && isGatewaysReply ? 'advice_accepted' : null,
  };
}

/**
 * An approval whose row is settled already contradicts what was said instead of it: an operator's decline, or the reply of the caller
 * whose commit was not acknowledged, if nobody has got the approval since.
 */
function afterLostAnswer(row: Life, fact: Outcome & { kind: 'answer' }): Move | null {
  const { resultCode, reply } = fact;
  if (row.state !== 'answered' || !isMoneyMoved(row, resultCode)) return null;
  const word = operatorsWord(row);
  const told = withReply(row, reply);
  const isSavedUnheard =
    reply !== null &&
    row.replyReason === null &&
    row.resultCode === resultCode &&
    isDeclined({ ...row, ...told });
  if (word !== 'declined' && !isSavedUnheard) return null;
  const heard = word === 'declined' ? declineHeard(row) : told;
  return {
    ...heard,
    state: 'contradicted',
    writes: 'outcome',
    failure: null,
    resultCode,
    errorCode: errorHeard(row, fact),
    replyReason: null,
  };
}

function afterFailure(row: Life, fact: Outcome & { kind: 'refusal' | 'doubt' }): Move | null {
  const { effect } = row;
  if (!isMoveOf(fact.kind, row) || fact.attempt !== row.attempt) return null;
  if (row.state === 'queued' && !row.isBeingSent) return null;
  const told = { ...withReply(row, fact.reply), writes: 'outcome', failure: null, resultCode: null } as const;
  const isNoted =
    row.state === 'in_doubt' && (fact.kind === 'doubt' || fact.wasInDoubt || effect === 'advice');
  if (isNoted) return { ...told, state: 'in_doubt', errorCode: row.errorCode, replyReason: row.replyReason };
  if (effect === 'advice') {
    const isAgain = fact.kind === 'doubt' ? fact.dedupes : true;
    return {
      ...told,
      state: isAgain ? 'queued' : 'in_doubt',
      errorCode: null,
      replyReason: 'advice_accepted',
    };
  }
  const state = fact.kind === 'refusal' && fact.wasInDoubt ? 'in_doubt' : moveOf(fact.kind, row);
  return { ...told, state, errorCode: errorOf(fact), replyReason: replyReasonOf(fact) };
}

function afterWithheld(row: Life, fact: Withheld): Move | null {
  const isOpen = row.state === 'pending' || row.state === 'queued' || isOpenUnmatched(row, fact);
  if (row.effect !== 'advice' || !isOpen || fact.attempt !== row.attempt) return null;
  const { state, replyReason } = WITHHELD[fact.as];
  const resultCode = state === 'answered' ? 1 : null;
  const failure = fact.failure ?? row.failure;
  return { ...repliesOf(row), state, writes: 'decision', failure, resultCode, errorCode: null, replyReason };
}

/** An advice whose wallet is unknown stays so where the gateway could not decide: it cannot go out without its card. */
function isOpenUnmatched({ state }: Life, { as }: Withheld): boolean {
  return state === 'unmatched' && as !== 'waiting';
}

const WITHHELD = {
  waiting: { state: 'queued', replyReason: 'advice_accepted' },
  unmatched: { state: 'unmatched', replyReason: 'advice_accepted' },
  original_not_processed: { state: 'answered', replyReason: 'original_not_processed' },
  reversed_by_gateway: { state: 'answered', replyReason: 'reversed_by_gateway' },
  reversed_first: { state: 'answered', replyReason: 'reversed_first' },
  reversed_in_part: { state: 'in_doubt', replyReason: 'advice_accepted' },
  perhaps_sent: { state: 'in_doubt', replyReason: 'advice_accepted' },
} as const satisfies Record<Withheld['as'], Pick<Life, 'state' | 'replyReason'>>;

/** A terminal gets the first reply to its money call again, so only the first one is saved (docs/reference/transactions.md#one-reply). */
function afterTold(row: Life, resultCode: number): Move | null {
  const isOpen = row.state === 'pending' || row.state === 'in_doubt' || row.state === 'refused';
  const isSaid = isApproval(resultCode) ? row.state === 'answered' : isOpen;
  if (row.effect !== 'money' || !isSaid || terminalReply(row) !== null) return null;
  const { state, failure, errorCode, replyReason } = row;
  // A keyless caller of an approval got the answer itself. Only that a terminal has it is new.
  const told = isApproval(resultCode)
    ? { ...repliesOf(row), terminalRepliedCode: resultCode }
    : withReply(row, { resultCode, errorCode: null, isToTerminal: true });
  return { ...told, state, writes: 'reply', failure, resultCode: row.resultCode, errorCode, replyReason };
}

function afterOperator(row: Life, fact: Fact & { kind: 'operator' }): Move | null {
  const { resultCode } = fact;
  if (!isMoveOf('operator', row) || row.state !== fact.seen) return null;
  if (isLateAnswerPossible(row, fact.lateSinceMs)) return null;
  const told = repliesOf(row);
  const { failure, errorCode } = row;
  if (row.state === 'contradicted') {
    // The wallet service has approved it. It can only be closed, once its money is given back.
    if (!isApproval(resultCode)) return null;
    const kept = { failure, resultCode: row.resultCode, errorCode };
    return { ...told, ...kept, state: 'answered', writes: 'decision', replyReason: 'made_good_by_operator' };
  }
  const isContradicted = isMoneyMoved(row, resultCode) && (isDeclined(row) || row.hasEarlyReversal);
  return {
    ...told,
    state: isContradicted ? 'contradicted' : MOVES.operator[row.state],
    writes: 'outcome',
    failure,
    resultCode,
    errorCode: isContradicted ? (errorCode ?? 'IN_DOUBT') : null,
    replyReason: 'settled_by_operator',
  };
}

function afterOwner(row: Life): Move | null {
  if (!isMoveOf('owner_gone', row)) return null;
  const { effect } = row;
  return {
    ...repliesOf(row),
    state: moveOf('owner_gone', row),
    writes: 'decision',
    failure: 'lease_ended',
    resultCode: null,
    errorCode: effect === 'none' ? 'UNAVAILABLE' : effect === 'advice' ? null : 'IN_DOUBT',
    replyReason: effect === 'advice' ? 'advice_accepted' : null,
  };
}

function isMoveOf<Kind extends keyof typeof MOVES>(
  kind: Kind,
  row: Life,
): row is Life & { readonly state: keyof (typeof MOVES)[Kind] & State } {
  const to: To | undefined = (MOVES[kind] as Partial<Record<State, To>>)[row.state];
  return to !== undefined && (typeof to === 'string' || to[row.effect] !== undefined);
}

function moveOf(kind: keyof typeof MOVES, { state, effect }: Life): State {
  const to: To | undefined = (MOVES[kind] as Partial<Record<State, To>>)[state];
  return (typeof to === 'object' ? to[effect] : to) ?? state;
}

/** Returns whether the wallet service may still answer the call that timed out. An operator's word would come too early. */
export function isLateAnswerPossible(
  { state, failure, settledAtMs }: Pick<Life, 'state' | 'failure' | 'settledAtMs'>,
  lateSinceMs: number,
): boolean {
  return state === 'in_doubt' && failure === 'timeout' && (settledAtMs ?? 0) > lateSinceMs;
}

/** Returns whether an operator can settle a transaction in this state. */
export function isOpenToOperators(state: State): boolean {
  return Object.hasOwn(MOVES.operator, state);
}

/** Returns the error that a caller gets for an attempt without an answer. */
export function errorOf(fact: Outcome & { kind: 'refusal' | 'doubt' }): ErrorCode {
  if (fact.kind === 'refusal') return fact.wasInDoubt ? 'IN_DOUBT' : 'DOWNSTREAM_REFUSED';
  return fact.cause === 'timeout' ? 'DOWNSTREAM_TIMEOUT' : 'DOWNSTREAM_INVALID';
}

function replyReasonOf(fact: Outcome & { kind: 'refusal' | 'doubt' }): ReplyReason {
  if (fact.kind === 'refusal') return 'refused';
  return fact.cause === 'timeout' ? 'timeout' : 'invalid_answer';
}

/** Returns the error that the contradicted caller heard. */
function errorHeard({ errorCode }: Life, { reply }: Outcome): string {
  return errorCode ?? reply?.errorCode ?? 'IN_DOUBT';
}

type Replies = Pick<Life, 'repliedResultCode' | 'terminalRepliedCode'>;

function repliesOf({ repliedResultCode, terminalRepliedCode }: Life): Replies {
  return { repliedResultCode, terminalRepliedCode };
}

/** A terminal keeps its first reply. A backend with a key may get another one on each retry. */
function withReply(row: Life, reply: Reply | null): Replies {
  const { keyId, repliedResultCode, terminalRepliedCode } = row;
  if (reply === null) return repliesOf(row);
  const { resultCode, isToTerminal } = reply;
  if (!isToTerminal)
    return { repliedResultCode: keyId === null ? repliedResultCode : resultCode, terminalRepliedCode };
  const first = terminalReply(row) ?? resultCode;
  return { repliedResultCode: keyId === null ? first : repliedResultCode, terminalRepliedCode: first };
}

/** An operator's decline is what the caller heard. A terminal that heard another one before keeps that. */
function declineHeard(row: Life): Replies {
  const { keyId, resultCode, terminalRepliedCode } = row;
  if (keyId !== null) return { repliedResultCode: resultCode, terminalRepliedCode };
  const heard = terminalReply(row) ?? resultCode;
  return { repliedResultCode: heard, terminalRepliedCode: heard };
}

/** Returns the reply that a terminal got first. Null where it got none, or the wallet service's own answer. */
export function terminalReply(row: Replies & Pick<Life, 'keyId'>): number | null {
  return row.keyId === null ? (row.repliedResultCode ?? row.terminalRepliedCode) : row.terminalRepliedCode;
}

/**
 * Returns the result code that the caller of a row got: the gateway's own, else that of the answer. Null where it waits, and where the
 * process that served it is gone.
 */
export function callerResultCode(
  row: Replies & Pick<Life, 'keyId' | 'failure' | 'resultCode'>,
): number | null {
  const own = row.keyId === null ? terminalReply(row) : row.repliedResultCode;
  return own ?? (row.failure === 'lease_ended' ? null : row.resultCode);
}

/** Returns whether a terminal, and not only a backend with a key, got a decline from the gateway. */
export function isDeclined(row: Replies & Pick<Life, 'keyId'>): boolean {
  const reply = terminalReply(row);
  return reply !== null && !isApproval(reply);
}

export function isMoneyMoved({ effect }: Pick<Life, 'effect'>, resultCode: number): boolean {
  return effect === 'money' && isApproval(resultCode);
}

/** Returns whether a late approval of this transaction may still come. A reversal that leaves now perhaps comes before its money moves. */
export function isApprovalPossible(row: Pick<Life, 'state' | 'replyReason' | 'resultCode'>): boolean {
  return row.state === 'in_doubt' || (row.state === 'answered' && operatorsWord(row) === 'declined');
}

/** Returns what an operator decided about the transaction; null where nobody did. */
export function operatorsWord(
  row: Pick<Life, 'state' | 'replyReason' | 'resultCode'>,
): 'approved' | 'declined' | null {
  const isClosed = row.state === 'answered' || row.state === 'contradicted';
  if (!isClosed || row.replyReason !== 'settled_by_operator' || row.resultCode === null) return null;
  return isApproval(row.resultCode) ? 'approved' : 'declined';
}

/** Returns the row of a call that was just claimed, as it is unless something happened to it meanwhile. */
export function justClaimed({ effect, keyId }: Pick<Life, 'effect' | 'keyId'>): Life {
  return {
    ...{ state: 'pending', effect, keyId, attempt: 1, isBeingSent: false, hasEarlyReversal: false },
    ...{ failure: null, settledAtMs: null, resultCode: null, errorCode: null, replyReason: null },
    ...{ repliedResultCode: null, terminalRepliedCode: null },
  };
}

/** Returns whether the reply to an advice is the gateway's own: it accepts what the wallet service declined. */
export function isAcceptedAnyway({ effect }: Pick<Life, 'effect'>, resultCode: number): boolean {
  return effect === 'advice' && !isAcceptance(resultCode);
}
