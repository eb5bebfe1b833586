/** A reader of the event log, over a WebSocket: it comes back to any node after each cut, with the id of the last event that it has. */
import { WebSocket } from 'ws';
import { Violation } from './outcome.js';

export interface SeenEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Follower {
  readonly name: string;
  readonly events: readonly SeenEvent[];
  /** Number of times that it came back. */
  readonly returns: () => number;
  close(): void;
}

export interface FollowerOptions {
  readonly name: string;
  readonly key: string;
  /** URL of a node that runs. Throws where none does. */
  readonly url: () => string;
  readonly onViolation: (violation: Violation) => void;
}

const FIRST = 'evt_000000000000';
const PAUSE_MS = 50;
const QUERY = 'subscription($after: ID) { events(after: $after) { id type data } }';

export function startFollower({ name, key, url, onViolation }: FollowerOptions): Follower {
  const events: SeenEvent[] = [];
  const seen = new Set<string>();
  let socket: WebSocket | null = null;
  let isClosed = false;
  let connections = 0;

  function take(event: SeenEvent): void {
    const id = String(event.data['id']);
    const last = events.at(-1)?.data['id'] ?? FIRST;
    if (seen.has(id)) onViolation(new Violation(`${name} got the event ${id} twice.`));
    else if (id <= String(last))
      onViolation(new Violation(`${name} got the event ${id} after ${String(last)}.`));
    seen.add(id);
    events.push(event);
  }

  function hear(current: WebSocket, text: string): void {
    const message = JSON.parse(text) as { type: string; payload?: unknown };
    switch (message.type) {
      case 'connection_ack': {
        const variables = { after: String(events.at(-1)?.data['id'] ?? FIRST) };
        const payload = { query: QUERY, variables };
        current.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
        return;
      }
      case 'ping':
        current.send(JSON.stringify({ type: 'pong' }));
        return;
      case 'next':
        take((message.payload as { data: { events: SeenEvent } }).data.events);
        return;
      case 'error':
        // A store that fails ends the subscription; anything else must not happen to a good key.
        if (!text.includes('"UNAVAILABLE"'))
          onViolation(new Violation(`The subscription of ${name} ended with ${text}.`));
        current.close();
        return;
      case 'complete':
        current.close();
        return;
      default:
        onViolation(new Violation(`${name} got a message that the protocol does not have: ${text}`));
    }
  }

  function again(): void {
    if (isClosed) return;
    setTimeout(connect, PAUSE_MS).unref();
  }

  function connect(): void {
    if (isClosed) return;
    let address: string;
    try {
      address = url();
    } catch {
      again();
      return;
    }
    const current = new WebSocket(`${address.replace(/^http/, 'ws')}/graphql`, ['graphql-transport-ws']);
    socket = current;
    connections += 1;
    current.on('open', () =>
      current.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } })),
    );
    current.on('message', (data: Buffer) => hear(current, data.toString('utf8')));
    current.on('error', () => undefined);
    current.on('close', (code: number, reason: Buffer) => {
      if (!ALLOWED_CLOSES.has(code))
        onViolation(new Violation(`${name} was closed with ${String(code)} ${reason.toString('utf8')}.`));
      again();
    });
  }

  connect();
  return {
    name,
    events,
    returns: () => connections - 1,
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}

/** 1000 and 1005: we closed. 1001: the gateway stops. 1006: it died. 1011, 1013: its store fails, or we were slow. */
const ALLOWED_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005, 1006, 1011, 1013]);
