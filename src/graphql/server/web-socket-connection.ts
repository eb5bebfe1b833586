import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { JsonValue } from '../../core/wire/json.js';
import type { Clock, Moment } from '../../platform/clock.js';
import type { Authenticated, Proof } from '../../use-cases/access/authenticate-key.js';
import type { RefusedCall } from '../../use-cases/access/refusal-port.js';
import type { GraphQLContext } from '../context.js';
import type { CloseReason, Connection, Connections, Credential } from './connections.js';
import type { Operate } from './operate.js';

const CODES: Readonly<Record<CloseReason, number>> = {
  'going away': 1001,
  'key ended': 4403,
  'too slow': 1013,
  'too many': 1013,
  idle: 1000,
  unavailable: 1013,
};

interface OpenSubscription {
  return(): Promise<unknown>;
}

interface SocketConnectionOptions {
  readonly clock: Clock;
  readonly limits: WebSocketLimits;
  readonly onClosing: (about: { readonly reason: CloseReason; readonly keyId: string | null }) => void;
}

/** An open WebSocket. A class, because there are ten thousand: its functions exist once. */
export class SocketConnection implements Connection {
  credential: Credential | null = null;
  running = 0;
  /** Set once its key has ended, or the gateway stops. It begins nothing more, and closes when the operations under way have their replies. */
  ending: 'key ended' | 'going away' | null = null;
  private readonly opened = new Set<OpenSubscription>();
  private readonly pace = new WriteProgress();
  private usedAtMs: number;
  private pingedAtMs: number;
  private isPongAwaited = false;

