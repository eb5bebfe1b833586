import { Agent, Pool, buildConnector } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { Breaker } from './breaker.js';
import { Bulkhead } from './bulkhead.js';
import type { DownstreamSettings, RouteConfig } from './routes.js';
import { createSigners, type Signers } from './signers.js';

/** Resources of one route. No other route can be slowed by it. */
export interface Upstream {
  readonly config: RouteConfig;
  /** Path and query. */
  readonly path: string;
  readonly pool: Pool;
  readonly breaker: Breaker;
  readonly bulkhead: Bulkhead;
  signers: Signers;
  /** Calls past their deadline that are still open for a late answer. */
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

/** Opens the upstream of a route, without a connection yet. Throws INTERNAL for an unusable key. */
export function openUpstream(route: RouteConfig, { settings, tlsOf, clock, timer }: UpstreamDeps): Upstream {
  const { origin, pathname, search } = new URL(route.url);
  const connectTimeoutMs = Math.min(
    route.timeoutMs,
    Math.max(settings.connectTimeoutMs, route.timeoutMs / 2),
  );
  const pool = new Pool(origin, {
    // undici's pool would wait for the first handshake, which may agree on HTTP/2, before it makes a second connection.
    allowH2: false,
    connect: createConnector(connectTimeoutMs, tlsOf),
    keepAliveTimeout: settings.keepAliveMs,
    // undici lets a server's hint lengthen the time up to this, and subtracts the threshold from the hint.
    keepAliveMaxTimeout: settings.keepAliveMs,
    keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
  });
  return {
    config: route,
    path: `${pathname}${search}`,
    pool,
    breaker: new Breaker(clock),
    bulkhead: new Bulkhead(settings.concurrentMax, timer),
    signers: createSigners(route.signingKeys),
    late: 0,
    clockDriftMs: null,
  };
}

const KEEP_ALIVE_HINT_MARGIN_MS = 1000;

/** Opens connections for inquiries. */
export function openAgent({ settings, tlsOf }: Pick<UpstreamDeps, 'settings' | 'tlsOf'>): Agent {
  return new Agent({ allowH2: false, connect: createConnector(settings.connectTimeoutMs, tlsOf) });
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
