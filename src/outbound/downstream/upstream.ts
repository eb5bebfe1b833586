import { buildConnector, Pool } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { Breaker } from './breaker.js';
import { Bulkhead } from './bulkhead.js';
import type { DownstreamSettings, RouteConfig } from './routes.js';
import { createSigners } from './signers.js';

/** Returns the TLS of a URL's host, as it is now; undefined for the usual one. */
export type TlsOf = (url: string) => PeerTls | undefined;

export interface UpstreamDeps {
  readonly settings: DownstreamSettings;
  readonly tlsOf: TlsOf;
  readonly clock: Clock;
  readonly timer: Timer;
}

export type Upstream = ReturnType<typeof openUpstream>;

/**
 * Opens the resources of a route, without a connection yet. No other route can be slowed by it. Throws INTERNAL for an unusable
 * key.
 */
export function openUpstream(config: RouteConfig, { settings, tlsOf, clock, timer }: UpstreamDeps) {
  const { pathname, search } = new URL(config.url);
  const { keepAliveMs, connectTimeoutMs } = settings;
  const poolOf = (url: string): Pool =>
    new Pool(new URL(url).origin, {
      // undici's pool would wait for the first handshake, which may agree on HTTP/2, before it makes a second connection.
      allowH2: false,
      connect: createConnector(
        Math.min(config.timeoutMs, Math.max(connectTimeoutMs, config.timeoutMs / 2)),
        tlsOf,
      ),
      keepAliveTimeout: keepAliveMs,
      // undici lets a server's hint lengthen the time up to this, and subtracts the threshold from the hint.
      keepAliveMaxTimeout: keepAliveMs,
      keepAliveTimeoutThreshold: KEEP_ALIVE_HINT_MARGIN_MS,
    });
  return {
    config,
    /** Path and query. */
    path: `${pathname}${search}`,
    pool: poolOf(config.url),
    inquiryPool: poolOf(config.inquiryUrl ?? config.url),
    breaker: new Breaker(clock),
    bulkhead: new Bulkhead(settings.concurrentMax, timer),
    signers: createSigners(config.signingKeys),
    /** Calls past their deadline that are still open for a late answer. */
    late: 0,
    /** The service's clock minus ours, by its last answer, precise to the second; null before the first. */
    clockDriftMs: null as number | null,
  };
}

const KEEP_ALIVE_HINT_MARGIN_MS = 1000;

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
