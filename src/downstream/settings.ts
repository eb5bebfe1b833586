import type { BreakerSettings } from './breaker.js';
import type { BulkheadSettings } from './bulkhead.js';

/** The same for all routes; each route has its own breaker, bulkhead and connections. */
export interface DownstreamSettings {
  /** Longer answers are in doubt. */
  readonly answerBytesMax: number;
  /** How long a call stays open for a late answer after its deadline. */
  readonly lateMs: number;
  /** Calls of one route that may stay open so; the ones beyond are given up at their deadline. */
  readonly lateCallsMax: number;
  /** TCP and TLS together. A route with a shorter deadline has that, and one with a long deadline half of it. */
  readonly connectTimeoutMs: number;
  /** Once so much time has gone by since a claim, the ledger is asked again before money is sent. */
  readonly recheckAfterMs: number;
  /** Pause before a connection that could not be made is tried once more; 0: never. */
  readonly connectRetryMs: number;
  /**
   * How long an idle connection is kept. It must be shorter than the server's own time: a request written to a connection
   * that the server is closing is perhaps sent, and so in doubt for nothing. Where the server says `Keep-Alive: timeout=n`,
   * a connection is given up 1 s before that, and not kept at all for n = 1. 0: each call has a connection of its own.
   */
  readonly keepAliveMs: number;
  readonly breaker: BreakerSettings;
  readonly bulkhead: BulkheadSettings;
}

/**
 * `keepAliveMs` is below the shortest time that servers in use have by default (gunicorn 2 s; Node, Apache httpd and uvicorn
 * 5 s; Tomcat 20 s; nginx 75 s). Busy connections never get there; an idle route pays one connect.
 */
export const DOWNSTREAM_DEFAULTS: DownstreamSettings = {
  answerBytesMax: 256 * 1024,
  lateMs: 60_000,
  lateCallsMax: 500,
  connectTimeoutMs: 1000,
  recheckAfterMs: 250,
  connectRetryMs: 100,
  keepAliveMs: 1500,
  breaker: { failuresMin: 20, failurePercentMin: 50, windowMs: 10_000, halfOpenAfterMs: 1000 },
  bulkhead: { concurrentMax: 200, queueMax: 200, queueMs: 500 },
};
