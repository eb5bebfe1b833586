import {
  closeReason,
  type Connection,
  connectionOf,
  type ConnectionOptions,
  isKeyRefused,
} from './connection.js';
import { readKey, WRONG_KEY } from './transport.js';

export interface SubscriptionOptions extends ConnectionOptions {
  /** Id of the last event that you handled. Keep it to miss no event. Left out, the subscription starts with new events. */
  readonly after?: string | undefined;
  /** Callback for the place where a subscription without `after` starts. Keep it like the id of an event. */
  readonly onStart?: ((after: string) => void) | undefined;
}

/** Error when the gateway refuses the subscription or the key: a retry would not help. */
export class SubscriptionError extends Error {
  constructor(
    /** Code of the register of errors: BAD_REQUEST for a wrong `after`, UNAUTHENTICATED for a wrong key … */
    readonly code: string,
    message: string,
    /** The oldest place that a subscription can continue from, where `after` is too old. */
    readonly oldestAfter: string | null = null,
  ) {
    super(message);
    this.name = 'SubscriptionError';
  }
}

/** Limit of events that wait for the loop. At the limit, reading from the gateway pauses. */
const WAITING_MAX = 1000;

/** Subscription with one field that yields items with an id, and with `after` among its variables. */
interface Followed {
  readonly document: string;
  readonly field: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Finds the place to start from where the caller names none. */
  readonly start: Start;
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
  options: SubscriptionOptions,
  read: (item: Item) => Item,
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
  options: SubscriptionOptions & { readonly signal: AbortSignal },
  read: (item: Item) => Item,
): AsyncGenerator<Item, void, void> {
  const url = socketUrl(options.url);
  const { signal } = options;
  const key = readKey(options.key);
  if (key === null) throw new SubscriptionError('BAD_REQUEST', WRONG_KEY);
  if (signal.aborted) return;
  const connection = connectionOf({ ...options, url, key });
  const inbox = createInbox<Item>({
    itemsMax: WAITING_MAX,
    onFull: () => connection.pause(),
    onEmpty: () => connection.resume(),
  });
  const end = (): void => {
    inbox.drop();
    connection.end();
  };
  signal.addEventListener('abort', end);
  try {
    const after = options.after ?? null;
    const start = after === null ? await startOf(connection, followed.start, signal) : null;
    const onStart = (place: string | null): void => {
      if (place !== null && !signal.aborted) options.onStart?.(place);
    };
    onStart(start);
    follow({ connection, signal, followed, inbox, onStart }, { after: after ?? start, start });
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
async function startOf(connection: Connection, start: Start, signal: AbortSignal): Promise<string | null> {
  for (let retries = 0; ; retries += 1) {
    const found = await newest(connection, start);
    if (!(found instanceof SubscriptionError)) return found;
    // The subscription gets the same error, if it is one of the key or the connection.
    if (!isTemporary(found) || signal.aborted) return null;
    await connection.cutAndWait(found.message, retries);
  }
}

/** Returns the id of the newest item, or why there is none. */
function newest({ client }: Connection, start: Start): Promise<string | SubscriptionError | null> {
  return new Promise((resolve) => {
    let found: string | SubscriptionError | null = null;
    client.subscribe(
      { query: start.document },
      {
        next({ data, errors }) {
          found = errors === undefined ? start.idOf(data) : refusalOf(errors);
        },
        error: (error) => resolve(refusalOf(error)),
        complete: () => resolve(found),
      },
    );
  });
}

interface Following<Item> {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly followed: Followed;
  readonly inbox: Inbox<Item>;
  readonly onStart: (place: string | null) => void;
}

/** `start`: the place of now at the beginning. Null where the caller named its place, or the gateway refused this one. */
function follow<Item extends { readonly id: string }>(
  following: Following<Item>,
  from: { readonly after: string | null; readonly start: string | null },
  retries = 0,
): void {
  const { connection, signal, followed, inbox } = following;
  const { start } = from;
  let failed = retries;
  // The client sends this same object with each connection, so its cursor must be that of the last item.
  const variables = { ...followed.variables, after: from.after };
  connection.client.subscribe<Readonly<Record<string, Item>>>(
    { query: followed.document, variables },
    {
      next({ data, errors }) {
        if (errors !== undefined) inbox.fail(refusalOf(errors));
        const item = data?.[followed.field];
        if (item === undefined) return;
        variables.after = item.id;
        failed = 0;
        inbox.add(item);
      },
      error(error) {
        const refusal = refusalOf(error);
        const { after } = variables;
        if (isTemporary(refusal))
          void connection.cutAndWait(refusal.message, failed).then(() => {
            if (!signal.aborted) follow(following, { after, start }, failed + 1);
          });
        // The gateway has deleted events that came after the start. It names a place, so that a connection that is lost before the
        // first item loses nothing.
        else if (start !== null && after === start && refusal.code === 'BAD_REQUEST') {
          try {
            following.onStart(refusal.oldestAfter);
          } catch (thrown) {
            return inbox.fail(thrown);
          }
          follow(following, { after: refusal.oldestAfter, start: refusal.oldestAfter });
        } else inbox.fail(refusal);
      },
      complete: () => inbox.finish(),
    },
  );
}

/** Codes of errors after which the same subscription may work a little later. */
const TEMPORARY: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED']);

function isTemporary({ code }: SubscriptionError): boolean {
  return TEMPORARY.has(code);
}

/** Returns the WebSocket URL of `/graphql` of the gateway. Errors: SubscriptionError. */
function socketUrl(given: string): string {
  if (!/^https?:/i.test(given) || !URL.canParse(given)) {
    throw new SubscriptionError('BAD_REQUEST', 'url must be an http or https URL.');
  }
  return `${given.replace(/^http/i, 'ws').replace(/(?<!\/)\/+$/, '')}/graphql`;
}

/** Returns the error of a refused operation, or of a close code after which no client connects again. */
function refusalOf(error: unknown): SubscriptionError {
  if (isKeyRefused(error)) return new SubscriptionError('UNAUTHENTICATED', 'The gateway refused the key.');
  const [first] = Array.isArray(error) ? (error as unknown[]) : [];
  if (typeof first !== 'object' || first === null || !('message' in first))
    return new SubscriptionError('INTERNAL', `The connection ended: ${endOf(error)}.`);
  const extensions =
    'extensions' in first ? (first.extensions as Readonly<Record<string, unknown>> | undefined) : undefined;
  const code = typeof extensions?.['code'] === 'string' ? extensions['code'] : 'INTERNAL';
  const oldestAfter = extensions?.['oldestAfter'];
  return new SubscriptionError(
    code,
    String(first.message),
    typeof oldestAfter === 'string' ? oldestAfter : null,
  );
}

function endOf(error: unknown): string {
  return error instanceof Error ? error.message : closeReason(error);
}

/** Queue of received items that were not taken yet. */
interface Inbox<Item> {
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
function createInbox<Item>(options: {
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
