import type { Effect } from '../../core/transactions/methods.js';
import type { State } from '../../core/transactions/transaction.js';
import type { Page, PageRequest } from '../paging.js';

/**
 * The life of a transaction (docs/reference/transactions.md#states).
 *
 *   pending ──▶ answered      downstream's answer is saved
 *           ──▶ refused       certainly not processed; a retry is sent again
 *           ──▶ in_doubt      sent, no usable answer, or its owner died; only settled by late answer, inquiry or operator
 *           ──▶ failed        the same for effect `none`; a retry is sent again
 *   queued ───▶ answered      advice: acknowledged to the terminal, sent again until downstream answers
 *   unmatched ▶ queued        advice: acknowledged, its wallet is unknown; queued once the wallet is known
 *   in_doubt ─▶ answered | contradicted    contradicted: the money moved, although the terminal was told a decline or a reversal had left
 */
export type TransactionState = State;

/** `gateway`: the gateway's own advices. */
export type Channel = 'graphql' | 'json' | 'xmlrpc' | 'gateway';

/** Why an answer was given by the gateway and not by downstream. */
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

/** What a caller asked, as the ledger keeps it. Every text is already masked where docs/reference/transactions.md#masked demands it. */
export interface ClaimInput {
  readonly requestId: string;
  readonly methodName: string;
  readonly effect: Effect;
  readonly channel: Channel;
  readonly programme: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly customerId: number | null;
  readonly cardId: number | null;
  /**
   * The Bearer key that called; null when the terminal itself did. Among calls without a key, one terminal and checksum is one
   * transaction: the claim of another one is `existing`, with the row of the first, whatever its request id.
   */
  readonly keyId: string | null;
  readonly requestAmount: number | null;
  readonly transactionId: string | null;
  readonly transactionDate: string | null;
  readonly referenceId: string | null;
  readonly referenceDate: string | null;
  /** Lower-case hex; with `borders` it proves that one checksum stands for one way of cutting the text into fields. */
  readonly checksum: string;
  /** See core/checksum: equal for equal texts under equal checksums. */
  readonly checksumKey: string;
  readonly fieldBoundaries: string;
  /** Keyed hash of the whole content, checksum excluded: equal exactly when the content is equal. */
  readonly contentHash: string;
  /** The envelope as saved (JSON text, masked). */
  readonly request: string;
  /** Advices only: the exact bytes to send, sealed with the master key, kept until downstream has answered. */
  readonly sealedBody: Buffer | null;
  readonly route: string;
  readonly state: 'pending' | 'unmatched';
  readonly receivedAtMs: number;
  /** This process, and how long its claim on a pending row holds, from its commit on. */
  readonly owner: string;
  readonly leaseMs: number;
  /**
   * For methods that can be reversed: the methods that reverse it. The claim is `reversed` when such an advice is in the ledger already:
   * of the same terminal and reference, its referenceId equal to this transactionId, and its referenceDate either equal to this
   * transactionDate or, where it found no original, near it.
   */
  readonly reversedBy: readonly string[];
  /**
   * For reversals: the methods whose row is looked for as the original and linked. The original is the one that the advice names by
   * terminal, reference, id and date, else the only one with a date near it.
   */
  readonly reverses: readonly string[];
  /**
   * For the gateway's own reversals: the request id of the contradicted row, to which it is linked. The claim is `reversed` when an
   * advice by one of the methods `rivals` gives that row's money back already, or will (core: givesMoneyBack). Decided in the claim's
   * transaction: of two reversals that would move money only one is ever sent.
   */
  readonly givesBack: string | null;
  readonly rivals: readonly string[];
}

export type ClaimOutcome =
  /** The row is durable, pending (or unmatched) and ours. `original` is the row that this advice reverses, when known. */
  | {
      readonly kind: 'claimed';
      readonly attempt: number;
      readonly original: TransactionRow | null;
      /** Request id of a row that this terminal's checksum was saved with before; null for nearly every call. */
      readonly repeats: string | null;
    }
  /** The request id is taken, or the call without a key was made before; the caller compares, replays, joins or refuses. */
  | { readonly kind: 'existing'; readonly row: TransactionRow }
  /** Nothing was saved: a reversal of this transaction was accepted first (docs/reference/transactions.md#blocked-originals). */
  | { readonly kind: 'reversed'; readonly by: string }
  /** Nothing was saved: this terminal's checksum is in the ledger over other field boundaries (docs/reference/transactions.md#field-boundaries). */
  | { readonly kind: 'boundary_mismatch'; readonly requestId: string };

/** Takes a row that may be sent again (refused, failed, an expired `none` answer, in doubt on a deduping route). */
export interface ReclaimInput {
  readonly requestId: string;
  /** The state and attempt that the decision was made on; anything else means somebody was faster. */
  readonly fromState: TransactionState;
  readonly fromAttempt: number;
  readonly owner: string;
  readonly leaseMs: number;
  readonly receivedAtMs: number;
  /** As in ClaimInput: a reversal that was accepted meanwhile stops the sending for good. */
  readonly reversedBy: readonly string[];
}

