import { Pool } from 'undici';
import type { Clock, Timer } from '../usecase/ports.js';
import { createBreaker, type Breaker } from './breaker.js';
import { createBulkhead, type Bulkhead } from './bulkhead.js';
import { createConnector } from './interim.js';
import { parseTarget, type RouteConfig } from './routes.js';
import type { DownstreamSettings } from './settings.js';
import { createSigners, type Signers } from './signers.js';

/** What one route has for itself, so that no other route can be slowed by it. */
export interface Lane {
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

export interface LaneInput {
  readonly route: RouteConfig;
  readonly settings: DownstreamSettings;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** Throws INTERNAL for a URL or a key that cannot be used. Connects to nothing yet. */
export function openLane({ route, settings, clock, timer }: LaneInput): Lane {
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
