import { type Client, createClient } from 'graphql-ws';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface ConnectionOptions {
  /** URL of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  /** Key of a role that may subscribe. */
  readonly key: string;
  /** Signal that ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Longest pause between two attempts to reconnect; 30 s by default. */
  readonly retryMaxMs?: number | undefined;
  /**
   * Longest silence of the gateway after which the connection counts as lost, and longest time to open one; 30 s by default.
   */
  readonly silenceMaxMs?: number | undefined;
  /**
   * Callback for each time that the connection opens, is lost, or cannot be opened. `reason` says why it is not open, for
   * example `ECONNREFUSED`.
   */
  readonly onConnection?: ((state: 'connected' | 'lost', reason: string | null) => void) | undefined;
}

/** Close code for a refused key. */
const FORBIDDEN = 4403;
const RETRY_MIN_MS = 250;
const LAZY_CLOSE_MS = 1000;

export interface Connection {
  readonly client: Client;
  /** Stops reading, for a reader that is behind. */
  pause(): void;
  resume(): void;
  /** Cuts the connection, and resolves after the pause before the next attempt, or when the signal ends it. */
  cutAndWait(reason: string, retries: number): Promise<void>;
  /** Closes the connection for good. One that is still being opened is cut. */
  end(): void;
}

/** Creates a connection that opens again when it is lost, with growing pauses. `url` is the WebSocket URL of `/graphql`. */
export function connectionOf(options: ConnectionOptions): Connection {
  const { url, key, signal, retryMaxMs = 30_000, silenceMaxMs = 30_000, onConnection } = options;
  let socket: WebSocket | null = null;
  let failure: string | null = null;
  let isConnected = false;
  let isRefused = false;
  let hasEnded = false;
  const cut = (reason: string): void => {
    failure = reason;
    socket?.terminate();
  };
  const pauseBefore = (retries: number): Promise<void> => {
    const pauseMs = Math.min(retryMaxMs, RETRY_MIN_MS * 2 ** Math.min(retries, 20));
    // The signal ends the pause, so that a process does not wait for it.
    return wait(pauseMs * (0.8 + Math.random() * 0.2), undefined, { signal }).catch(() => undefined);
  };
  const client = createClient({
    url,
    webSocketImpl: socketsOf(silenceMaxMs, (created) => {
      socket = created;
      // The client still begins the attempt that it waited for.
      if (hasEnded) created.terminate();
    }),
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: Number.POSITIVE_INFINITY,
    // One connection for the query of the start and the subscription after it.
    lazyCloseTimeout: LAZY_CLOSE_MS,
    shouldRetry: () => !isRefused,
    retryWait: pauseBefore,
    on: {
      opened(opened) {
        cutWhenSilent(opened as WebSocket, silenceMaxMs, () => cut('no sign of life'));
      },
      error: (error) => (failure = failureOf(error)),
      connected() {
        isConnected = true;
        onConnection?.('connected', null);
      },
      closed(event) {
        const reason = failure ?? closeReason(event);
        failure = null;
        // A connection also ends when its key is changed, and the key may still be good. A key that is refused at the beginning is
        // no lost connection: the subscription ends with an error.
        isRefused = isKeyRefused(event) && !isConnected;
        isConnected = false;
        if (!isRefused && !hasEnded) onConnection?.('lost', reason);
      },
    },
  });
  return {
    client,
    pause: () => socket?.pause(),
    resume: () => socket?.resume(),
    cutAndWait(reason, retries) {
      cut(reason);
      return pauseBefore(retries);
    },
    end() {
      hasEnded = true;
      // Rejects when a connection attempt was failing; no caller waits for it any longer.
      Promise.resolve(client.dispose()).catch(() => undefined);
      if (isConnected)
        socket?.resume(); // to get its close event
      else socket?.terminate();
    },
  };
}

/** Returns sockets that give up opening after a time in ms. */
function socketsOf(handshakeTimeout: number, onCreated: (socket: WebSocket) => void): unknown {
  return class extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { handshakeTimeout });
      onCreated(this);
    }
  };
}

/** Cuts a socket from which nothing comes, not even an answer to a ping: a machine or a network that fails closes nothing. */
function cutWhenSilent(socket: WebSocket, silenceMaxMs: number, cut: () => void): void {
  let isAsked = false;
  const heard = (): void => {
    isAsked = false;
  };
  const check = (): void => {
    if (socket.isPaused) return heard();
    if (isAsked) return cut();
    isAsked = true;
    socket.ping();
  };
  for (const sign of ['message', 'ping', 'pong']) socket.on(sign, heard);
  // The check follows the next read, because a busy process reads late.
  const timer = setInterval(() => setImmediate(check), silenceMaxMs / 2);
  socket.once('close', () => clearInterval(timer));
}

export function isKeyRefused(event: unknown): boolean {
  return closeCode(event) === FORBIDDEN;
}

function closeCode(event: unknown): number | null {
  return typeof event === 'object' && event !== null && 'code' in event && typeof event.code === 'number'
    ? event.code
    : null;
}

/** Returns the code of a failed connection, such as `ECONNREFUSED`, or else its message. */
function failureOf(event: unknown): string | null {
  const error: unknown =
    typeof event === 'object' && event !== null && 'error' in event ? event.error : event;
  if (!(error instanceof Error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

export function closeReason(event: unknown): string {
  const { reason } = event as { readonly reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? reason : `closed with ${String(closeCode(event))}`;
}
