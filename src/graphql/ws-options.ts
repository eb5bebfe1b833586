import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../core/json.js';
import type { ApiKey, Clock, Moment } from '../usecase/ports.js';
import type { CloseReason, Connections, Credential } from './connections.js';
import type { GraphQLContext } from './context.js';
import type { Operate } from './operate.js';

export interface WebSocketDoorOptions {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly operate: Operate;
  /** As for HTTP. Errors: UNAUTHENTICATED, RATE_LIMITED (for wrong keys alone), UNAVAILABLE. */
  readonly authenticateKey: (
    authorization: string | undefined,
    request: IncomingMessage,
  ) => Promise<ApiKey | null>;
  readonly contextOf: (credential: Credential, receivedAt: Moment) => GraphQLContext;
  /** Where a request came from, past the proxies that are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Reads a message as HTTP bodies are read. Errors: MALFORMED, BAD_REQUEST. */
  readonly readJson: (message: Buffer) => JsonValue;
  readonly limits: WebSocketLimits;
  /** The gateway will hear no more of this socket; when it is gone follows, for a reader that takes nothing much later. */
  readonly onClosing: (about: { readonly reason: CloseReason; readonly keyId: string | null }) => void;
  readonly onClosed: (closed: SocketClosed) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface WebSocketLimits {
  readonly messageBytesMax: number;
  readonly operationsMax: number;
  readonly initMs: number;
  readonly pingMs: number;
  /** Null: as long as it likes. */
  readonly idleMs: number | null;
  readonly stallMs: number;
  readonly bufferedBytesMax: number;
}

export interface SocketClosed {
  readonly code: number;
  readonly keyId: string | null;
  readonly durationMs: number;
}
