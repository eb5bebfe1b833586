import type { NormalizedAnswer } from '../../core/transactions/normalise.js';
import type { Moment } from '../../platform/clock.js';

/** Route as operators see it. */
export interface RouteHealth {
  readonly route: string;
  readonly breaker: 'closed' | 'open' | 'half_open';
  /** Calls that hold a place, calls that wait for one, and calls past their deadline. */
  readonly concurrent: number;
  readonly queued: number;
  readonly late: number;
  readonly clockDriftMs: number | null;
}

/** Call to the wallet service. `body` is signed and sent. */
export interface DownstreamCall {
  readonly route: string;
  readonly requestId: string;
  readonly methodName: string;
  readonly body: Buffer;
  /** Customer of the call. An answer that names another one is not accepted. */
  readonly customerId: number;
  /** True for advices: neither breaker nor bulkhead may hold them back. */
  readonly always?: boolean;
  /** Time limit for the outcome. The call stays open `lateMs` longer for a late answer. */
  readonly deadline: Moment;
  /** Headers such as the W3C trace context. They never change the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type DownstreamOutcome =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly raw: string;
      readonly answer: NormalizedAnswer;
      readonly sentAtMs: number;
      readonly answeredAtMs: number;
    }
  /** Certainly not processed: not connected, stopped by breaker or bulkhead, or a status that says so. */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly raw: string | null;
      readonly sentAtMs: number | null;
      /** Time after which a retry makes sense, where load is the reason. */
      readonly retryAfterMs?: number;
    }
  /** Perhaps processed: a cut or unreadable reply, or an unusable status or body. */
  | {
      readonly kind: 'in_doubt';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly raw: string | null;
      readonly sentAtMs: number | null;
      readonly answeredAtMs: number | null;
    }
  /** Perhaps processed: no answer within the deadline. `late` resolves with a later answer, else with in_doubt. */
  | { readonly kind: 'timeout'; readonly sentAtMs: number | null; readonly late: Promise<LateOutcome> };

export type LateOutcome = Exclude<DownstreamOutcome, { kind: 'timeout' }>;

/** Outcome of asking a route's inquiry URL about a request id. */
export type InquiryOutcome =
  | { readonly kind: 'answered'; readonly outcome: Extract<LateOutcome, { kind: 'answered' }> }
  /** Downstream never received it. */
  | { readonly kind: 'never_seen' }
  /** Not configured, not reached, or not understood. */
  | { readonly kind: 'no_answer' };

export interface Downstream {
  /** Asks for the outcome of a call. Never throws. */
  inquire(about: {
    readonly route: string;
    readonly requestId: string;
    readonly customerId: number | null;
  }): Promise<InquiryOutcome>;
  /** Routes that have an inquiry URL. */
  readonly inquiryRoutes: readonly string[];
  /** Sends a call. Never throws: every failure is an outcome. */
  send(call: DownstreamCall): Promise<DownstreamOutcome>;
  /** Returns the route of a method. */
  route(methodName: string): Route;
  /** Returns the route with this name. Undefined where the configuration of this node has no such route. */
  namedRoute(name: string): Route | undefined;
}

export interface Route {
  readonly name: string;
  readonly timeoutMs: number;
  /** True when downstream recognises a repeated request id, so that sending it again is safe. */
  readonly dedupes: boolean;
}
