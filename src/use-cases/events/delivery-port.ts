import type {
  AttemptFailure,
  DeliveryOutcome,
  HealthPolicy,
  WebhookResult,
} from '../../core/events/delivery.js';
import type { EventType, NewEvent, StoredEvent } from '../../core/events/event.js';
import type { Page, PageRequest } from '../paging.js';
import type { AuditEntry } from '../transactions/ledger-port.js';

/** `pending`: to be sent, now or later. `dead`: given up, until somebody resends it. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly sequence: number;
  readonly eventSequence: number;
  readonly eventType: EventType;
  readonly endpointId: string;
  readonly programme: string;
  readonly state: DeliveryState;
  /** Attempts since it was made or last resent. */
  readonly attemptCount: number;
  /** Null unless pending, and while it is being sent. */
  readonly nextAttemptAtMs: number | null;
  readonly createdAtMs: number;
}

export interface DeliveryAttempt {
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** Null for success. */
  readonly failure: AttemptFailure | null;
  /** The beginning of the answer, masked. */
  readonly responseExcerpt: string | null;
}

/** A delivery that this process may send until its lease ends. */
export interface LeasedDelivery {
  readonly sequence: number;
  /** Whoever finishes with an older token is too late. */
  readonly leaseToken: number;
  readonly attemptCount: number;
  readonly event: StoredEvent;
  readonly endpointId: string;
  readonly url: string;
  /** `whsec_…`: the current one first, then the former one while it is good. */
  readonly secrets: readonly string[];
  /** Nothing has got through to this endpoint since a failure. */
  readonly isFailing: boolean;
}

/** An enabled endpoint for which something is due. */
export interface DueEndpoint {
  readonly endpointId: string;
  readonly waitedMs: number;
  readonly isFailing: boolean;
}

export interface DueDeliveries {
  /** The one that waits longest first. */
  readonly endpoints: readonly DueEndpoint[];
  /** When the next one is due that is not yet; null: none. */
  readonly nextDueInMs: number | null;
}

export type FinishedDelivery =
  /** Another process has it by now, or it was resent meanwhile: nothing was written. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'finished'; readonly endpoint: 'as_before' | 'warned' | 'disabled' };

export interface DeliveryFilter {
  /** Null or absent for all programmes. */
  readonly programme?: string | null;
  readonly endpointId?: string;
  readonly eventSequence?: number;
  readonly eventType?: EventType;
  readonly state?: DeliveryState;
  /** When the event was recorded; the end is exclusive. */
  readonly recordedFromMs?: number;
  readonly recordedToMs?: number;
}

/** Which events to send again, and where to. */
export interface ResendRange {
  readonly endpointId: string;
  /** Recorded from, and before; null: without limit. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Only what this endpoint has not taken. */
  readonly isUndeliveredOnly: boolean;
  /** Goes on behind this event … */
  readonly afterEvent: number;
  /** … and looks at so many, those of other programmes included, so that one commit never takes long. */
  readonly limit: number;
  readonly nowMs: number;
  /** Written in the same commit; null where a former part of the same request had it. */
  readonly audit: AuditEntry | null;
}

/**
 * Webhooks on their way. Each change is one commit. What is due, and until when something is leased, is counted by the clock of the
 * database, as in the ledger. Errors: UNAVAILABLE.
 */
