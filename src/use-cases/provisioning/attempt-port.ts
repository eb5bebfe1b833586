import type { DigitizationEventType, StoredEvent } from '../../core/events/event.js';
import type { AttemptState } from '../../core/provisioning/attempt.js';
import type { DigitizationData } from '../../core/provisioning/digitization-event.js';
import type { DigitizationState } from '../../core/provisioning/digitization-report.js';
import type {
  AuthorizationDecision,
  AuthorizationReason,
} from '../../core/provisioning/token-authorization.js';
import type { Page, PageRequest } from '../paging.js';

/**
 * The second half of an attempt's life (docs/digitization.md#attempts): the card network asks for a token, then reports
 * its fate. Every method is one whole commit, or one read. Times use the database's clock, so that all nodes agree. The same
 * commit reads the card, so that a new block takes effect at once.
 */

/** Token request of the network. Words are normalised; texts are masked. */
export interface AuthorizeInput {
  /** Programme of the network's key. Cards of other programmes are out of its reach. */
  readonly programme: string;
  readonly cardId: number;
  readonly tokenReference: string;
  readonly tokenRequestorId: string;
  readonly walletId: string;
  readonly path: string | null;
  readonly recommendation: string | null;
  readonly panSource: string | null;
  readonly deviceType: string | null;
  /** Key id of the caller, for the history. */
  readonly actor: string;
}

export interface SavedAuthorization {
  readonly decision: AuthorizationDecision;
  readonly reason: AuthorizationReason;
  readonly attemptId: string | null;
  readonly decidedAtMs: number;
}

export interface TokenAuthorization extends SavedAuthorization {
  readonly isReplay: boolean;
}

/** Report of the network about a token. It contains no card number. */
export interface DigitizationReportInput {
  readonly programme: string;
  readonly cardId: number;
  /** True for a terminal's message: it names a wallet. A known token of the same customer then keeps its card. */
  readonly isCardAssumed: boolean;
  readonly type: DigitizationEventType;
  readonly tokenReference: string;
  readonly tokenRequestorId: string | null;
  readonly walletId: string | null;
  readonly deviceType: string | null;
  readonly panLastFour: string | null;
  readonly reasonCode: string | null;
  /** The reporter's name for this report. Null: a report equal to the last one counts as its repetition. */
  readonly reportId: string | null;
  readonly actor: string;
}

export interface RecordedReport {
  readonly event: StoredEvent;
  readonly isRepeat: boolean;
  /** 1 where a token was completed although the network's request for it was declined. */
  readonly isDeclined: 0 | 1;
}

export interface AttemptChange {
  readonly atMs: number;
  readonly actor: string;
  readonly fromState: AttemptState | null;
  readonly toState: AttemptState;
  readonly reason: string | null;
}

export interface AttemptRow {
  readonly sequence: number;
  readonly attemptId: string;
  readonly programme: string;
  readonly cardId: number;
  readonly customerId: number;
  readonly sharedKeyId: string;
  /** An attempt that can no longer succeed is `expired`, by its times. */
  readonly state: AttemptState;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly authorizedAtMs: number | null;
  readonly digitizedAtMs: number | null;
  readonly wrongCodes: number;
  readonly driftSteps: number | null;
  readonly tokenReference: string | null;
  readonly walletId: string | null;
  /** Oldest first. */
  readonly history: readonly AttemptChange[];
}

/** Card in a wallet, as the reports describe it. */
export interface DigitizationRow extends Omit<DigitizationData, 'wallet'> {
  readonly sequence: number;
  /** 1 where it was completed although the network's request for it was declined. */
  readonly isDeclined: number;
  readonly state: DigitizationState;
  readonly reasonCode: string | null;
  readonly lastEvent: DigitizationEventType;
  readonly lastEventSequence: number;
  readonly reportedAtMs: number;
  readonly changedAtMs: number;
}

export interface AttemptFilter {
  /** Null or left out, it selects all programmes. */
  readonly programme?: string | null;
  readonly cardId?: number;
  readonly state?: AttemptState;
  readonly tokenReference?: string;
  readonly issuedFromMs?: number;
  /** Exclusive. */
  readonly issuedToMs?: number;
}

/**
 * Progress of attempts issued in a time range. Each attempt counts for every stage that it reached, and for its end. `declined` are
 * the token requests that were declined in that range.
 */
export interface AttemptFunnel {
  readonly issued: number;
  readonly verified: number;
  readonly authorized: number;
  readonly digitized: number;
  readonly expired: number;
  readonly superseded: number;
  readonly declined: number;
}

export interface DigitizationFilter {
  readonly programme?: string | null;
  readonly cardId?: number;
  readonly state?: DigitizationState;
  readonly declined?: boolean;
  readonly tokenReference?: string;
  readonly reportedFromMs?: number;
  /** Exclusive. */
  readonly reportedToMs?: number;
}

export interface Attempts {
  /**
   * Decides on a token and saves the decision. An approval consumes the attempt, so no other token gets it. For a repeated
   * request, APPROVED and DECLINED stay; REQUIRE_ADDITIONAL_AUTHENTICATION is decided anew. Errors: FORBIDDEN (a
   * card of another programme), IDEMPOTENCY_CONFLICT (the token reference was decided on for another request), UNAVAILABLE.
   */
  authorize(input: AuthorizeInput): Promise<TokenAuthorization>;
  /**
   * Saves the event with its deliveries, the attempt and the token's state, in one commit. Errors: NOT_FOUND (card), FORBIDDEN (a
   * card of another programme), IDEMPOTENCY_CONFLICT (the token is another card's), UNAVAILABLE.
   */
  report(input: DigitizationReportInput): Promise<RecordedReport>;
  find(attemptId: string): Promise<AttemptRow | null>;
  list(page: PageRequest<AttemptFilter>): Promise<Page<AttemptRow>>;
  funnel(filter: AttemptFilter): Promise<AttemptFunnel>;
  listDigitizations(page: PageRequest<DigitizationFilter>): Promise<Page<DigitizationRow>>;
}
