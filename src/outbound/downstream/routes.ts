import { CardwayError } from '../../platform/errors.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import type { BreakerSettings } from './breaker.js';
import type { BulkheadSettings } from './bulkhead.js';

/** One way to a wallet service. */
export interface RouteConfig extends Route {
  /** http or https; the whole URL, to which nothing is appended. Without user info and fragment, which are never sent. */
  readonly url: string;
  /** Signs the body (docs/reference/protocol.md#signature). */
  readonly signingKey: Buffer;
  /** The next or the former key, while keys change: tried where the service refuses a signature. */
  readonly otherSigningKey?: Buffer | undefined;
  /** Where to ask what became of a request id. */
  readonly inquiryUrl?: string;
  /** The methods that travel this way. Exactly one route has none: the default, for all the others. */
  readonly methods: readonly string[];
}

interface Routes {
  /** What use cases may know of a route: never its key. */
  forMethod(methodName: string): Route;
}

/** Throws INTERNAL when the routes contradict each other; the configuration is checked before, so that is a defect. */
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

/** Throws INTERNAL for a URL that cannot be called as it is written. */
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