export interface Deliveries {
  due(): Promise<DueDeliveries>;
  /** Up to `limit` due ones of each endpoint, oldest first. */
  lease(args: {
    endpoints: readonly { endpointId: string; limit: number }[];
    leaseMs: number;
  }): Promise<readonly LeasedDelivery[]>;
  /** Keeps the attempt, moves the delivery on, and what it means for its endpoint; an `endpoint.disabling` event included. */
  finish(args: {
    lease: Pick<LeasedDelivery, 'sequence' | 'leaseToken' | 'endpointId'>;
    attempt: DeliveryAttempt;
    outcome: DeliveryOutcome;
    policy: HealthPolicy;
  }): Promise<FinishedDelivery>;
  /** Gives leases back without an attempt: due again at once. */
  release(args: { leases: readonly Pick<LeasedDelivery, 'sequence' | 'leaseToken'>[] }): Promise<void>;
  /** The same with the leases of everybody. Only where no other process can be at work. */
  releaseAll(): Promise<void>;
  /** Writes an event that goes to this endpoint alone. */
  addTest(args: { endpointId: string; event: NewEvent; nowMs: number }): Promise<Delivery>;
  /** Makes a delivery due now, its schedule begun anew. Null when there is no such delivery. */
  resend(args: { sequence: number; nowMs: number; audit: AuditEntry | null }): Promise<Delivery | null>;
  /** The same for events of the endpoint's programme, also for those that it has no delivery of. `lastEvent` null: no more. */
  resendRange(range: ResendRange): Promise<{ readonly count: number; readonly lastEvent: number | null }>;
  find(sequence: number): Promise<Delivery | null>;
  list(page: PageRequest<DeliveryFilter>): Promise<Page<Delivery>>;
  /** Oldest first, by delivery. */
  attempts(sequences: readonly number[]): Promise<ReadonlyMap<number, readonly DeliveryAttempt[]>>;
}

export interface EventFilter {
  /** Null or absent for all, those without a programme included. */
  readonly programme?: string | null;
  readonly type?: EventType;
  readonly cardId?: number;
  readonly recordedFromMs?: number;
  readonly recordedToMs?: number;
}

/** The event log, for people. */
export interface EventList {
  find(sequence: number): Promise<StoredEvent | null>;
  list(page: PageRequest<EventFilter>): Promise<Page<StoredEvent>>;
}

export interface WebhookSender {
  /** Sends once, over bytes that are signed with each secret. Never throws; ends in time, or when `signal` says so. */
  send(args: {
    readonly url: string;
    readonly secrets: readonly string[];
    /** Of the event: the same in every repetition. */
    readonly id: string;
    readonly body: Buffer;
    readonly signal: AbortSignal;
    /** Beside those of the signature: the trace, where there is one. */
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<WebhookResult>;
}

/** What operators watch. */
export interface DeliveryObserver {
  attempted(about: {
    readonly deliveryId: string;
    readonly endpointId: string;
    readonly eventId: string;
    readonly eventType: EventType;
    readonly outcome: DeliveryOutcome['kind'] | 'lost';
    readonly failure: AttemptFailure | null;
    readonly httpStatus: number | null;
    readonly durationMs: number;
    /** From the event's commit to this attempt; null for repetitions. */
    readonly firstAfterMs: number | null;
    /** This one included. */
    readonly attemptCount: number;
  }): void;
  endpointChanged(about: { readonly endpointId: string; readonly change: 'warned' | 'disabled' }): void;
}

/** `operator`: by hand. `gone`: the receiver answered 410. `failing`: nothing got through for too long. */
export type DisabledReason = 'operator' | 'gone' | 'failing';

/** Where the events of a programme are sent. */
export interface Endpoint {
  readonly sequence: number;
  readonly endpointId: string;
  readonly programme: string;
  readonly url: string;
  readonly createdAtMs: number;
  /** Until then deliveries are signed with the former secret too; null where there is none. */
  readonly previousSecretUntilMs: number | null;
  /** Of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly warnedAtMs: number | null;
  readonly disabledAtMs: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** The secret (`whsec_…`) leaves the store here, when it is made, and with leases; nowhere else. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export interface EndpointFilter {
  /** Null for all programmes. */
  readonly programme: string | null;
}

/** Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface Endpoints {
  /** Errors: BAD_REQUEST for a programme that is not there. */
  add(args: {
    endpointId: string;
    programme: string;
    url: string;
    nowMs: number;
    audit: AuditEntry;
  }): Promise<EndpointWithSecret>;
  /** Enabling forgets past failures. Null when there is no such endpoint. */
  setEnabled(args: {
    endpointId: string;
    isEnabled: boolean;
    nowMs: number;
    audit: AuditEntry;
  }): Promise<Endpoint | null>;
  /** The secret so far stays good until `previousUntilMs`; one that was former already is forgotten. */
  rotateSecret(args: {
    endpointId: string;
    previousUntilMs: number;
    nowMs: number;
    audit: AuditEntry;
  }): Promise<EndpointWithSecret | null>;
  find(endpointId: string): Promise<Endpoint | null>;
  list(page: PageRequest<EndpointFilter>): Promise<Page<Endpoint>>;
}
