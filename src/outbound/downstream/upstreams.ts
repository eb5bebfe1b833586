import { Agent, Pool, buildConnector } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { Route } from '../../use-cases/transactions/downstream-port.js';
import { type Breaker, createBreaker } from './breaker.js';
import { type Bulkhead, createBulkhead } from './bulkhead.js';
import { connectionOptionsOf, type PeerTls } from '../tls.js';
import { createRoutes, type DownstreamSettings, parseTarget, type RouteConfig } from './routes.js';
import { createSigners, type Signers } from './signers.js';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

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

/**
 * Connects as undici does, and removes interim responses from what the socket receives. undici cuts the connection at a `100
 * Continue` that it did not ask for (client-h1.js, onHeadersComplete). The call is written by then: money would be in doubt
 * because of a polite proxy. RFC 9110 section 15.2 obliges a client to skip interim responses.
 */
function createConnector(timeout: number, tlsOf: TlsOf): buildConnector.connector {
  const connectorOf = (tls?: PeerTls): buildConnector.connector =>
    buildConnector({ allowH2: false, timeout, ...connectionOptionsOf(tls) });
  const usual = connectorOf();
  const own = new WeakMap<PeerTls, buildConnector.connector>();
  return (target, callback) => {
    const tls = tlsOf(`${target.protocol}//${target.host ?? target.hostname}`);
    const connect = tls === undefined ? usual : (own.get(tls) ?? connectorOf(tls));
    if (tls !== undefined) own.set(tls, connect);
    connect(target, (...connected) => {
      const [error, socket] = connected;
      if (error !== null) return callback(...connected);
      skipInterim(socket);
      if (tls?.cert === undefined) return callback(...connected);
      void untilAccepted(socket).then((refusal) => {
        if (refusal === null) callback(null, socket);
        else callback(refusal, null);
      });
    });
  };
}

/**
 * Waits until the service has accepted the certificate of the gateway. With TLS 1.3 the handshake ends for the gateway before the
 * service looks at that certificate: a call that is written by then would be in doubt. The service sends a session ticket when it has
 * accepted. A service without tickets gets the call after a while. Resolves with the error of a refused connection, else with null.
 */
function untilAccepted(socket: Socket): Promise<Error | null> {
  if (!(socket instanceof TLSSocket) || socket.getProtocol() !== 'TLSv1.3') return Promise.resolve(null);
  return new Promise((resolve) => {
    const closed = (): void => end(new Error('The service closed the connection during the handshake.'));
    const accepted = (): void => end(null);
    const patience = setTimeout(accepted, TICKET_WAIT_MS);
    function end(refusal: Error | null): void {
      clearTimeout(patience);
      socket.off('session', accepted).off('error', end).off('close', closed);
      resolve(refusal);
    }
    socket.once('session', accepted).once('error', end).once('close', closed);
  });
}

/** Nearly every service sends tickets, one round trip after the handshake. */
const TICKET_WAIT_MS = 250;

function skipInterim(socket: Socket): void {
  const filter = new InterimFilter();
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  // A stream gets its bytes through `push`, the one place ahead of undici's parser.
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) return push(filter.pass(chunk), encoding);
    const held = filter.end();
    if (held.length > 0) push(held);
    return push(null);
  };
  socket.write = (...args: unknown[]) => {
    filter.begin();
    return write(...args);
  };
}

/**
 * Filter that removes interim responses (1xx) from a byte stream, except `101 Switching Protocols`, after which HTTP ends. It
 * works only ahead of the final response: once that status line begins, everything passes until the next request is written.
 */
export class InterimFilter {
  private state: 'passing' | 'status' | 'skipping' = 'passing';
  /** Bytes that are too few to decide: the beginning of a status line, or the last bytes of a skipped head. */
  private held: Buffer = EMPTY;
  private skippedBytes = 0;

  /** Notes that a request is written: the next bytes received begin with a status line. */
  begin(): void {
    if (this.state !== 'passing') return;
    this.state = 'status';
    this.skippedBytes = 0;
  }

  /** Returns the bytes for the reader, from this chunk and from those held back before. */
  pass(chunk: Buffer): Buffer {
    if (this.state === 'passing') return chunk;
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = EMPTY;
    for (;;) {
      if (this.state === 'status') {
        const kind = statusOf(rest);
        if (kind === 'unclear') return this.hold(rest);
        if (kind === 'final') return this.release(rest);
        this.state = 'skipping';
      }
      const end = rest.indexOf(HEAD_END);
      if (end === -1) {
        this.skippedBytes += rest.length;
        // An endless head is not a response. The reader gets it, and fails.
        if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
        return this.hold(rest.subarray(-(HEAD_END.length - 1)));
      }
      this.skippedBytes += end;
      if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
      rest = rest.subarray(end + HEAD_END.length);
      this.state = 'status';
    }
  }

  /** Ends the stream. Returns the held bytes of an unfinished status line. */
  end(): Buffer {
    const { held, state } = this;
    this.held = EMPTY;
    this.state = 'passing';
    return state === 'status' ? held : EMPTY;
  }

  private hold(bytes: Buffer): Buffer {
    // A slice would keep the whole chunk in memory, and the chunk may be reused.
    this.held = Buffer.from(bytes);
    return EMPTY;
  }

  private release(bytes: Buffer): Buffer {
    this.state = 'passing';
    return bytes;
  }
}

const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');
/** Limit of undici for one head. */
const SKIPPED_BYTES_MAX = 16 * 1024;

/** Returns the kind of a status line. `HTTP/1.1 1` and two digits are interim; a line cut off before its status is unclear. */
function statusOf(bytes: Buffer): 'interim' | 'final' | 'unclear' {
  const line = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (INTERIM.test(line)) return line.endsWith('101') ? 'final' : 'interim';
  return BEGINNING.test(line) ? 'unclear' : 'final';
}

const INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const BEGINNING =
  /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01]|HTTP\/1\.[01] |HTTP\/1\.[01] 1\d?)?$/;
