import type { AuditEntry } from '../../core/access/audit.js';
import type { Effect } from '../../core/transactions/methods.js';
import type { Fact, Life, ReplyReason, ShownState, State } from '../../core/transactions/life.js';
import type { ErrorCode } from '../../platform/errors.js';
import type { Page, PageRequest } from '../paging.js';

/** State of a transaction (core: life). */
export type TransactionState = State;

export type { ReplyReason } from '../../core/transactions/life.js';

/** Channel of a call. `gateway`: the gateway's own advices. */
export type Channel = 'graphql' | 'json' | 'xmlrpc' | 'gateway';

/** Call as the ledger saves it. Every text is as it may be kept (core/keep.ts). */
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
   * Bearer key of the call. Null when the terminal itself called. Calls without a key are one transaction when their `digest` is
   * equal. A second claim gets `existing` with the first row, whatever its request id and checksum.
   */
  readonly keyId: string | null;
  readonly requestAmount: number | null;
  /** Currency of the programme at the moment of the call. Null where it has none set. */
  readonly currency: string | null;
  /** Description of the merchant or the terminal. */
  readonly narrative: string | null;
  readonly transactionId: string | null;
  readonly transactionDate: string | null;
  readonly referenceId: string | null;
  readonly referenceDate: string | null;
  /** Dated checksum (core: datedChecksum). With `digest`, it proves that the text was cut into fields in one way only. */
  readonly checksum: string;
  /** Keyed hash of the content, behind its date. It is equal exactly when the content is (core: contentText). */
  readonly digest: string;
  /** Envelope as saved (JSON text, as it may be kept). */
  readonly request: string;
  /** Exact bytes to send, for advices only. They are sealed with the master key and kept until downstream has answered. */
  readonly sealedBody: Buffer | null;
  readonly route: string;
  /** `queued`: the gateway's own reversal, which goes out with the due advices. */
  readonly state: 'pending' | 'unmatched' | 'refused' | 'queued';
  /** The gateway's own decline of a terminal's money call, which is saved `refused` and never sent. Null for all others. */
  readonly decline: Decline | null;
  readonly receivedAtMs: number;
  /** This process. */
  readonly owner: string;
  /**
   * Methods that reverse this one, empty for an advice. The claim is `reversed` when the ledger already has such an advice of the
   * same terminal and reference. Its referenceId must equal this transactionId. Its referenceDate must equal this transactionDate
   * or, if the advice found no original, be near it.
   */
  readonly reversedBy: readonly string[];
  /**
   * Methods that this one reverses. The claim looks for a row of these and links it as the original. It is the row that the
   * advice names by terminal, reference, id and date, else the only one with a date near it.
   */
  readonly reverses: readonly string[];
}

/** Reply of the gateway to a call that it does not send. */
export interface Decline {
  readonly resultCode: number;
  /** Error of the reply, or the one that comes nearest to it (core: DECLINES). */
  readonly errorCode: ErrorCode;
}

export type ClaimOutcome =
  /** The row is durable, pending or unmatched, and owned by this process. */
  | { readonly kind: 'claimed'; readonly attempt: number }
  /** The request id is in use, or the call without a key was made before. The caller compares, replays, joins or refuses. */
  | { readonly kind: 'existing'; readonly row: TransactionRow }
  /**
   * A reversal of this transaction was accepted first (docs/reference/transactions.md#blocked-originals). A terminal's money call is
   * saved as declined with -3. Other calls are not saved.
   */
  | { readonly kind: 'reversed'; readonly by: string }
  /**
   * Nothing was saved: the ledger has this terminal's checksum over other field boundaries
   * (docs/reference/transactions.md#field-boundaries).
   */
  | { readonly kind: 'boundary_mismatch'; readonly requestId: string };

