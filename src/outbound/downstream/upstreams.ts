import { Agent, Pool } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import { type Breaker, createBreaker } from './breaker.js';
import { type Bulkhead, createBulkhead } from './bulkhead.js';
import { createConnector } from './interim.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { createRoutes, type DownstreamSettings, parseTarget, type RouteConfig } from './routes.js';
import { createSigners, type Signers } from './signers.js';

/** Resources of one route. No other route can be slowed by it. */
export interface Upstream {
  readonly route: string;
  /** Configuration of the route. Keys and facts for use cases change in place; another URL or timeout opens another upstream. */
  config: RouteConfig;
  readonly path: string;
  readonly pool: Pool;
  /** Connections of inquiries whose host has a TLS of its own; null shares those of other routes. */
  readonly inquiries: Agent | null;
  readonly breaker: Breaker;
  readonly bulkhead: Bulkhead;
  /** Longest wait of a call for a place. One is likely to be free by then. */
  readonly queueMs: number;
  signers: Signers;
  late: number;
  /** The service's clock minus ours, by its last answer, precise to the second; null before the first. */
  clockDriftMs: number | null;
}

interface UpstreamInput {
  readonly route: RouteConfig;
  readonly settings: DownstreamSettings;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** Opens the upstream of a route, without a connection yet. Throws INTERNAL for an unusable URL or key. */
function openUpstream({ route, settings, clock, timer }: UpstreamInput): Upstream {
  const { origin, path } = parseTarget(route.url);
  return {
    route: route.name,
    config: route,
    path,
    pool: openPool(origin, route, settings),
    inquiries: route.inquiryTls === undefined ? null : openAgent(settings, route.inquiryTls),
    breaker: createBreaker(settings.breaker, clock),
    bulkhead: createBulkhead(settings.bulkhead, timer),
    queueMs: settings.bulkhead.queueMs,
    signers: createSigners(route.signingKeys, clock),
    late: 0,
    clockDriftMs: null,
  };
}

/** Opens connections for inquiries. */
export function openAgent({ connectTimeoutMs: timeout }: DownstreamSettings, tls?: PeerTls): Agent {
  return new Agent({ allowH2: false, connect: createConnector({ timeout, ...connectionOptionsOf(tls) }) });
}

function connectTimeoutMs(route: RouteConfig, settings: DownstreamSettings): number {
  return Math.min(route.timeoutMs, Math.max(settings.connectTimeoutMs, route.timeoutMs / 2));
}

function openPool(origin: string, route: RouteConfig, settings: DownstreamSettings): Pool {
  // A connection for one call may also have to wait, while the ledger is asked about that call.
  const keepAliveMs = settings.keepAliveMs === 0 ? UNUSED_MS : settings.keepAliveMs;
  return new Pool(origin, {
    // For undici this means one call per connection.
    pipelining: settings.keepAliveMs === 0 ? 0 : 1,
    // undici's pool would wait for the first handshake, which may agree on HTTP/2, before it makes a second connection.
    allowH2: false,
    connect: createConnector({
      timeout: connectTimeoutMs(route, settings),
      ...connectionOptionsOf(route.tls),
    }),
    keepAliveTimeout: keepAliveMs,
    // undici lets a server's hint lengthen the time up to this, and subtracts the threshold from the hint.
    keepAliveMaxTimeout: keepAliveMs,
    keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
  });
}

const KEEP_ALIVE_HINT_MARGIN_MS = 1000;

const UNUSED_MS = 1000;

/** Upstreams of all routes. They can be replaced while calls are under way. */
interface Upstreams {
  readonly all: readonly Upstream[];
  /** Returns the upstream of a route, also for a while after a reload has removed the route. */
  find(route: string): Upstream | undefined;
  /** Returns the part of a method's route that use cases may know. */
  forMethod(methodName: string): Route;
  /** Prepares other routes, and changes nothing until `take` runs. Throws INTERNAL for routes that cannot be used. */
  prepare(routes: readonly RouteConfig[]): { take(): void };
  /** Cuts all open calls, also on previous upstreams. */
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
  /** Replaced upstreams. The deadline is that of the last call that began before the reload; null after it. */
  const leaving = new Map<Upstream, ReturnType<Timer['wait']> | null>();

  /**
   * Retires an upstream. A call that began before may not be sent yet: it waits for its claim or for a place. Its connections
   * close after its deadline, when the last call that uses one has ended.
   */
  function leave(upstream: Upstream): void {
    const deadline = deps.timer.wait(upstream.config.timeoutMs);
    leaving.set(upstream, deadline);
    void deadline.done
      .then(() => {
        leaving.set(upstream, null);
        return Promise.all([upstream.pool.close(), upstream.inquiries?.close()]);
      })
      .catch(() => undefined)
      .then(() => leaving.delete(upstream));
  }

  function removed(route: string): Upstream | undefined {
    return [...leaving].findLast(
      ([upstream, deadline]) => deadline !== null && upstream.route === route,
    )?.[0];
  }

  return {
    get all() {
      return [...upstreams.values()];
    },
    find: (route) => upstreams.get(route) ?? removed(route),
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
      for (const deadline of leaving.values()) deadline?.cancel();
      const all = [...upstreams.values(), ...leaving.keys()];
      const open = all.flatMap(({ pool, inquiries }) => (inquiries === null ? [pool] : [pool, inquiries]));
      await Promise.all(open.map((connections) => connections.destroy()));
    },
  };
}

interface UpstreamChange {
  readonly route: string;
  readonly take: () => Upstream;
}

/** Returns the change of one route. New keys concern only later calls. Another URL, timeout or TLS may mean another service. */
function upstreamFor(
  known: Upstream | undefined,
  route: RouteConfig,
  deps: { readonly settings: DownstreamSettings; readonly clock: Clock; readonly timer: Timer },
): UpstreamChange {
  if (known === undefined || connectionOf(known.config) !== connectionOf(route)) {
    const opened = openUpstream({ ...deps, route });
    return { route: route.name, take: () => opened };
  }
  const signers = isSameKeys(known.config, route) ? null : createSigners(route.signingKeys, deps.clock);
  return {
    route: route.name,
    take() {
      if (signers !== null) known.signers = signers;
      known.config = route;
      return known;
    },
  };
}

/** Returns what decides about the connections of a route. */
function connectionOf({ url, timeoutMs, tls, inquiryTls }: RouteConfig): string {
  return JSON.stringify([url, timeoutMs, tls, inquiryTls]);
}

function isSameKeys(one: RouteConfig, other: RouteConfig): boolean {
  const text = ({ signingKeys }: RouteConfig): string =>
    JSON.stringify(signingKeys.map(({ key, ...window }) => [key.toString('hex'), window]));
  return text(one) === text(other);
}
