import { STALL_MS } from '../adapters/exchange.js';
import { readJson } from '../adapters/json/reader.js';
import type { GraphQLContext, UseCases } from '../graphql/context.js';
import { createConnections, type Credential } from '../graphql/server/connections.js';
import { createEventStreams } from '../graphql/server/event-stream.js';
import type { GraphQLServer } from '../graphql/server/server.js';
import { createWebSocketRoute } from '../graphql/server/web-socket.js';
import { clientAddressOf } from '../http/client-address.js';
import { UNREAD_BYTES_MAX } from '../http/connections.js';
import type { Moment } from '../platform/clock.js';
import { CardwayError } from '../platform/errors.js';
import type { NoteRefused } from '../use-cases/access/refusal-port.js';
import type { Authentication } from './authentication.js';
import type { ConsoleAccess } from './console-sessions.js';
import type { Externals } from './externals.js';
import { type Ground, INTERVALS, logFailure } from './runtime.js';
import type { StoredEvent } from '../core/events/event.js';
import { createFeed } from '../outbound/feed/feed.js';
import { DIRECTORY_CACHE_MS } from '../store/settings.js';
import type { Feed, FeedFilter, SavedTransactionFilter } from '../use-cases/events/event-port.js';
import { startRetention } from '../use-cases/events/retention.js';
import type { TransactionRow } from '../use-cases/transactions/ledger-port.js';

/** Parts that all interfaces share. */
export interface Interfaces {
  readonly graphql: GraphQLServer;
  readonly useCases: UseCases;
  readonly access: ConsoleAccess;
  readonly authentication: Authentication;
  readonly onRefused: NoteRefused;
}

export type Streams = ReturnType<typeof createStreams>;

/** Operations of one WebSocket at one time. The console and the client use a few. */
const OPERATIONS_MAX = 100;
/**
 * Memory of the open subscriptions of one key: 25,000 of usual length, so two for each socket that the key may have. One key must
 * not fill the memory.
 */
const HELD_BYTES_MAX = 128 * 1024 * 1024;
/** Idle limit: it frees the place of a forgotten tab, but survives a pause of a client. */
const IDLE_MS = 10 * 60_000;
/** Interval of key checks of open connections: before the cache of other calls forgets a key. */
export const KEY_CHECK_MS = (3 * DIRECTORY_CACHE_MS) / 5;
/** WebSockets and event streams at one time. One key may have half of them. */
export const SOCKETS_MAX = 25_000;
/** WebSockets that have not yet proved a key; the oldest gives way. An IPv4 address or IPv6 /64 network may have a tenth. */
export const UNPROVEN_MAX = 2000;
/** Time for connection_init after a WebSocket opens. */
export const INIT_MS = 3000;
/** Ping interval. A connection without an answer by the next ping is cut. */
export const PING_MS = 12_000;
/** A reader that takes no byte for this time is cut: sooner than callers, because a subscriber can resume by id. */
const STREAM_STALL_MS = STALL_MS / 6;

/** Creates both carriers of subscriptions on one set of connections with one set of limits. */
export function createStreams(
  ground: Ground,
  { metrics }: Externals,
  { access, authentication, graphql, onRefused, useCases }: Interfaces,
) {
  const { clock, newId, timer } = ground.runtime;
  const { http, trustProxy } = ground.config.settings;
  const onFailure = logFailure(ground, 'stream failed');
  const addressOf = clientAddressOf(trustProxy);
  const connections = createConnections({
    clock,
    timer,
    limits: { socketsMax: SOCKETS_MAX, unprovenMax: UNPROVEN_MAX, heldBytesMax: HELD_BYTES_MAX },
    keyCheckMs: KEY_CHECK_MS,
    drainMs: http.drainMs,
    currentKey: (proof) => authentication.currentKey(proof).catch(nullForWrongKey),
    onFailure,
  });
  metrics.streams(() => connections.counts);
  // Other nodes find the change at their next check.
  authentication.keyChanges.listen((keyId) => {
    connections.checkKey(keyId);
  });
  const shared = {
    clock,
    newId,
    timer,
    connections,
    operate: graphql.operate,
    contextOf: ({ key, session, address }: Credential, receivedAt: Moment): GraphQLContext => ({
      caller: { channel: 'graphql', key, session, receivedAt, address },
      isTerminal: false,
      useCases,
    }),
    limits: {
      // A message holds the body of a call, with escapes.
      messageBytesMax: 2 * http.bodyBytesMax,
      operationsMax: OPERATIONS_MAX,
      initMs: INIT_MS,
      pingMs: PING_MS,
      idleMs: IDLE_MS,
      stallMs: STREAM_STALL_MS,
      bufferedBytesMax: UNREAD_BYTES_MAX,
    },
    onFailure,
  };
  const webSocket = createWebSocketRoute({
    ...shared,
    addressOf,
    onRefused,
    proofOf: access.proofOf,
    // A socket opens again by itself, so it does not prolong a console session.
    authenticate: (proof, request) =>
      authentication.authenticate(proof, { address: addressOf(request), isActivity: false }),
    readJson: (message) => readJson(message),
    onClosing: (about) => ground.log.info(about, 'socket closing'),
    onClosed: (closed) => ground.log.info(closed, 'socket closed'),
  });
  return {
    webSockets: new Map([['/graphql', webSocket]]),
    openEventStream: createEventStreams(shared),
    close: () => connections.close(),
  };
}

function nullForWrongKey(error: unknown): null {
  if (error instanceof CardwayError && error.code === 'UNAUTHENTICATED') return null;
  throw error;
}

export interface Feeds {
  readonly events: Feed<StoredEvent, FeedFilter>;
  readonly transactions: Feed<TransactionRow, SavedTransactionFilter>;
}

/** Rows in one read of the loop. */
const PAGE_MAX = 200;
/** Rows in one read of a reader that catches up. It holds them until its peer takes them, and one key may have 25,000 readers. */
const PAST_MAX = 20;
/** Events in memory for one reader. A reader further behind reads from the log. */
const QUEUE_MAX = 1000;

/** Starts the feeds of subscriptions, and the retention of events. */
export function startFeeds(ground: Ground): Feeds & { stop(): Promise<void> } {
  const { config, runtime, store } = ground;
  const { eventLog, savedTransactions } = store;
  const { timer } = runtime;
  const onFailure = logFailure(ground, 'event log failed');
  const { eventExpiryMs, eventPollMs: pollMs } = INTERVALS;
  const options = { timer, pollMs, queueMax: QUEUE_MAX, pageMax: PAGE_MAX, pastMax: PAST_MAX, onFailure };
  const events = createFeed({ ...options, source: eventLog });
  const transactions = createFeed({ ...options, source: savedTransactions });
  const { retention: retentionMs } = config.settings.events;
  const databaseNowMs = (): Promise<number> => store.nowMs();
  const retention =
    retentionMs === null
      ? null
      : startRetention({ timer, eventLog, databaseNowMs, retentionMs, everyMs: eventExpiryMs, onFailure });
  return {
    events,
    transactions,
    async stop() {
      events.stop();
      transactions.stop();
      await retention?.stop();
    },
  };
}