  constructor(
    private readonly options: SocketConnectionOptions,
    private readonly socket: WebSocket,
  ) {
    this.usedAtMs = options.clock.monotonicMs();
    this.pingedAtMs = this.usedAtMs;
    socket.on('pong', () => (this.isPongAwaited = false));
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  authenticated(credential: Credential): void {
    this.credential = credential;
  }

  /** Notes that a message came. */
  onMessage(): void {
    this.usedAtMs = this.options.clock.monotonicMs();
  }

  get subscriptions(): number {
    return this.opened.size;
  }

  began(operation: 'running' | OpenSubscription): void {
    if (operation === 'running') this.running += 1;
    else this.opened.add(operation);
  }

  ended(operation: 'running' | OpenSubscription): void {
    if (operation === 'running') this.running -= 1;
    else this.opened.delete(operation);
    this.onMessage();
    this.endIfReplied();
  }

  /**
   * Ends the subscriptions of a socket that is gone. graphql-ws ends those that it knows: it loses one whose id comes again while
   * an operation with this id still ends.
   */
  async endSubscriptions(): Promise<void> {
    await Promise.all([...this.opened].map((subscription) => subscription.return()));
  }

  behind(): void {
    const { clock, limits } = this.options;
    if (this.pace.stalledMs(clock.monotonicMs()) >= limits.stallMs * SLOW_READER_STALL_SHARE)
      this.close('too slow');
  }

  /**
   * Sends a text. Resolves when the other side's network accepted it: a sender that waits for that never gets far ahead of the
   * reader.
   */
  send(text: string): Promise<void> {
    const { socket, pace } = this;
    const { clock, limits } = this.options;
    if (!this.isOpen) return Promise.resolve();
    if (socket.bufferedAmount > limits.bufferedBytesMax) {
      this.close('too slow');
      return Promise.resolve();
    }
    pace.begin(clock.monotonicMs());
    return new Promise((resolve) => {
      socket.send(text, () => {
        pace.accepted(clock.monotonicMs());
        resolve();
        this.endIfReplied();
      });
    });
  }

  tick(monotonicMs: number): void {
    const { limits } = this.options;
    if (this.credential === null && !this.isOpen) {
      // The other side got the reason. Nothing waits for the reply of a client that has proved nothing.
      this.cut();
      return;
    }
    const isBusy = this.running + this.subscriptions > 0;
    const isIdle = !isBusy && limits.idleMs !== null && monotonicMs - this.usedAtMs >= limits.idleMs;
    if (this.pace.stalledMs(monotonicMs) >= limits.stallMs) this.close('too slow');
    else if (this.ending !== null && this.running === 0) this.end(this.ending);
    else if (isIdle) this.close('idle');
    else this.ping(monotonicMs);
  }

  close(reason: CloseReason): void {
    if (reason !== 'key ended' && reason !== 'going away') {
      this.end(reason);
      return;
    }
    // Operations under way had the right to begin, and a reply may hold a secret that is shown once.
    this.ending ??= reason;
    this.endIfReplied();
  }

  private end(reason: CloseReason): void {
    const { socket, credential } = this;
    if (!this.isOpen) return;
    this.options.onClosing({ reason, keyId: credential?.key.keyId ?? null });
    socket.close(CODES[reason], reason);
  }

  cut(): void {
    this.socket.terminate();
  }

  /** Looks in the next turn, because the reply of an operation is sent after the operation. */
  private endIfReplied(): void {
    const { ending } = this;
    if (ending === null) return;
    setImmediate(() => {
      if (this.running === 0 && !this.pace.isWaiting) this.end(ending);
    });
  }

  private ping(monotonicMs: number): void {
    if (monotonicMs - this.pingedAtMs < this.options.limits.pingMs) return;
    this.pingedAtMs = monotonicMs;
    if (this.isPongAwaited) {
      this.socket.terminate();
      return;
    }
    this.isPongAwaited = true;
    this.socket.ping();
  }
}

export interface WebSocketRouteOptions {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly operate: Operate;
  /**
   * Returns the proof of an upgrade request. Errors: UNAUTHENTICATED without one, FORBIDDEN for a session cookie of another page.
   */
  readonly proofOf: (request: IncomingMessage) => Proof;
  /** Authenticates as over HTTP. Errors: UNAUTHENTICATED, RATE_LIMITED (for wrong keys alone), UNAVAILABLE. */
  readonly authenticate: (proof: Proof, request: IncomingMessage) => Promise<Authenticated>;
  readonly contextOf: (credential: Credential, receivedAt: Moment) => GraphQLContext;
  /** Returns the address of a request's sender, behind the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Reads a message as HTTP bodies are read. Errors: MALFORMED, BAD_REQUEST. */
  readonly readJson: (message: Buffer) => JsonValue;
  readonly limits: WebSocketLimits;
  /** Runs when the gateway closes a socket. `onClosed` follows once it is gone, for a reader that takes nothing much later. */
  readonly onClosing: (about: { readonly reason: CloseReason; readonly keyId: string | null }) => void;
  readonly onClosed: (closed: SocketClosed) => void;
  /** Runs when a connection is refused for its key. */
  readonly onRefused: (refused: RefusedCall) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface WebSocketLimits {
  readonly messageBytesMax: number;
  readonly operationsMax: number;
  readonly initMs: number;
  readonly pingMs: number;
  /** Time after which an idle connection is closed. Null means never. */
  readonly idleMs: number | null;
  readonly stallMs: number;
  readonly bufferedBytesMax: number;
}

interface SocketClosed {
  readonly code: number;
  readonly keyId: string | null;
  readonly durationMs: number;
}

/** Data that was written to a connection and not yet accepted by the other side. A class, because there are thousands. */
export class WriteProgress {
  private waiting = 0;
  private movedAtMs = 0;

  /** Counts one write. `accepted` follows once it was accepted, or never will be. */
  begin(monotonicMs: number): void {
    if (this.waiting === 0) this.movedAtMs = monotonicMs;
    this.waiting += 1;
  }

  accepted(monotonicMs: number): void {
    this.waiting -= 1;
    this.movedAtMs = monotonicMs;
  }

  get isWaiting(): boolean {
    return this.waiting > 0;
  }

  /** Returns how long nothing was accepted although something waits; 0 when nothing waits. */
  stalledMs(monotonicMs: number): number {
    return this.waiting === 0 ? 0 : monotonicMs - this.movedAtMs;
  }
}

/** Share of `stallMs` after which a reader that is behind and accepts nothing has stopped reading. */
export const SLOW_READER_STALL_SHARE = 0.1;
