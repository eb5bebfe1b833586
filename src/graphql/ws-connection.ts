import type { WebSocket } from 'ws';
import type { Clock } from '../usecase/ports.js';
import type { CloseReason, Connection, Credential } from './connections.js';
import { BEHIND_STALL_PART, Pace } from './pace.js';
import type { WebSocketLimits } from './ws-options.js';

const CODES: Readonly<Record<CloseReason, number>> = {
  'going away': 1001,
  'key ended': 4403,
  'too slow': 1013,
  'too many': 1013,
  idle: 1000,
  unavailable: 1013,
};

export interface SocketConnectionOptions {
  readonly clock: Clock;
  readonly limits: WebSocketLimits;
  readonly onClosing: (about: { readonly reason: CloseReason; readonly keyId: string | null }) => void;
}

/** One open WebSocket. A class, because there are ten thousand: its functions are there once. */
export class SocketConnection implements Connection {
  credential: Credential | null = null;
  running = 0;
  subscriptions = 0;
  private readonly pace = new Pace();
  private usedAtMs: number;
  private pingedAtMs: number;
  private isPongAwaited = false;

  constructor(
    private readonly options: SocketConnectionOptions,
    private readonly socket: WebSocket,
  ) {
    this.usedAtMs = options.clock.nowMs();
    this.pingedAtMs = this.usedAtMs;
    socket.on('pong', () => (this.isPongAwaited = false));
  }

  authenticated(credential: Credential): void {
    this.credential = credential;
  }

  /** A message came. */
  heard(): void {
    this.usedAtMs = this.options.clock.nowMs();
  }

  began(operation: 'running' | 'subscriptions'): void {
    this[operation] += 1;
  }

  ended(operation: 'running' | 'subscriptions'): void {
    this[operation] -= 1;
    this.heard();
  }

  behind(): void {
    const { clock, limits } = this.options;
    if (this.pace.stalledMs(clock.nowMs()) >= limits.stallMs * BEHIND_STALL_PART) this.close('too slow');
  }

  /** Resolves when the other side's network took it: whoever waits for that never gets far ahead of the reader. */
  send(text: string): Promise<void> {
    const { socket, pace } = this;
    const { clock, limits } = this.options;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    if (socket.bufferedAmount > limits.bufferedBytesMax) {
      this.close('too slow');
      return Promise.resolve();
    }
    pace.begin(clock.nowMs());
    return new Promise((resolve) => {
      socket.send(text, () => {
        pace.taken(clock.nowMs());
        resolve();
      });
    });
  }

  tick(nowMs: number): void {
    const { limits } = this.options;
    if (this.credential === null && this.socket.readyState !== this.socket.OPEN) {
      // It was told why; nothing waits for the answer of someone who has proved nothing.
      this.cut();
      return;
    }
    const isBusy = this.running + this.subscriptions > 0;
    const isIdle = !isBusy && limits.idleMs !== null && nowMs - this.usedAtMs >= limits.idleMs;
    if (this.pace.stalledMs(nowMs) >= limits.stallMs) this.close('too slow');
    else if (isIdle) this.close('idle');
    else this.ping(nowMs);
  }

  close(reason: CloseReason): void {
    const { socket, credential } = this;
    if (socket.readyState !== socket.OPEN) return;
    this.options.onClosing({ reason, keyId: credential?.key.keyId ?? null });
    socket.close(CODES[reason], reason);
  }

  cut(): void {
    this.socket.terminate();
  }

  private ping(nowMs: number): void {
    if (nowMs - this.pingedAtMs < this.options.limits.pingMs) return;
    this.pingedAtMs = nowMs;
    if (this.isPongAwaited) {
      this.socket.terminate();
      return;
    }
    this.isPongAwaited = true;
    this.socket.ping();
  }
}
