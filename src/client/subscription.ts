import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface SubscriptionOptions {
  /** Of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  /** Of a role that may follow this. */
  readonly key: string;
  /** Id of the last event that you have handled; keep it, and nothing is missed. Left out: what happens from now on. */
  readonly after?: string | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Longest pause between two tries to connect again; 30 s by default. */
  readonly retryMaxMs?: number | undefined;
  /** Told of each time that the connection is there, and of each time that it is lost. */
  readonly onConnection?: ((state: 'connected' | 'lost') => void) | undefined;
}

/** The gateway refused the subscription or the key: coming again would not help. */
export class SubscriptionError extends Error {
  constructor(
    /** Of the register of errors: BAD_REQUEST for a wrong `after`, UNAUTHENTICATED for a wrong key … */
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'SubscriptionError';
  }
}

const FORBIDDEN = 4403;
const RETRY_MIN_MS = 250;
/** Events that wait for the loop; with more, no more is read from the gateway. */
const WAITING_MAX = 1000;

/** A subscription whose one field gives things with an id, and takes `after` among its variables. */
export interface Followed {
  readonly document: string;
  readonly field: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * What a subscription gives, in order, each once, for as long as it is iterated. A lost connection is made again, with growing pauses,
 * and goes on after the last thing that came. Ends by `break`, `return()` or the signal.
 * Errors: SubscriptionError.
 */
export async function* subscribeTo<Item extends { readonly id: string }>(
  followed: Followed,
  options: SubscriptionOptions,
): AsyncGenerator<Item, void, void> {
  const url = socketUrl(options.url);
  if (options.signal?.aborted === true) return;
  let socket: WebSocket | null = null;
  const inbox = createInbox<Item>({
    itemsMax: WAITING_MAX,
    onFull: () => socket?.pause(),
    onEmpty: () => socket?.resume(),
  });
  const client = clientOf({ ...options, url }, (opened) => (socket = opened));
  const end = (): void => {
    inbox.drop();
    socket?.resume(); // to hear that it is closed
    // Rejects when it was just failing to connect; nobody waits for that any more.
    Promise.resolve(client.dispose()).catch(() => undefined);
  };
  options.signal?.addEventListener('abort', end);
  follow(client, { followed, options }, inbox);
  try {
    for (let event = await inbox.take(); event !== null; event = await inbox.take()) yield event;
  } finally {
    options.signal?.removeEventListener('abort', end);
    end();
  }
}

function follow<Item extends { readonly id: string }>(
  client: Client,
  { followed, options }: { readonly followed: Followed; readonly options: SubscriptionOptions },
  inbox: Inbox<Item>,
): void {
  // The client sends this very object again with each connection: so the cursor in it must be that of the last thing that came.
  const variables: Record<string, unknown> = { ...followed.variables, after: options.after ?? null };
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
      error: (error) => inbox.fail(refusalOf(error)),
      complete: () => inbox.finish(),
    },
  );
}

/** Of `/graphql` of the gateway. Errors: SubscriptionError. */
function socketUrl(given: string): string {
  if (!/^https?:/i.test(given) || !URL.canParse(given)) {
    throw new SubscriptionError('BAD_REQUEST', 'url must be an http or https URL.');
  }
  return `${given.replace(/^http/i, 'ws').replace(/(?<!\/)\/+$/, '')}/graphql`;
}

function clientOf(
  { url, key, retryMaxMs = 30_000, onConnection }: SubscriptionOptions,
  onOpened: (socket: WebSocket) => void,
): Client {
  return createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (event) => closeCode(event) !== FORBIDDEN,
    retryWait: (retries) => {
      const pauseMs = Math.min(retryMaxMs, RETRY_MIN_MS * 2 ** Math.min(retries, 20));
      return new Promise((resolve) => setTimeout(resolve, pauseMs * (0.8 + Math.random() * 0.2)));
    },
    on: {
      opened: (socket) => onOpened(socket as WebSocket),
      connected: () => onConnection?.('connected'),
      closed: () => onConnection?.('lost'),
    },
  });
}

function closeCode(event: unknown): number | null {
  return typeof event === 'object' && event !== null && 'code' in event && typeof event.code === 'number'
    ? event.code
    : null;
}

function refusalOf(error: unknown): unknown {
  if (closeCode(error) === FORBIDDEN)
    return new SubscriptionError('UNAUTHENTICATED', 'The gateway refused the key.');
  const [first] = Array.isArray(error) ? (error as unknown[]) : [];
  if (typeof first !== 'object' || first === null || !('message' in first)) return error;
  const extensions = 'extensions' in first ? (first.extensions as { code?: unknown } | undefined) : undefined;
  const code = typeof extensions?.code === 'string' ? extensions.code : 'INTERNAL';
  return new SubscriptionError(code, String(first.message));
}

/** What came and was not asked for yet. */
export interface Inbox<Item> {
  add(item: Item): void;
  /** What is in it can still be taken; then `take` rejects with the error. */
  fail(error: unknown): void;
  /** What is in it can still be taken; then there is no more. */
  finish(): void;
  /** At once: what is in it is dropped. */
  drop(): void;
  /** The next item; null when there is none any more. */
  take(): Promise<Item | null>;
}

/** `onFull` is told when there are too many items, `onEmpty` when they were taken. */
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
