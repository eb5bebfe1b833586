import { Agent, Pool, buildConnector } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import { type Breaker, createBreaker } from './breaker.js';
import { type Bulkhead, createBulkhead } from './bulkhead.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { createRoutes, type DownstreamSettings, parseTarget, type RouteConfig } from './routes.js';
import { createSigners, type Signers } from './signers.js';

/** Resources of one route. No other route can be slowed by it. */
export interface Upstream {
  readonly route: string;
  readonly config: RouteConfig;
  readonly path: string;
  readonly pool: Pool;
  readonly breaker: Breaker;
  readonly bulkhead: Bulkhead;
  /** Longest wait of a call for a place. One is likely to be free by then. */
  readonly queueMs: number;
  signers: Signers;
  late: number;
  /** The service's clock minus ours, by its last answer, precise to the second; null before the first. */
  clockDriftMs: number | null;
}

/** Returns the TLS of a URL's host, as it is now; undefined for the usual one. */
export type TlsOf = (url: string) => PeerTls | undefined;

interface UpstreamDeps {
  readonly settings: DownstreamSettings;
  readonly tlsOf: TlsOf;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** Opens the upstream of a route, without a connection yet. Throws INTERNAL for an unusable URL or key. */
function openUpstream(route: RouteConfig, { settings, tlsOf, clock, timer }: UpstreamDeps): Upstream {
  const { origin, path } = parseTarget(route.url);
  return {
    route: route.name,
    config: route,
    path,
    pool: openPool(origin, route, { settings, tlsOf }),
    breaker: createBreaker(settings.breaker, clock),
    bulkhead: createBulkhead(settings.bulkhead, timer),
    queueMs: settings.bulkhead.queueMs,
    signers: createSigners(route.signingKeys),
    late: 0,
    clockDriftMs: null,
  };
}

/** Opens connections for inquiries. */
export function openAgent({ settings, tlsOf }: Pick<UpstreamDeps, 'settings' | 'tlsOf'>): Agent {
  return new Agent({ allowH2: false, connect: createConnector(settings.connectTimeoutMs, tlsOf) });
}

function connectTimeoutMs(route: RouteConfig, settings: DownstreamSettings): number {
  return Math.min(route.timeoutMs, Math.max(settings.connectTimeoutMs, route.timeoutMs / 2));
}

function openPool(
  origin: string,
  route: RouteConfig,
  { settings, tlsOf }: Pick<UpstreamDeps, 'settings' | 'tlsOf'>,
): Pool {
  // A connection for one call may also have to wait, while the ledger is asked about that call.
  const keepAliveMs = settings.keepAliveMs === 0 ? UNUSED_MS : settings.keepAliveMs;
  return new Pool(origin, {
    // For undici this means one call per connection.
    pipelining: settings.keepAliveMs === 0 ? 0 : 1,
    // undici's pool would wait for the first handshake, which may agree on HTTP/2, before it makes a second connection.
    allowH2: false,
    connect: createConnector(connectTimeoutMs(route, settings), tlsOf),
    keepAliveTimeout: keepAliveMs,
    // undici lets a server's hint lengthen the time up to this, and subtracts the threshold from the hint.
    keepAliveMaxTimeout: keepAliveMs,
    keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
  });
}

const KEEP_ALIVE_HINT_MARGIN_MS = 1000;

const UNUSED_MS = 1000;

/** Upstreams of all routes. */
interface Upstreams {
  readonly all: readonly Upstream[];
  find(route: string): Upstream | undefined;
  /** Returns the part of a method's route that use cases may know. */
  forMethod(methodName: string): Route;
  /** Cuts all open calls. */
  close(): Promise<void>;
}

export function createUpstreams(deps: UpstreamDeps & { readonly routes: readonly RouteConfig[] }): Upstreams {
  const routes = createRoutes(deps.routes);
  const all = deps.routes.map((route) => openUpstream(route, deps));
  const byName = new Map(all.map((upstream) => [upstream.route, upstream]));
  return {
    all,
    find: (route) => byName.get(route),
    forMethod: (methodName) => routes.forMethod(methodName),
    async close() {
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}

/** Connects as undici does, with the TLS of the host. */
function createConnector(timeout: number, tlsOf: TlsOf): buildConnector.connector {
  const connectorOf = (tls?: PeerTls): buildConnector.connector =>
    buildConnector({ allowH2: false, timeout, ...connectionOptionsOf(tls) });
  const usual = connectorOf();
  const own = new WeakMap<PeerTls, buildConnector.connector>();
  return (target, callback) => {
    const tls = tlsOf(`${target.protocol}//${target.host ?? target.hostname}`);
    const connect = tls === undefined ? usual : (own.get(tls) ?? connectorOf(tls));
    if (tls !== undefined) own.set(tls, connect);
    connect(target, callback);
  };
}
