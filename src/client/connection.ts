import { CloseCode, createClient, MessageType } from 'graphql-ws/client';
import type { EventType } from '../core/events/event.js';
import { EVENTS } from './documents.js';
import { type ClientOptions, GatewayError, reasonOf, refusalOf } from './request.js';

export interface SubscribeOptions {
  /** Id of the last event that you handled. Keep it to miss no event. Left out, the subscription starts with new events. */
  readonly after?: string | undefined;
  /** Types of the events, for example `digitization.complete`. Default: every type that the role may see. */
  readonly types?: readonly EventType[] | undefined;
  /** Card whose events are yielded. Left out, events of every card are. */
  readonly cardId?: number | undefined;
  /** Signal that ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Longest pause between two attempts to reconnect; 30 s by default. */
  readonly retryMaxMs?: number | undefined;
  /**
   * Longest silence of the gateway after which the connection counts as lost, and longest time to open one; 30 s by default.
   */
  readonly silenceMaxMs?: number | undefined;
  /** Callback for the place where a subscription without `after` starts. Keep it like the id of an event. */
  readonly onStart?: ((after: string) => void) | undefined;
  /**
   * Callback for each time that the connection opens, is lost, or cannot be opened. `reason` says why it is not open, for
   * example `ECONNREFUSED`.
   */
  readonly onConnection?: ((state: 'connected' | 'lost', reason: string | null) => void) | undefined;
}

/** Entry of the event log. `data` is the payload that webhooks deliver. */
export interface CardwayEvent<Data = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly type: EventType;
  readonly programme: string;
  readonly cardId: number | null;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly data: Data;
}

/** Limit of events that wait for the loop. At the limit, the connection ends. The next one continues after them. */
const WAITING_MAX = 1000;

/** Yields the events of one connection. It ends when too many events wait. Errors: GatewayError. */
export async function* eventsAfter(
  after: string | null,
  gateway: ClientOptions,
  options: SubscribeOptions & { readonly signal: AbortSignal },
): AsyncGenerator<CardwayEvent, void, void> {
  const { signal, silenceMaxMs = 30_000, cardId = null } = options;
  const types = options.types?.map((type) => type.replaceAll('.', '_').toUpperCase()) ?? null;
  const state = { isAccepted: false, isSilent: false, mayOpenAgain: false };
  let waiting = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const expectSign = (limitMs: number): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      state.isSilent = true;
      client.terminate();
    }, limitMs);
  };
  const client = createClient({
    url: gateway.url.replace(/^http/i, 'ws'),
    webSocketImpl: gateway.webSocketImpl,
    connectionParams: { authorization: `Bearer ${gateway.key}` },
    keepAlive: silenceMaxMs / 2,
    retryAttempts: 1,
    // Asked about an end after which a connection may open again. The caller opens it, after the last event.
    shouldRetry() {
      state.mayOpenAgain = true;
      return false;
    },
    on: {
      // A machine or a network that fails closes nothing.
      connecting: () => expectSign(silenceMaxMs),
      ping: (isReceived) => (isReceived ? undefined : expectSign(silenceMaxMs / 2)),
      message({ type }) {
        clearTimeout(silence);
        if (type === MessageType.Next) waiting += 1;
        if (waiting >= WAITING_MAX) void received.return?.();
      },
      connected() {
        state.isAccepted = true;
        options.onConnection?.('connected', null);
      },
    },
  });
  const end = (): void => client.terminate();
  signal.addEventListener('abort', end);
  const variables = { types, cardId, after };
  const received = client.iterate<{ readonly events: CardwayEvent }>({ query: EVENTS, variables });
  try {
    for await (const { data, errors } of received) {
      if (errors !== undefined) throw refusalOf(errors);
      waiting -= 1;
      // As webhooks write it: a receiver of both reads one spelling.
      if (data && !signal.aborted)
        yield { ...data.events, type: data.events.type.toLowerCase().replace('_', '.') as EventType };
    }
  } catch (failure) {
    throw errorOf(failure, state);
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(silence);
    end();
  }
}

function errorOf(
  failure: unknown,
  state: { readonly isAccepted: boolean; readonly isSilent: boolean; readonly mayOpenAgain: boolean },
): GatewayError {
  if (failure instanceof GatewayError) return failure;
  if (Array.isArray(failure)) return refusalOf(failure as Parameters<typeof refusalOf>[0]);
  // A connection also ends when its key is changed, and the key may still be good.
  if (!state.isAccepted && (failure as { readonly code?: CloseCode }).code === CloseCode.Forbidden)
    return new GatewayError('UNAUTHENTICATED', 'The gateway refused the key.');
  const reason = state.isSilent ? 'no sign of life' : reasonOf(failure);
  return state.mayOpenAgain
    ? new GatewayError('UNREACHABLE', reason)
    : new GatewayError('INTERNAL', `The connection ended: ${reason}.`);
}
