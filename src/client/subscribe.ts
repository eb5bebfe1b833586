import { type CardwayEvent, eventsAfter, type SubscribeOptions } from './connection.js';
import { NEWEST_EVENT } from './documents.js';
import { type ClientOptions, GatewayError, post } from './request.js';

export function subscribe(
  gateway: ClientOptions,
  options: SubscribeOptions,
): AsyncGenerator<CardwayEvent, void, void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const events = eventsOf(gateway, { ...options, signal });
  // A generator that waits for its next event does not answer a return() before that event comes.
  const giveUp = events.return.bind(events);
  events.return = (value) => {
    ending.abort();
    return giveUp(value);
  };
  return events;
}

/** Errors after which the same subscription may work a little later. */
const TEMPORARY: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED']);

async function* eventsOf(
  gateway: ClientOptions,
  options: SubscribeOptions & { readonly signal: AbortSignal },
): AsyncGenerator<CardwayEvent, void, void> {
  const { signal, retryMaxMs = 30_000, onStart, onConnection } = options;
  const hasEnded = (): boolean => signal.aborted;
  let after = options.after ?? null;
  let start: string | null = null;
  for (let failures = 0; !hasEnded(); failures += 1) {
    const beganAtMs = Date.now();
    try {
      // Without a place, what happens during a lost connection before the first event would be missed.
      if (after === null) {
        after = start = await newestId(gateway, signal);
        onStart?.(after);
      }
      if (hasEnded()) return;
      for await (const event of eventsAfter(after, gateway, options)) {
        after = event.id;
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (hasEnded()) return;
      if (!(error instanceof GatewayError)) throw error;
      const { oldestAfter } = error.extensions;
      if (start !== null && after === start && typeof oldestAfter === 'string') {
        // The gateway has deleted events that came after the start. It names a place, so that a connection that is lost before the
        // first event loses nothing.
        after = start = oldestAfter;
        onStart?.(after);
      } else if (TEMPORARY.has(error.code)) onConnection?.('lost', error.message);
      else throw error;
    }
    if (Date.now() - beganAtMs > retryMaxMs) failures = 0;
    await pause(Math.min(retryMaxMs, 250 * 2 ** Math.min(failures, 20)), signal);
  }
}

/** Resolves after up to this time, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms * (0.8 + Math.random() * 0.2));
    signal.addEventListener('abort', end);
  });
}

/** Returns the place of now. A place before the first event serves a programme that has none yet. */
async function newestId(gateway: ClientOptions, signal: AbortSignal): Promise<string> {
  const data = await post(gateway, { query: NEWEST_EVENT, variables: {} }, signal);
  const { edges } = (data as { events: { edges: readonly { node: { id: string } }[] } }).events;
  return edges[0]?.node.id ?? 'evt_000000000000';
}
