import { CardwayError } from '../errors.js';
import type { Route } from '../usecase/ports.js';

/** One way to a wallet service (contract section 2). */
export interface RouteConfig extends Route {
  /** http or https; the whole URL, to which nothing is appended. Without user info and fragment, which are never sent. */
  readonly url: string;
  /** Signs the body (service.md 5.1). */
  readonly signingKey: Buffer;
  /** The next or the former key, while keys change: tried where the service refuses a signature. */
  readonly otherSigningKey?: Buffer | undefined;
  /** Where to ask what became of a request id. */
  readonly inquiryUrl?: string;
  /** The methods that travel this way. Exactly one route has none: the default, for all the others. */
  readonly methods: readonly string[];
}

export interface Routes {
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

export interface Target {
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
