import { Pool } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import { type Breaker, createBreaker } from './breaker.js';
import { type Bulkhead, createBulkhead } from './bulkhead.js';
import { createConnector } from './interim.js';
import { createRoutes, type DownstreamSettings, parseTarget, type RouteConfig } from './routes.js';
import { createSigners, type Signers } from './signers.js';

/** What one route has for itself, so that no other route can be slowed by it. */
export interface Upstream {
  readonly route: string;
  /** Only keys and what use cases are told change; another address is another lane. */
  config: RouteConfig;
  readonly path: string;
  readonly pool: Pool;
  readonly breaker: Breaker;
  readonly bulkhead: Bulkhead;
  /** How long a call waits for a place at most, which is when one is likely to be free. */
  readonly queueMs: number;
  signers: Signers;
  late: number;
  /** The service's clock minus ours, as its last answer told it; to the second. */
  clockDriftMs: number | null;
}

interface UpstreamInput {
  readonly route: RouteConfig;
  readonly settings: DownstreamSettings;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** Throws INTERNAL for a URL or a key that cannot be used. Connects to nothing yet. */
function openUpstream({ route, settings, clock, timer }: UpstreamInput): Upstream {
  const { origin, path } = parseTarget(route.url);
  return {
    route: route.name,
    config: route,
    path,
    pool: openPool(origin, route, settings),
    breaker: createBreaker(settings.breaker, clock),
    bulkhead: createBulkhead(settings.bulkhead, timer),
    queueMs: settings.bulkhead.queueMs,
    signers: createSigners(route),
    late: 0,
    clockDriftMs: null,
  };
}

function connectTimeoutMs(route: RouteConfig, settings: DownstreamSettings): number {
  return Math.min(route.timeoutMs, Math.max(settings.connectTimeoutMs, route.timeoutMs / 2));
}

function openPool(origin: string, route: RouteConfig, settings: DownstreamSettings): Pool {
  // Also a connection that serves one call only may have to wait until the ledger was asked about that call.
  const keepAliveMs = settings.keepAliveMs === 0 ? UNUSED_MS : settings.keepAliveMs;
  return new Pool(origin, {
    // undici's way to say: one call per connection.
    pipelining: settings.keepAliveMs === 0 ? 0 : 1,
    // undici's pool would wait for the first handshake, which may agree on HTTP/2, before it makes a second connection.
    allowH2: false,
    connect: createConnector({ timeout: connectTimeoutMs(route, settings) }),
    keepAliveTimeout: keepAliveMs,
    // undici lets a server's hint lengthen the time up to this, and subtracts the threshold from the hint.
    keepAliveMaxTimeout: keepAliveMs,
    keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
  });
}

const KEEP_ALIVE_HINT_MARGIN_MS = 1000;

const UNUSED_MS = 1000;

/** The lanes of the routes, which may be exchanged while calls are under way. */
interface Upstreams {
  readonly all: readonly Upstream[];
  find(route: string): Upstream | undefined;
  /** What use cases may know of the route of a method. */
  forMethod(methodName: string): Route;
  /** Makes ready for other routes, and changes nothing until it is told to take them. Throws INTERNAL for what cannot be used. */
  prepare(routes: readonly RouteConfig[]): { take(): void };
  /** Cuts what is open, in former lanes too. */
  close(): Promise<void>;
}

export function createUpstreams(deps: {
  readonly routes: readonly RouteConfig[];
  readonly settings: DownstreamSettings;
  readonly clock: Clock;
  readonly timer: Timer;
}): Upstreams {
  let routes = createRoutes(deps.routes);
  let upstreams = new Map(deps.routes.map((route) => [route.name, openUpstream({ ...deps, route })]));
  const leaving = new Set<Upstream>();

  /** Connections are closed when the last call that uses one has ended. */
  function leave(upstream: Upstream): void {
    leaving.add(upstream);
    void upstream.pool
      .close()
      .catch(() => undefined)
      .then(() => leaving.delete(upstream));
  }

  return {
    get all() {
      return [...upstreams.values()];
    },
    find: (route) => upstreams.get(route),
    forMethod: (methodName) => routes.forMethod(methodName),
    prepare(configs) {
      const nextRoutes = createRoutes(configs);
      const changes = configs.map((route) => upstreamFor(upstreams.get(route.name), route, deps));
      return {
        take() {
          const next = new Map(changes.map(({ route, take }) => [route, take()]));
          const previous = [...upstreams.values()].filter(
            (upstream) => next.get(upstream.route)?.pool !== upstream.pool,
          );
          routes = nextRoutes;
          upstreams = next;
          previous.forEach(leave);
        },
      };
    },
    async close() {
      await Promise.all([...upstreams.values(), ...leaving].map((upstream) => upstream.pool.destroy()));
    },
  };
}

interface UpstreamChange {
  readonly route: string;
  readonly take: () => Upstream;
}

/** A change of keys concerns the next call only; whatever else changes is another service, perhaps. */
function upstreamFor(
  known: Upstream | undefined,
  route: RouteConfig,
  deps: { readonly settings: DownstreamSettings; readonly clock: Clock; readonly timer: Timer },
): UpstreamChange {
  if (known?.config.url !== route.url || known.config.timeoutMs !== route.timeoutMs) {
    const opened = openUpstream({ ...deps, route });
    return { route: route.name, take: () => opened };
  }
  const signers = isSameKeys(known.config, route) ? null : createSigners(route);
  return {
    route: route.name,
    take() {
      if (signers !== null) known.signers = signers;
      known.config = route;
      return known;
    },
  };
}

function isSameKeys(one: RouteConfig, other: RouteConfig): boolean {
  const text = ({ signingKey, otherSigningKey }: RouteConfig): string =>
    `${signingKey.toString('hex')} ${otherSigningKey?.toString('hex') ?? ''}`;
  return text(one) === text(other);
}