/** Claim of a row that may be sent again (refused, failed, an expired `none` answer, in doubt on a deduping route). */
export interface ReclaimInput {
  readonly requestId: string;
  /** State and attempt that the decision is based on. If they differ now, another process was faster. */
  readonly fromState: TransactionState;
  readonly fromAttempt: number;
  /** Key of the caller. Null for a terminal. */
  readonly keyId: string | null;
  readonly owner: string;
  /** As in ClaimInput. A reversal that was accepted meanwhile prevents the sending for good. */
  readonly reversedBy: readonly string[];
  /** Route of this attempt. The configuration may name another one than before. */
  readonly route: string;
}

export type ReclaimOutcome =
  | { readonly kind: 'claimed'; readonly attempt: number }
  | { readonly kind: 'reversed'; readonly by: string }
  | { readonly kind: 'lost'; readonly row: TransactionRow };

/** A fact about a transaction, and the values that are saved with it. */
export interface ApplyInput {
  readonly requestId: string;
  readonly fact: Fact;
  /** Time of the decision. */
  readonly atMs: number;
  /** Values of the attempt; left out for facts of no attempt. */
  readonly brought?: Brought | undefined;
  /** An operator's answer, normalized, as JSON text. */
  readonly operatorsAnswer?: string;
  /** The row as this call claimed it. If nothing happened to it since, no look at it is needed. */
  readonly claimed?: Pick<Life, 'effect' | 'keyId'> | undefined;
  /** Time until a queued advice is sent again. */
  readonly nextAttemptInMs?: number | undefined;
  /** Reversals whose original this row becomes, in the same commit. Nothing is saved if another row got one meanwhile. */
  readonly reversals?: readonly string[] | undefined;
  /**
   * The gateway's own reversal, saved in the commit that contradicts the row. `unknown`: where the row would be contradicted, nothing
   * is saved, so that the caller makes the reversal first. Null or left out: none.
   */
  readonly ownReversal?: OwnReversal | 'unknown' | null;
  /** Audit entry of an operator's act, saved in the same commit. */
  readonly audit?: Omit<AuditEntry, 'before' | 'after'>;
}

/** Advice of the gateway that gives the money of a contradicted row back. */
export interface OwnReversal {
  readonly claim: ClaimInput;
  /** Methods of advices that would give it back, too. Where one does, or will (core: givesMoneyBack), this one is not saved. */
  readonly rivals: readonly string[];
}

/** Times, status and texts of an attempt. Texts are as they may be kept. */
export interface Brought {
  /** Time of an attempt that was perhaps processed. Null keeps the old value. */
  readonly sentAtMs: number | null;
  /** Time of this attempt, where the wallet service refused it. */
  readonly refusedSentAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly httpStatus: number | null;
  /** Why this attempt brought no answer, as docs/transactions.md#failures lists it. Null where it brought one. */
  readonly failure: string | null;
  /** Downstream's body as received, at most the answer limit. Null where none exists. */
  readonly rawAnswer: string | null;
  /** Normalized answer (docs/reference/protocol.md#normalized-answer) as JSON text. Null where none exists. */
  readonly answer: string | null;
}

/** For facts of attempts that brought nothing. */
export const NOTHING_BROUGHT = {
  ...{ sentAtMs: null, refusedSentAtMs: null, answeredAtMs: null, httpStatus: null, failure: null },
  ...{ rawAnswer: null, answer: null },
} as const satisfies Brought;

export type Applied =
  /** `row`: as it is now; null where it was as its call claimed it. */
  | { readonly kind: 'moved'; readonly state: TransactionState; readonly row: TransactionRow | null }
  /** The fact changes nothing of the row. */
  | { readonly kind: 'unmoved'; readonly row: TransactionRow }
  /** Nothing is saved: `row` would be contradicted, and its own reversal is `unknown`. `row`: as it would be. */
  | { readonly kind: 'contradicts'; readonly row: TransactionRow }
  /** There is no such row: the database was replaced by one that lacks it. */
  | { readonly kind: 'gone' };

/** Result of a fact, once the gateway's own reversal for a contradicted row is made. */
export type Decided = Exclude<Applied, { kind: 'contradicts' }>;

