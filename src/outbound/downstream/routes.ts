import type { Route } from '../../use-cases/transactions/downstream-port.js';
import type { SigningKeys } from './signers.js';

/** A route to a wallet service. The configuration was checked before. */
export interface RouteConfig extends Route {
  /** Whole URL, http or https; nothing is appended. It has no user info and no fragment, which are never sent. */
  readonly url: string;
  /** Keys that sign the body (docs/reference/protocol.md#signature). The other is tried where the service refuses a signature. */
  readonly signingKeys: SigningKeys;
  /** URL that is asked about a request id. */
  readonly inquiryUrl?: string | undefined;
  readonly methods: readonly string[];
}

/** The routes of a gateway. The first one serves all methods that no other route names. */
export type RouteConfigs = readonly [RouteConfig, ...RouteConfig[]];

/** Length of an answer. A longer one is in doubt. */
export const ANSWER_BYTES_MAX = 256 * 1024;
/** How long after the deadline an answer still settles the transaction. */
export const LATE_ANSWER_MS = 60_000;
/**
 * Calls of a route that may wait for a late answer, for each place. Further ones are given up at their deadline. A late call holds
 * a connection but no place. More late calls mean that the service is down.
 */
export const LATE_CALLS_PER_PLACE = 2.5;

export type DownstreamSettings = typeof DOWNSTREAM_DEFAULTS;

/** Settings of all routes. Each route has its own breaker, bulkhead and connections. */
export const DOWNSTREAM_DEFAULTS = {
  /** Calls of one route at one time. As many more may wait. */
  concurrentMax: 200,
  answerBytesMax: ANSWER_BYTES_MAX,
  /** Time that a call stays open for a late answer after its deadline. */
  lateMs: LATE_ANSWER_MS,
  /** Timeout of TCP and TLS together. A route with a shorter deadline uses that; one with a long deadline uses half of it. */
  connectTimeoutMs: 1000,
  /** Pause before the second try of a failed connection. */
  connectRetryMs: 100,
  /**
   * Time that an idle connection is kept. It must be shorter than the server's own time. A request written to a connection that
   * the server is closing is perhaps sent, and so in doubt for nothing. Where the server sends `Keep-Alive: timeout=n`, a
   * connection is given up 1 s earlier, and not kept at all for n = 1.
   *
   * It is below the shortest default of servers in use (gunicorn 2 s; Node, Apache httpd and uvicorn 5 s; Tomcat 20 s; nginx
   * 75 s). Busy connections never get there; an idle route pays one connect.
   */
  keepAliveMs: 1500,
};
