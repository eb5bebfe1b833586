import type { Client } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { clientOf, isKeyRefused } from './connection.js';

export interface SubscriptionOptions {
  /** URL of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  /** Key of a role that may subscribe. */
  readonly key: string;
  /** Id of the last event that you handled. Keep it to miss no event. Left out, the subscription starts with new events. */
  readonly after?: string | undefined;
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

/** Error when the gateway refuses the subscription or the key: a retry would not help. */
export class SubscriptionError extends Error {
  constructor(
    /** Code of the register of errors: BAD_REQUEST for a wrong `after`, UNAUTHENTICATED for a wrong key … */
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'SubscriptionError';
  }
}

/** Limit of events that wait for the loop. At the limit, reading from the gateway pauses. */
const WAITING_MAX = 1000;

/** `cookie`: the session that takes the place of the key. */
type Connecting = SubscriptionOptions & { readonly cookie?: string | undefined };

/** Subscription with one field that yields items with an id, and with `after` among its variables. */
export interface Followed {
  readonly document: string;
  readonly field: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Finds the place to start from where the caller names none. Left out, the gateway starts with new items. */
  readonly start?: Start | undefined;
}

/** Query whose result names the newest item. */
interface Start {
  readonly document: string;
  /** Returns the id of the item, or of a place before all items. */
  readonly idOf: (data: unknown) => string;
}

/**
 * Yields the items of a subscription, in order, each once, while it is iterated. It reopens a lost connection, with growing
 * pauses, and continues after the last item. `break`, `return()` or the signal ends it. `read` changes each item. Errors:
 * SubscriptionError.
 */
export function subscribeTo<Item extends { readonly id: string }>(
  followed: Followed,
  options: Connecting,
  read: (item: Item) => Item = (item) => item,
): AsyncGenerator<Item, void, void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const items = itemsOf(followed, { ...options, signal }, read);
  // A generator that waits for its next item does not answer a return() before that item comes.
  const giveUp = items.return.bind(items);
  items.return = (value) => {
    ending.abort();
    return giveUp(value);
  };
  return items;
}

async function* itemsOf<Item extends { readonly id: string }>(
  followed: Followed,
  options: Connecting & { readonly signal: AbortSignal },
  read: (item: Item) => Item,
): AsyncGenerator<Item, void, void> {
  const url = socketUrl(options.url);
  const { signal } = options;
  if (signal.aborted) return;
  let socket: WebSocket | null = null;
  const inbox = createInbox<Item>({
    itemsMax: WAITING_MAX,
    onFull: () => socket?.pause(),
    onEmpty: () => socket?.resume(),
  });
  const client = clientOf({ ...options, url }, (opened) => (socket = opened));
  const end = (): void => {
    inbox.drop();
    socket?.resume(); // to get its close event
    // Rejects when a connection attempt was failing; no caller waits for it any longer.
    Promise.resolve(client.dispose()).catch(() => undefined);
  };
  signal.addEventListener('abort', end);
  const after = options.after ?? null;
  const start = after === null ? await startOf(client, followed.start) : null;
  follow(client, { followed, after, start }, inbox);
  try {
    for (let event = await inbox.take(); event !== null; event = await inbox.take()) yield read(event);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/**
 * Returns the place of now. Without it, what happens during a lost connection before the first item would be missed. Null where
 * the gateway gives none to this key.
 */
async function startOf(client: Client, start: Start | undefined): Promise<string | null> {
  if (start === undefined) return null;
  return new Promise((resolve) => {
    let id: string | null = null;
    client.subscribe(
      { query: start.document },
      {
        next({ data, errors }) {
          if (errors === undefined) id = start.idOf(data);
        },
        // The subscription gets the same error, if it is one of the key or the connection.
        error: () => resolve(null),
        complete: () => resolve(id),
      },
    );
  });
}

function follow<Item extends { readonly id: string }>(
  client: Client,
  {
    followed,
    after,
    start,
  }: { readonly followed: Followed; readonly after: string | null; readonly start: string | null },
  inbox: Inbox<Item>,
): void {
  // The client sends this same object with each connection, so its cursor must be that of the last item.
  const variables: Record<string, unknown> = { ...followed.variables, after: after ?? start };
  client.subscribe<Readonly<Record<string, Item>>>(
    { query: followed.document, variables },
    {
      next({ data, errors }) {
        if (errors !== undefined) inbox.fail(refusalOf(errors));
        const item = data?.[followed.field];
        if (item === undefined) return;
        variables['after'] = item.id;
        inbox.add(item);
      },
      error(error) {
        const refusal = refusalOf(error);
        const isOfStart = refusal instanceof SubscriptionError && refusal.code === 'BAD_REQUEST';
        // The gateway has deleted events that came after the start.
        if (start !== null && isOfStart && variables['after'] === start)
          follow(client, { followed, after, start: null }, inbox);
        else inbox.fail(refusal);
      },
      complete: () => inbox.finish(),
    },
  );
}

/** Returns the WebSocket URL of `/graphql` of the gateway. Errors: SubscriptionError. */
function socketUrl(given: string): string {
  if (!/^https?:/i.test(given) || !URL.canParse(given)) {
    throw new SubscriptionError('BAD_REQUEST', 'url must be an http or https URL.');
  }
  return `${given.replace(/^http/i, 'ws').replace(/(?<!\/)\/+$/, '')}/graphql`;
}

function refusalOf(error: unknown): unknown {
  if (isKeyRefused(error)) return new SubscriptionError('UNAUTHENTICATED', 'The gateway refused the key.');
  const [first] = Array.isArray(error) ? (error as unknown[]) : [];
  if (typeof first !== 'object' || first === null || !('message' in first)) return error;
  const extensions = 'extensions' in first ? (first.extensions as { code?: unknown } | undefined) : undefined;
  const code = typeof extensions?.code === 'string' ? extensions.code : 'INTERNAL';
  return new SubscriptionError(code, String(first.message));
}

/** Queue of received items that were not taken yet. */
export interface Inbox<Item> {
  add(item: Item): void;
  /** Ends the queue with an error. `take` still returns the waiting items, then rejects with the error. */
  fail(error: unknown): void;
  /** Ends the queue. `take` still returns the waiting items, then null. */
  finish(): void;
  /** Ends the queue at once, and drops the waiting items. */
  drop(): void;
  /** Returns the next item. Null when no more follow. */
  take(): Promise<Item | null>;
}

/** Creates a queue. It calls `onFull` when too many items wait, and `onEmpty` when they are taken. */
export function createInbox<Item>(options: {
  readonly itemsMax: number;
  readonly onFull: () => void;
  readonly onEmpty: () => void;
}): Inbox<Item> {
  let items: Item[] = [];
  let isFull = false;
  let end: { readonly error: unknown } | null = null;
  let wake = (): void => undefined;

  const finish = (error: unknown): void => {
    end ??= { error };
    wake();
  };
  return {
    add(item) {
      if (end !== null) return;
      items.push(item);
      if (!isFull && items.length >= options.itemsMax) {
        isFull = true;
        options.onFull();
      }
      wake();
    },
    fail: finish,
    finish: () => finish(null),
    drop() {
      items = [];
      finish(null);
    },
    async take() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) return item;
        if (isFull) {
          isFull = false;
          options.onEmpty();
        }
        if (end !== null) {
          if (end.error === null) return null;
          throw end.error as Error;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