/** Order to send an advice now: a queued one, or an unmatched one whose wallet is now known. */
export interface RequeueInput {
  readonly requestId: string;
  readonly attempt: number;
  /** Time for the audit log. */
  readonly atMs: number;
  /** Null for a queued advice. */
  readonly wallet: MatchedWallet | null;
  readonly audit?: AuditEntry;
}

/** New values of an unmatched advice with a known wallet. Its request id stays. Its original is looked for again. */
export interface MatchedWallet extends Pick<ClaimInput, 'request' | 'reverses'> {
  readonly customerId: number;
  readonly cardId: number;
  readonly sealedBody: Buffer;
}

export type RequeueOutcome =
  | { readonly kind: 'queued' }
  /** The advice has another state now, or is being sent at this moment. */
  | { readonly kind: 'lost'; readonly row: TransactionRow | null };

export interface TransactionRow extends Omit<
  ClaimInput,
  'state' | 'decline' | 'reversedBy' | 'reverses' | 'sealedBody'
> {
  /** Place in ledger order. It may have gaps. */
  readonly sequence: number;
  readonly state: TransactionState;
  /** Number of the attempt: 1 at first, one more for each reclaim. */
  readonly attempt: number;
  /** Time of the claim, by the ledger's clock. The lease of the owner begins then. */
  readonly claimedAtMs: number;
  /** Time when the last attempt was sent that was perhaps processed. */
  readonly sentAtMs: number | null;
  /** Time when the last attempt was sent, where the wallet service refused it. */
  readonly refusedSentAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly rawAnswer: string | null;
  readonly httpStatus: number | null;
  /** As in Brought. `lease_ended`: the process that made the attempt ended. */
  readonly failure: string | null;
  readonly answer: string | null;
  readonly resultCode: number | null;
  readonly errorCode: string | null;
  readonly replyReason: ReplyReason | null;
  /** resultCode of the gateway's own reply to a caller. */
  readonly repliedResultCode: number | null;
  /** resultCode that a caller without a key got: the gateway's own, or the saved approval that it read. See core: terminalReply. */
  readonly terminalRepliedCode: number | null;
  /** Time of the next attempt, by the ledger's clock. */
  readonly nextAttemptAtMs: number | null;
  /** Request id of the row that this advice reverses or adjusts. */
  readonly originalRequestId: string | null;
}

/** Row without its texts, which may be long. */
export interface TransactionSummary extends Omit<TransactionRow, keyof TransactionTexts> {
  /** Length of all three texts together, in UTF-8 bytes. */
  readonly textBytes: number;
}

export type TransactionTexts = Pick<TransactionRow, 'request' | 'rawAnswer' | 'answer'>;

export interface TransactionFilter {
  /** Null or left out, it selects all programmes. */
  readonly programme?: string | null;
  readonly terminalIds?: readonly string[];
  readonly customerId?: number;
  readonly cardId?: number;
  readonly terminalId?: string;
  readonly reference?: string;
  readonly methodName?: string;
  readonly state?: ShownState;
  readonly resultCode?: number;
  /** As core's `callerResultCode` tells it. */
  readonly callerResultCode?: number;
  /** A part of the narrative, in any case of letters. */
  readonly narrative?: string;
  readonly errorCode?: string;
  readonly channel?: Channel;
  readonly keyId?: string;
  readonly transactionId?: string;
  /** Limits of the amount in minor units, both inclusive. */
  readonly amountFrom?: number;
  readonly amountTo?: number;
  /** Time from the receipt of a call to its answer, or to the end of the wait for one. */
  readonly tookAtLeastMs?: number;
  readonly receivedFromMs?: number;
  /** Exclusive. */
  readonly receivedToMs?: number;
}

/**
 * Store of transactions. Leases and pauses are durations. The ledger adds them to its own clock: the database server's, shared by
 * all processes, or one that cannot be set (single process). The clock of the calling process decides nothing.
 */