export type ReclaimOutcome =
  | { readonly kind: 'claimed'; readonly attempt: number }
  | { readonly kind: 'reversed'; readonly by: string }
  | { readonly kind: 'lost'; readonly row: TransactionRow };

export interface SettleInput {
  readonly requestId: string;
  /** The attempt that the outcome belongs to; a row that has moved on is not touched. */
  readonly attempt: number;
  readonly fromStates: readonly TransactionState[];
  readonly state: TransactionState;
  readonly sentAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly settledAtMs: number;
  /** Downstream's body as received (masked), at most the answer limit; null when there was none. */
  readonly rawAnswer: string | null;
  readonly httpStatus: number | null;
  /** The normalized answer (docs/reference/protocol.md#normalized-answer) as JSON text; null when there is none. */
  readonly answer: string | null;
  readonly resultCode: number | null;
  /** Register code of the failure, when the outcome is one. */
  readonly errorCode: string | null;
  readonly replyReason: ReplyReason | null;
  /** The resultCode that the caller heard when it was a default; null leaves what is there. */
  readonly repliedResultCode: number | null;
  /** The same where the caller has no key; null leaves what is there. */
  readonly terminalRepliedCode: number | null;
  /**
   * The decision was made for a row of which no terminal had been told anything by default (`null`) or exactly this; when that
   * has changed meanwhile, nothing is saved (`lost`). Left out: it does not matter.
   */
  readonly ifTerminalReply?: number | null;
  /**
   * An approval of money: when a reversal of this row left while the row was in doubt, nothing is saved (`reversed`). Nobody has to look
   * while the row is pending: until then its reversals wait.
   */
  readonly unlessReversed?: boolean;
  /** Queued advices: how long until they are sent again; null otherwise. */
  readonly nextAttemptInMs: number | null;
  /** An operator's act: kept in the audit log, in the same commit. */
  readonly audit?: AuditEntry;
}

/** Who did what, for the append-only audit log. */
export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  /** What it was done to: a request id. */
  readonly subject: string;
  readonly reason: string;
  /** JSON texts, masked. */
  readonly before: string;
  readonly after: string;
}

export type SettleOutcome =
  | { readonly kind: 'settled' }
  | { readonly kind: 'lost'; readonly row: TransactionRow | null }
  /** Nothing was saved: a reversal left before this approval was known. The money moved all the same. */
  | { readonly kind: 'reversed'; readonly row: TransactionRow };

/** A reversal is about to leave although its original is in doubt. */
export interface MarkSentInDoubtInput {
  readonly requestId: string;
  /** Of the reversal, which is pending or queued. */
  readonly attempt: number;
  readonly originalRequestId: string;
  readonly atMs: number;
}

export type MarkSentInDoubtOutcome =
  /** Durable: if the original turns out approved, that counts as not reversed by this one. */
  | { readonly kind: 'marked' }
  | { readonly kind: 'not_in_doubt'; readonly original: TransactionRow | null }
  /** Somebody else carries the reversal. */
  | { readonly kind: 'lost' };

/** An advice is to be sent now: a queued one, or an unmatched one whose wallet is known now. */
export interface RequeueInput {
  readonly requestId: string;
  readonly attempt: number;
  /** For the audit log. */
  readonly atMs: number;
  /** Null for a queued one. */
  readonly wallet: MatchedWallet | null;
  readonly audit?: AuditEntry;
}

/** What the wallet makes of an unmatched advice. Its request id stays; its original is looked for again. */
export interface MatchedWallet extends Pick<ClaimInput, 'request' | 'contentHash' | 'reverses'> {
  readonly customerId: number;
  readonly cardId: number;
  readonly sealedBody: Buffer;
}

export type RequeueOutcome =
  | { readonly kind: 'queued' }
  /** It has moved on, or is being sent at this moment. */
  | { readonly kind: 'lost'; readonly row: TransactionRow | null };

/** What a caller without a key that waited in vain hears, before it hears it. */
export interface RecordReplyInput {
  readonly requestId: string;
  readonly attempt: number;
  readonly repliedResultCode: number;
}

export type RecordReplyOutcome =
  /** Kept: whoever settles the row will know. */
  | { readonly kind: 'told' }
  /** The row has been settled, or told something else, meanwhile. */
  | { readonly kind: 'lost'; readonly row: TransactionRow };

export interface TransactionRow extends Omit<
  ClaimInput,
  'state' | 'checksumKey' | 'leaseMs' | 'reversedBy' | 'reverses' | 'givesBack' | 'rivals' | 'sealedBody'
> {
  /** Ledger order, gapless is not promised. */
  readonly sequence: number;
  readonly state: TransactionState;
  /** 1 for the first sending, one more for each reclaim. */
  readonly attempt: number;
  /** Until when its owner holds it, by the ledger's clock; 0 where nobody does. */
  readonly leaseUntilMs: number;
  /** By the ledger's clock. */
  readonly claimedAtMs: number;
  readonly sentAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly rawAnswer: string | null;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly resultCode: number | null;
  readonly errorCode: string | null;
  readonly replyReason: ReplyReason | null;
  /** What a caller heard by default. */
  readonly repliedResultCode: number | null;
  /** What a caller without a key heard by default of a row that a caller with a key made. See `terminalReply`. */
  readonly terminalRepliedCode: number | null;
  /** By the ledger's clock. */
  readonly nextAttemptAtMs: number | null;
  /** Request id of the row that this advice reverses or adjusts. */
  readonly originalRequestId: string | null;
  /** For reversals: when it first left while its original was in doubt; null for all others. */
  readonly earlyAtMs: number | null;
}

