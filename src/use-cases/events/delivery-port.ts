import type { AttemptFailure, DeliveryOutcome, WebhookResult } from '../../core/events/delivery.js';
import type { EndpointHeaders } from '../../core/events/endpoint-headers.js';
import type { EventType, NewEvent, StoredEvent } from '../../core/events/event.js';
import type { Page, PageRequest } from '../paging.js';

/** State of a delivery. `pending`: to be sent, now or later. `dead`: given up until an operator resends it. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** Delivery of one event to one endpoint. */
export interface Delivery {
  readonly sequence: number;
  readonly eventSequence: number;
  readonly eventType: EventType;
  readonly endpointId: string;
  readonly programme: string;
  readonly state: DeliveryState;
  /** Attempts since the delivery was created or last resent. */
  readonly attemptCount: number;
  /** Null unless pending, and during an attempt. */
  readonly nextAttemptAtMs: number | null;
  readonly createdAtMs: number;
}

export interface DeliveryAttempt {
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Null without a reply. */
  readonly httpStatus: number | null;
  /** Null for success. */
  readonly failure: AttemptFailure | null;
  /** The beginning of the reply, masked. */
  readonly responseExcerpt: string | null;
}

/** Delivery that this process may send until its lease ends. */
export interface LeasedDelivery {
  readonly sequence: number;
  /** Fencing token. A finish with an older token is too late. */
  readonly leaseToken: number;
  /** Start of the lease by the database's clock, epoch milliseconds. */
  readonly leasedAtMs: number;
  readonly attemptCount: number;
  readonly event: StoredEvent;
  readonly endpointId: string;
  readonly url: string;
  /** Secrets (`whsec_…`): the current one first, then the previous one while it is valid. */
  readonly secrets: readonly string[];
  readonly headers: EndpointHeaders;
  /** True when every attempt has failed since the last success. */
  readonly isFailing: boolean;
}

/** Enabled endpoint with deliveries that are due. */
export interface DueEndpoint {
  readonly endpointId: string;
  readonly waitedMs: number;
  readonly isFailing: boolean;
}

export interface DueDeliveries {
  /** Endpoints, the one that waits longest first. */
  readonly endpoints: readonly DueEndpoint[];
  /** Time until the next delivery becomes due. Null where none exists. */
  readonly nextDueInMs: number | null;
}

export type FinishedDelivery =
  /** Another process has the delivery now, or it was resent. Nothing was written. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'finished'; readonly endpoint: 'as_before' | 'warned' | 'disabled' };

export interface DeliveryFilter {
  /** Null or left out, it selects all programmes. */
  readonly programme?: string | null;
  readonly endpointId?: string;
  readonly eventSequence?: number;
  readonly eventType?: EventType;
  readonly state?: DeliveryState;
  /** Time when the event was recorded. The end is exclusive. */
  readonly recordedFromMs?: number;
  readonly recordedToMs?: number;
}

/** Events to send again, and their endpoint. */
export interface ResendRange {
  readonly endpointId: string;
  /** Recorded from this time, and before the next one. Null means no limit. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Selects only events that this endpoint has not accepted. */
  readonly isUndeliveredOnly: boolean;
  /** Continues after this event. */
  readonly afterEvent: number;
  /** Number of events to read, with those of other programmes, so that one commit is always short. */
  readonly limit: number;
  /** Null where a previous part of the request left its note. */
  readonly note: ResendNote | null;
}

/** Entry of the audit log in the commit of a resend. */
export interface ResendNote {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly after: object;
}

/**
 * Store of webhook deliveries. Each change is one commit. Due times and leases use the clock of the database, as in the ledger.
 * Errors: UNAVAILABLE.
 */
export interface Deliveries {
  due(): Promise<DueDeliveries>;
  /** Leases up to `limit` due deliveries of each endpoint, oldest first. */
  lease(args: {
    endpoints: readonly { endpointId: string; limit: number }[];
    leaseMs: number;
  }): Promise<readonly LeasedDelivery[]>;
  /** Saves the attempt, and updates the delivery and its endpoint. This includes an `endpoint.disabling` event. */
  finish(args: {
    lease: Pick<LeasedDelivery, 'sequence' | 'leaseToken' | 'endpointId'>;
    attempt: DeliveryAttempt;
    outcome: DeliveryOutcome;
    /** Time with only failures after which the endpoint is disabled. Null never disables it. */
    disableAfterMs: number | null;
  }): Promise<FinishedDelivery>;
  /** Returns leases without an attempt. The deliveries are due again at once. */
  release(args: { leases: readonly Pick<LeasedDelivery, 'sequence' | 'leaseToken'>[] }): Promise<void>;
  /** Returns the leases of all processes. Only safe where no other process can be at work. */
  releaseAll(): Promise<void>;
  /** Writes an event that goes only to this endpoint. */
  addTest(args: { endpointId: string; event: NewEvent; nowMs: number }): Promise<Delivery>;
  /** Makes a delivery due now, and restarts its schedule. Returns null where no such delivery exists. */
  resend(args: { sequence: number; note: ResendNote | null }): Promise<Delivery | null>;
  /** Resends events of the endpoint's programme, also those that it has no delivery of. A null `lastEvent` means the end. */
  resendRange(range: ResendRange): Promise<{ readonly count: number; readonly lastEvent: number | null }>;
  find(sequence: number): Promise<Delivery | null>;
  list(page: PageRequest<DeliveryFilter>): Promise<Page<Delivery>>;
  /** Returns the attempts by delivery, oldest first. */
  attempts(sequences: readonly number[]): Promise<ReadonlyMap<number, readonly DeliveryAttempt[]>>;
}

