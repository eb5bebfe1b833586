import type { Page, PageRequest } from '../page-port.js';
import type { AuditEntry } from '../transactions/ledger-port.js';

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
  readonly formerSecretUntilMs: number | null;
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
  /** The secret so far stays good until `formerUntilMs`; one that was former already is forgotten. */
  rotateSecret(args: {
    endpointId: string;
    formerUntilMs: number;
    nowMs: number;
    audit: AuditEntry;
  }): Promise<EndpointWithSecret | null>;
  find(endpointId: string): Promise<Endpoint | null>;
  list(page: PageRequest<EndpointFilter>): Promise<Page<Endpoint>>;
}
