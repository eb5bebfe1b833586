import type { FormattedExecutionResult } from 'graphql';
import { print } from 'graphql-sse';
import type { ServerResponse } from 'node:http';
import { type Clock, type Moment, momentOf } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { GraphQLContext } from '../context.js';
import type { CloseReason, Connection, Connections, Credential } from './connections.js';
import { type Operate, type Operated, type OperationRequest, StreamFailure } from './operate.js';
import { SLOW_READER_STALL_SHARE, WriteProgress, type WebSocketLimits } from './web-socket-connection.js';

interface EventStreamOptions {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly operate: Operate;
  readonly contextOf: (credential: Credential, receivedAt: Moment) => GraphQLContext;
  readonly limits: Pick<WebSocketLimits, 'pingMs' | 'stallMs' | 'bufferedBytesMax'>;
  readonly onFailure: (error: unknown) => void;
}

/** Function that runs an operation and returns the writer of its results. Errors: RATE_LIMITED, UNAVAILABLE. */
export type OpenEventStream = (
  args: Credential & { readonly operation: OperationRequest; readonly isReadOnly: boolean },
) => Promise<(response: ServerResponse) => void>;

/**
 * Creates GraphQL over Server-Sent Events, distinct connections mode: one operation, one response. All errors are events, also
 * those before execution. A client must ask again for a response that is cut without `complete`.
 */
export function createEventStreams(options: EventStreamOptions): OpenEventStream {
  return async ({ operation, isReadOnly, ...credential }) => {
    const receivedAt = momentOf(options.clock);
    const connection = createStreamConnection(options, credential);
    const admission = options.connections.admit(connection);
    if (admission === 'too many of the key') throw new CardwayError('RATE_LIMITED');
    if (admission !== 'admitted') throw new CardwayError('UNAVAILABLE');
    try {
      const stream = {
        isReadOnly,
        onBehind: () => connection.behind(),
        hold: (bytes: number) => options.connections.hold(credential.key.keyId, bytes),
      };
      const operated = await options.operate(operation, {
        ...options.contextOf(credential, receivedAt),
        stream,
      });
      return (response) => connection.carry(response, operated);
    } catch (error) {
      options.connections.remove(connection);
      throw error;
    }
  };
}

interface StreamConnection extends Connection {
  behind(): void;
  carry(response: ServerResponse, operated: Operated): void;
}

function createStreamConnection(options: EventStreamOptions, credential: Credential): StreamConnection {
  const { clock, limits, connections } = options;
  const pace = new WriteProgress();
  let response: ServerResponse | null = null;
  let subscriptions = 0;
  let beatAtMs = clock.monotonicMs();

  const close = (reason: CloseReason): void => {
    // A single result ends its response by itself. It may be the only news of a mutation, with a secret that is shown once.
    if (subscriptions > 0 || reason === 'too slow') response?.destroy();
  };
  const write = (text: string): Promise<void> => {
    if (response === null) return Promise.resolve();
    if (response.writableLength > limits.bufferedBytesMax) close('too slow');
    pace.begin(clock.monotonicMs());
    return accepted(response, text).finally(() => pace.accepted(clock.monotonicMs()));
  };
  const next = (result: FormattedExecutionResult): Promise<void> =>
    write(print({ event: 'next', data: result as never }));

  async function writeAll(operated: Operated): Promise<void> {
    await write(BEAT);
    if (operated.kind === 'result') await next(operated.result);
    else {
      try {
        for await (const result of operated.results) await next(result);
      } catch (error) {
        if (!(error instanceof StreamFailure)) throw error;
        await next({ errors: error.errors });
      }
    }
    await write(print({ event: 'complete', data: null }));
  }

  const connection: StreamConnection = {
    credential,
    running: 0,
    get subscriptions() {
      return subscriptions;
    },
    behind() {
      if (pace.stalledMs(clock.monotonicMs()) >= limits.stallMs * SLOW_READER_STALL_SHARE) close('too slow');
    },
    carry(opened, operated) {
      response = opened;
      subscriptions = operated.kind === 'stream' ? 1 : 0;
      if (operated.kind === 'stream') endWithReader(opened);
      onClose(opened, () => {
        connections.remove(connection);
        if (operated.kind === 'stream') void operated.results.return?.();
      });
      writeAll(operated).then(
        () => void opened.end(),
        (error: unknown) => {
          options.onFailure(error);
          opened.destroy();
        },
      );
    },
    tick(monotonicMs) {
      if (pace.stalledMs(monotonicMs) >= limits.stallMs) close('too slow');
      else if (monotonicMs - beatAtMs >= limits.pingMs) {
        beatAtMs = monotonicMs;
        void write(BEAT);
      }
    },
    close,
    cut: () => void response?.destroy(),
  };
  return connection;
}

/** A comment, which keeps proxies from treating the connection as dead. */
const BEAT = ':\n\n';

/** Writes a text. Resolves when the other side's network accepted it. */
function accepted(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!response.writable) resolve();
    else response.write(text, () => resolve());
  });
}

function onClose(response: ServerResponse, listener: () => void): void {
  if (response.destroyed) setImmediate(listener);
  else response.once('close', listener);
}

/** Ends the stream when the other side stops sending. A reader that went away looks the same, and its place must be free at once. */
function endWithReader(response: ServerResponse): void {
  const { socket } = response;
  const end = (): void => void response.destroy();
  if (socket?.readableEnded === true) setImmediate(end);
  else socket?.once('end', end);
}