export interface EventFilter {
  /** Null or left out, it selects all events, also those without a programme. */
  readonly programme?: string | null;
  readonly types?: readonly EventType[];
  readonly cardId?: number;
  readonly eventSequence?: number;
  readonly recordedFromMs?: number;
  readonly recordedToMs?: number;
}

/** Event log for display. */
export interface EventList {
  find(sequence: number): Promise<StoredEvent | null>;
  list(page: PageRequest<EventFilter>): Promise<Page<StoredEvent>>;
}

export interface WebhookSender {
  /** Sends once, with one signature per secret. Never throws. Ends in time, or when `signal` aborts. */
  send(args: {
    readonly url: string;
    readonly secrets: readonly string[];
    /** Id of the event, the same in every attempt. */
    readonly id: string;
    readonly body: Buffer;
    readonly signal: AbortSignal;
    /** Clock of the signature. Receivers refuse a timestamp that is some minutes off. */
    readonly nowMs: () => number;
    /** The endpoint's own headers, beside those of the signature. */
    readonly headers: EndpointHeaders;
  }): Promise<WebhookResult>;
}

/** Observer of deliveries, for log and metrics. */
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
    /** Time from the event's commit to this attempt. Null for repetitions. */
    readonly firstAfterMs: number | null;
    /** Number of attempts, with this one. */
    readonly attemptCount: number;
  }): void;
  endpointChanged(about: { readonly endpointId: string; readonly change: 'warned' | 'disabled' }): void;
}

/**
 * Reason of a disabled endpoint. `operator`: by hand. `gone`: the receiver answered 410. `failing`: every attempt failed for too
 * long.
 */
export type DisabledReason = 'operator' | 'gone' | 'failing';

/** Receiver of the events of a programme. */
export interface Endpoint {
  readonly sequence: number;
  readonly endpointId: string;
  readonly programme: string;
  readonly url: string;
  /** Types of events that it gets. Null: every one. */
  readonly eventTypes: readonly EventType[] | null;
  /** Names of its own headers. Null: none. */
  readonly headerNames: readonly string[] | null;
  readonly createdAtMs: number;
  /** Time until which the previous secret also signs deliveries. Null where none exists. */
  readonly previousSecretUntilMs: number | null;
  /** Time of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  readonly warnedAtMs: number | null;
  readonly disabledAtMs: number | null;
  readonly disabledReason: DisabledReason | null;
}

/** What the owner of an endpoint chooses. An empty list of types is every type. What is left out stays as it is. */
export interface EndpointChoice {
  readonly eventTypes?: readonly EventType[] | undefined;
  readonly headers?: EndpointHeaders | undefined;
}

/** Endpoint with its secret (`whsec_…`). The secret leaves the store only when it is created, and with leases. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export interface EndpointFilter {
  /** Null or left out, it selects all programmes. */
  readonly programme?: string | null;
  readonly isDisabled?: boolean;
  /** First characters of the id, or a part of the URL in any case. */
  readonly text?: string;
}

/** Store of endpoints. Each change is one commit, its audit entry included. Errors: UNAVAILABLE. */
export interface Endpoints {
  /** Adds an endpoint. Errors: BAD_REQUEST for an unknown programme. */
  add(args: {
    actor: string;
    endpointId: string;
    programme: string;
    url: string;
    choice: EndpointChoice;
  }): Promise<EndpointWithSecret>;
  /** Changes what an endpoint gets. Returns null where none exists. */
  choose(args: { actor: string; endpointId: string; choice: EndpointChoice }): Promise<Endpoint | null>;
  /** Enables or disables an endpoint. Enabling deletes past failures. Returns null where none exists. */
  setEnabled(args: { actor: string; endpointId: string; isEnabled: boolean }): Promise<Endpoint | null>;
  /**
   * Creates a new secret. The current one stays valid for `overlapMs`, by the database's clock; an older one is deleted. Returns
   * null where no such endpoint exists.
   */
  rotateSecret(args: {
    actor: string;
    endpointId: string;
    overlapMs: number;
  }): Promise<EndpointWithSecret | null>;
  find(endpointId: string): Promise<Endpoint | null>;
  list(page: PageRequest<EndpointFilter>): Promise<Page<Endpoint>>;
}