/** A row without its texts, which may be long. */
export interface TransactionSummary extends Omit<TransactionRow, keyof TransactionTexts> {
  /** Of all three texts together, as UTF-8. */
  readonly textBytes: number;
}

export type TransactionTexts = Pick<TransactionRow, 'request' | 'rawAnswer' | 'answer'>;

export interface ConfirmInput {
  readonly requestId: string;
  readonly attempt: number;
  readonly owner: string;
  /** As in ClaimInput. */
  readonly reversedBy: readonly string[];
}

export type Confirmation =
  /** The row is pending, this attempt's and this owner's, its lease holds, and no reversal of it was accepted. */
  'valid' | 'claim_lost' | 'reversed';

export interface TransactionFilter {
  /** Programmes whose rows may be seen; null for operators. */
  readonly programme?: string | null;
  readonly terminalIds?: readonly string[];
  readonly customerId?: number;
  readonly cardId?: number;
  readonly terminalId?: string;
  readonly reference?: string;
  readonly methodName?: string;
  readonly state?: TransactionState;
  readonly resultCode?: number;
  readonly receivedFromMs?: number;
  /** Exclusive. */
  readonly receivedToMs?: number;
}

/**
 * Leases and pauses are lengths of time: the ledger adds them to a clock of its own, which is the same for all who use it (the database
 * server's) or cannot be set (one process). The clock of the process that calls decides nothing.
 */
export interface Ledger {
  /** Durable when it resolves. Errors: UNAVAILABLE when the store cannot commit. */
  claim(input: ClaimInput): Promise<ClaimOutcome>;
  reclaim(input: ReclaimInput): Promise<ReclaimOutcome>;
  /** Whether a claimed row may still be sent. Errors: UNAVAILABLE. */
  confirm(input: ConfirmInput): Promise<Confirmation>;
  /** An outcome that leaves a transaction in doubt or contradicted writes the event for operators in the same commit. */
  settle(input: SettleInput): Promise<SettleOutcome>;
  /** Keeps what a caller hears by default of a row that is pending or in doubt and of which nobody was told otherwise. */
  recordReply(input: RecordReplyInput): Promise<RecordReplyOutcome>;
  markEarly(input: MarkSentInDoubtInput): Promise<MarkSentInDoubtOutcome>;
  requeue(input: RequeueInput): Promise<RequeueOutcome>;
  find(requestId: string): Promise<TransactionRow | null>;
  /** The sealed bytes of an advice that was not answered yet; null where there are none. */
  sealedBody(requestId: string): Promise<Buffer | null>;
  /** The call without a key that a terminal made with this checksum; the first one where an older release saved several. */
  keyless(named: Pick<ClaimInput, 'terminalId' | 'checksum' | 'checksumKey'>): Promise<TransactionRow | null>;
  list(page: PageRequest<TransactionFilter>): Promise<Page<TransactionSummary>>;
  /** The same rows in the same order with their texts; those that are gone meanwhile are left out. */
  withTexts(rows: readonly TransactionSummary[]): Promise<readonly TransactionRow[]>;
  count(filter: TransactionFilter): Promise<number>;
  /** Advices and reversals linked to this row by `originalRequestId`, oldest first. */
  linked(requestId: string): Promise<readonly TransactionSummary[]>;
  /**
   * Pending rows whose lease has ended become in_doubt (`none`: failed; advices: queued, due now), but for those that this owner is
   * carrying. Returns them.
   */
  expireLeases(args: {
    owner: string;
    /** Request ids. Asked for once the ledger has looked at its clock, so that what is claimed meanwhile is left alone. */
    running: () => readonly string[];
    limit: number;
  }): Promise<readonly TransactionRow[]>;
  /**
   * The same for pending rows of everybody else than `owner`, whatever their leases say, and queued ones that somebody else was sending are
   * due. Only where no other process can be at work.
   */
  takeOver(args: { owner: string; limit: number }): Promise<readonly TransactionRow[]>;
  /**
   * Transactions in doubt on these routes whose next question is due, oldest first; the next one after that comes when the
   * doubt is twice as old, within the two pauses.
   */
  leaseDoubts(args: {
    routes: readonly string[];
    pauseMinMs: number;
    pauseMaxMs: number;
    limit: number;
  }): Promise<readonly TransactionRow[]>;
  /** Leases queued advices that are due; fenced by the attempt that is returned with each. */
  leaseQueued(args: {
    owner: string;
    leaseMs: number;
    /** No pause is longer: a row that would wait longer was put off by a clock that has been set back since, and is due. */
    pauseMaxMs: number;
    limit: number;
  }): Promise<readonly { row: TransactionRow; sealedBody: Buffer }[]>;
}
