import type { WebSocket } from 'ws';
import type { Clock } from '../usecase/ports.js';
import type { CloseReason, Connection, Credential } from './connections.js';
import { BEHIND_STALL_PART, createPace } from './pace.js';
import type { WebSocketLimits } from './ws-options.js';

export interface SocketConnection extends Connection {
  /** Resolves when the other side's network took it: whoever waits for that never gets far ahead of the reader. */
  send(text: string): Promise<void>;
  authenticated(credential: Credential): void;
  /** A message came. */
  heard(): void;
  began(operation: 'running' | 'subscriptions'): void;
  ended(operation: 'running' | 'subscriptions'): void;
  behind(): void;
}

const CODES: Readonly<Record<CloseReason, number>> = {
  'going away': 1001,
  'key ended': 4403,
  'too slow': 1013,
  'too many': 1013,
  idle: 1000,
  unavailable: 1013,
};

export function createSocketConnection(options: {
  readonly clock: Clock;
  readonly socket: WebSocket;
  readonly limits: WebSocketLimits;
  readonly onClosing: (about: { readonly reason: CloseReason; readonly keyId: string | null }) => void;
}): SocketConnection {
  const { clock, socket, limits } = options;
  const pace = createPace(() => clock.nowMs());
  const operations = { running: 0, subscriptions: 0 };
  let credential: Credential | null = null;
  let usedAtMs = clock.nowMs();
  let pingedAtMs = usedAtMs;
  let isPongAwaited = false;
  socket.on('pong', () => (isPongAwaited = false));

  const close = (reason: CloseReason): void => {
    if (socket.readyState !== socket.OPEN) return;
    options.onClosing({ reason, keyId: credential?.key.keyId ?? null });
    socket.close(CODES[reason], reason);
  };
  const ping = (nowMs: number): void => {
    if (nowMs - pingedAtMs < limits.pingMs) return;
    pingedAtMs = nowMs;
    if (isPongAwaited) {
      socket.terminate();
      return;
    }
    isPongAwaited = true;
    socket.ping();
  };

  return {
    get credential() {
      return credential;
    },
    get running() {
      return operations.running;
    },
    get subscriptions() {
      return operations.subscriptions;
    },
    authenticated: (given) => (credential = given),
    heard: () => (usedAtMs = clock.nowMs()),
    began: (operation) => (operations[operation] += 1),
    ended(operation) {
      operations[operation] -= 1;
      usedAtMs = clock.nowMs();
    },
    behind() {
      if (pace.stalledMs(clock.nowMs()) >= limits.stallMs * BEHIND_STALL_PART) close('too slow');
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      if (socket.bufferedAmount > limits.bufferedBytesMax) {
        close('too slow');
        return Promise.resolve();
      }
      const taken = pace.begin();
      return new Promise((resolve) => {
        socket.send(text, () => {
          taken();
          resolve();
        });
      });
    },
    tick(nowMs) {
      const isBusy = operations.running + operations.subscriptions > 0;
      const isIdle = !isBusy && limits.idleMs !== null && nowMs - usedAtMs >= limits.idleMs;
      if (pace.stalledMs(nowMs) >= limits.stallMs) close('too slow');
      else if (isIdle) close('idle');
      else ping(nowMs);
    },
    close,
    cut: () => socket.terminate(),
  };
}