export interface Ledger {
  /**
   * Claims a row, durably. Errors: UNAVAILABLE when the store cannot commit. A claim that turns out to be saved after that is ended by
   * the ledger: the call was not sent.
   */
  claim(input: ClaimInput): Promise<ClaimOutcome>;
  reclaim(input: ReclaimInput): Promise<ReclaimOutcome>;
  /**
   * Applies a fact to a row: the one write of states beside claims and leases. The row as it is inside the commit decides (core:
   * next), so a fact may be applied again after a commit without acknowledgement. A new state that operators are alerted to also
   * writes their event, in the same commit. Errors: UNAVAILABLE.
   */
  apply(input: ApplyInput): Promise<Applied>;
  requeue(input: RequeueInput): Promise<RequeueOutcome>;
  find(requestId: string): Promise<TransactionRow | null>;
  /** Returns the sealed bytes of an advice that downstream has not answered. Null where none exist. */
  sealedBody(requestId: string): Promise<Buffer | null>;
  /** Returns the terminal's call without a key with this content, else the one with this checksum over other field boundaries. */
  keyless(named: Pick<ClaimInput, 'terminalId' | 'digest' | 'checksum'>): Promise<TransactionRow | null>;
  list(page: PageRequest<TransactionFilter>): Promise<Page<TransactionSummary>>;
  /** Reads a page of the transactions in a state that is not final, for background work. `list` is for people. */
  listOpen(page: PageRequest<Pick<TransactionFilter, 'state'>>): Promise<Page<TransactionSummary>>;
  /** Returns the rows with their texts, in the same order, read at once: the caller knows their length. Deleted rows are left out. */
  withTexts(rows: readonly TransactionSummary[]): Promise<readonly TransactionRow[]>;
  count(filter: TransactionFilter): Promise<number>;
  /** Returns the advices and reversals linked to this row by `originalRequestId`, oldest first. */
  linked(requestId: string): Promise<readonly TransactionSummary[]>;
  /** Returns the reversals by one of `reversedBy` that were accepted before this advice and reverse nothing else. */
  reversalsBefore(row: TransactionRow & Pick<ClaimInput, 'reversedBy'>): Promise<TransactionSummary[]>;
  /**
   * Ends pending rows whose lease has ended, except those that this owner is running. They become in_doubt (`none`: failed;
   * advices: queued, due now). Returns them.
   */
  expireLeases(args: {
    owner: string;
    /** Time from the claim to the end of a lease. */
    leaseMs: number;
    /** Returns request ids. The ledger calls it after it reads its clock, so that later claims are left alone. */
    running: () => readonly string[];
    /** Gets the rows before they are committed, so that a lost acknowledgement hides none. A repeated commit gives them again. */
    ending?: (rows: readonly TransactionRow[]) => void;
    limit: number;
  }): Promise<readonly TransactionRow[]>;
  /**
   * Does the same for the pending rows of all other owners, whether or not their lease has ended. Queued rows that others were
   * sending become due. Only safe where no other process can be at work.
   */
  takeOver(
    args: Omit<Parameters<Ledger['expireLeases']>[0], 'running' | 'leaseMs'>,
  ): Promise<readonly TransactionRow[]>;
  /** Leases transactions in doubt on these routes whose inquiry is due, oldest first. The next pause is their age, within limits. */
  leaseDoubts(args: {
    routes: readonly string[];
    pauseMinMs: number;
    pauseMaxMs: number;
    limit: number;
  }): Promise<readonly TransactionRow[]>;
  /** Leases queued advices that are due, except on some routes. The returned attempt fences each of them. */
  leaseQueued(args: {
    owner: string;
    /** As in `expireLeases`: the process still sends these, or saves their outcome. */
    running?: () => readonly string[];
    leaseMs: number;
    exceptRoutes?: readonly string[];
    /** Number of rows of each route. */
    limit: number;
  }): Promise<readonly { row: TransactionRow; sealedBody: Buffer }[]>;
}
