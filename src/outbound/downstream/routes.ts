import { CardwayError } from '../../platform/errors.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import { BREAKER, type BreakerSettings } from './breaker.js';
import type { BulkheadSettings } from './bulkhead.js';
import type { SigningKeys } from './signers.js';

/** A route to a wallet service. */
export interface RouteConfig extends Route {
  /** Whole URL, http or https; nothing is appended. It has no user info and no fragment, which are never sent. */
  readonly url: string;
  /** Keys that sign the body (docs/reference/protocol.md#signature). The other is tried where the service refuses a signature. */
  readonly signingKeys: SigningKeys;
  /** URL that is asked about a request id. */
  readonly inquiryUrl?: string;
  /** Methods of this route. Exactly one route has none: it is the default for all the others. */
  readonly methods: readonly string[];
}

interface Routes {
  /** Returns the part of a route that use cases may know: never its key. */
  forMethod(methodName: string): Route;
}

/**
 * Indexes the routes by method. Throws INTERNAL when they contradict each other: a defect, because the configuration is checked
 * before.
 */
export function createRoutes(configs: readonly RouteConfig[]): Routes {
  const byMethod = new Map<string, Route>();
  const defaults: Route[] = [];
  for (const { name, timeoutMs, dedupes, methods } of configs) {
    const route: Route = { name, timeoutMs, dedupes };
    if (methods.length === 0) defaults.push(route);
    for (const method of methods) {
      if (byMethod.has(method)) throw misconfigured(`two routes for ${method}`);
      byMethod.set(method, route);
    }
  }
  const [fallback, ...more] = defaults;
  if (fallback === undefined || more.length > 0)
    throw misconfigured('exactly one route must be without methods');
  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw misconfigured('two routes of one name');
  return { forMethod: (methodName) => byMethod.get(methodName) ?? fallback };
}

interface Target {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

/** Splits a URL. Throws INTERNAL for one that cannot be called as written. */
export function parseTarget(url: string): Target {
  if (!URL.canParse(url)) throw misconfigured('a downstream URL cannot be read');
  const { protocol, username, password, hash, origin, pathname, search } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw misconfigured('a downstream URL must be http or https');
  if (username !== '' || password !== '' || hash !== '') {
    throw misconfigured('a downstream URL must be without user info and fragment');
  }
  return { origin, path: `${pathname}${search}` };
}

function misconfigured(problem: string): CardwayError {
  return new CardwayError('INTERNAL', { cause: new Error(`Downstream routes: ${problem}.`) });
}

/** Settings of all routes. Each route has its own breaker, bulkhead and connections. */
export interface DownstreamSettings {
  /** Maximum length of an answer. Longer ones are in doubt. */
  readonly answerBytesMax: number;
  /** Time that a call stays open for a late answer after its deadline. */
  readonly lateMs: number;
  /** Calls of one route that may wait for a late answer. Further ones are given up at their deadline. */
  readonly lateCallsMax: number;
  /** Timeout of TCP and TLS together. A route with a shorter deadline uses that; one with a long deadline uses half of it. */
  readonly connectTimeoutMs: number;
  /** Pause before the second try of a failed connection; 0 means no second try. */
  readonly connectRetryMs: number;
  /**
   * Time that an idle connection is kept. It must be shorter than the server's own time. A request written to a connection that
   * the server is closing is perhaps sent, and so in doubt for nothing. Where the server sends `Keep-Alive: timeout=n`, a
   * connection is given up 1 s earlier, and not kept at all for n = 1. With 0 each call has its own connection.
   */
  readonly keepAliveMs: number;
  readonly breaker: BreakerSettings;
  readonly bulkhead: BulkheadSettings;
}

/** Length of an answer. A longer one is in doubt. */
export const ANSWER_BYTES_MAX = 256 * 1024;
/** How long after the deadline an answer still settles the transaction. */
export const LATE_ANSWER_MS = 60_000;
/** How long a call may wait for its turn. */
export const QUEUE_MS = 500;

/**
 * Defaults. `keepAliveMs` is below the shortest default of servers in use (gunicorn 2 s; Node, Apache httpd and uvicorn 5 s;
 * Tomcat 20 s; nginx 75 s). Busy connections never get there; an idle route pays one connect.
 */
export const DOWNSTREAM_DEFAULTS: DownstreamSettings = {
  answerBytesMax: ANSWER_BYTES_MAX,
  lateMs: LATE_ANSWER_MS,
  lateCallsMax: 500,
  connectTimeoutMs: 1000,
  connectRetryMs: 100,
  keepAliveMs: 1500,
  breaker: BREAKER,
  bulkhead: { concurrentMax: 200, queueMax: 200, queueMs: QUEUE_MS },
};
