import type { JsonObject } from '../../core/wire/json.js';
import type { Moment } from '../../platform/clock.js';
import type { Wallet } from '../directory/directory-port.js';

/** A route as operators see it. */
export interface RouteHealth {
  readonly route: string;
  readonly breaker: 'closed' | 'open' | 'half_open';
  /** Calls that hold a place, calls that wait for one, and calls past their deadline. */
  readonly concurrent: number;
  readonly queued: number;
  readonly late: number;
  readonly clockDriftMs: number | null;
}

/** A call to the wallet service; `body` is what is signed and what is sent. */
export interface DownstreamCall {
  readonly route: string;
  readonly requestId: string;
  readonly methodName: string;
  /** Shares the places of the route with the other terminals. */
  readonly terminalId: string;
  readonly body: Buffer;
  /** An answer that names another customer is no answer to this call. */
  readonly customerId: number;
  /** Advices: neither breaker nor bulkhead may hold them back. */
  readonly always?: boolean;
  /** Interface to reply. The call stays open `lateMs` longer for a late answer. */
  readonly deadline: Moment;
  /** Calls that take or hold money: what is asked before the first byte, where much time has gone by. Left out: nothing is. */
  readonly recheck?: Recheck;
  /** W3C trace context and the like; never anything that changes the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A connection may take long, a call may wait for a place, and the machine may sleep. Meanwhile a reversal may have been accepted, or
 * others may have given the call up.
 */
export interface Recheck {
  /** When it was certain that the call may be sent. */
  readonly since: Moment;
  /** Null when it still may be sent; else why it must not be, which becomes the reason of `refused`. Never rejects. */
  ask(): Promise<UnsentReason | null>;
}

/**
 * `reversed`: a reversal was accepted. `claim_lost`: the row is no longer this attempt's. `not_confirmed`: the ledger could not say.
 */
export type UnsentReason = 'reversed' | 'claim_lost' | 'not_confirmed';

export type DownstreamOutcome =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly raw: string;
      readonly answer: NormalizedAnswer;
      readonly sentAtMs: number;
      readonly answeredAtMs: number;
    }
  /** Certainly not processed: never connected, breaker or bulkhead closed the way, or a status that says so. */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly raw: string | null;
      readonly sentAtMs: number | null;
      /** When it makes sense to come again, where load is the reason. */
      readonly retryAfterMs?: number;
    }
  /** Perhaps processed: cut, unreadable, an unusable status or body. */
  | {
      readonly kind: 'in_doubt';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly raw: string | null;
      readonly sentAtMs: number | null;
      readonly answeredAtMs: number | null;
    }
  /** Perhaps processed: no answer inside the deadline. `late` resolves when one comes after all, else with in_doubt. */
  | { readonly kind: 'timeout'; readonly sentAtMs: number | null; readonly late: Promise<LateOutcome> };

export type LateOutcome = Exclude<DownstreamOutcome, { kind: 'timeout' }>;

/** The normalized answer (docs/reference/protocol.md#normalized-answer). `response` always holds `resultCode`. */
export interface NormalizedAnswer {
  readonly status: string;
  readonly message: string;
  readonly customerId: number | null;
  readonly response: JsonObject & { readonly resultCode: number };
}

/** What a route's inquiry URL says of a request id. */
export type InquiryOutcome =
  | { readonly kind: 'answered'; readonly outcome: Extract<LateOutcome, { kind: 'answered' }> }
  /** Downstream has never had it. */
  | { readonly kind: 'never_seen' }
  /** Not configured, not reached, or not understood. */
  | { readonly kind: 'no_answer' };

export interface Downstream {
  /** Asks what became of a call. Never throws. */
  inquire(about: {
    readonly route: string;
    readonly requestId: string;
    readonly customerId: number | null;
  }): Promise<InquiryOutcome>;
  /** The routes that can be asked. */
  readonly inquiryRoutes: readonly string[];
  /** Never throws: what can go wrong on the way is an outcome. */
  send(call: DownstreamCall): Promise<DownstreamOutcome>;
  /** How this method travels. */
  route(methodName: string): Route;
}

export interface Route {
  readonly name: string;
  readonly timeoutMs: number;
  /** Downstream recognises a repeated request id, so sending it again is safe. */
  readonly dedupes: boolean;
}

/** What the customer's own service says of a wallet that the directory does not have. */
export type WalletAnswer =
  | { readonly kind: 'known'; readonly wallet: Wallet }
  /** It said so, in so many words. */
  | { readonly kind: 'unknown' }
  /** Not reached, too late, or not understood: nobody knows whether there is such a wallet. */
  | { readonly kind: 'trouble'; readonly reason: string };

export interface WalletQuestion {
  readonly reference: string;
  /** Of the terminal that calls. */
  readonly programme: string;
  readonly deadline: Moment;
}

export interface WalletLookup {
  /** Resolves at the deadline at the latest. Errors: UNAVAILABLE when the directory cannot be read. */
  find(question: WalletQuestion): Promise<WalletAnswer>;
}

/** One question to the service. Never rejects. */
export type AskForWallet = (question: WalletQuestion) => Promise<WalletAnswer>;

/** How one call came to know of its wallet, for metrics and the log. */
export interface WalletLookupResult {
  readonly answer: WalletAnswer['kind'];
  /** `shared`: another call had asked already. */
  readonly source: 'cache' | 'service' | 'shared';
  /** Null unless there was trouble. */
  readonly reason: string | null;
  readonly programme: string;
  readonly durationMs: number;
}
