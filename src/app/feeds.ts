import type { StoredEvent } from '../core/events/event.js';
import { createFeed } from '../outbound/feed/feed.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import type { Feed, FeedFilter, SavedTransactionFilter } from '../use-cases/events/event-port.js';
import { startRetention } from '../use-cases/events/retention.js';
import type { TransactionRow } from '../use-cases/transactions/ledger-port.js';
import { intervalsOf, type Runtime } from './runtime.js';

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
export function startFeeds(parts: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly onFailure: (error: unknown) => void;
}): Feeds & { stop(): Promise<void> } {
  const { runtime, store, onFailure } = parts;
  const { settings } = parts.config;
  const cadences = intervalsOf(settings.sweep);
  const options = {
    timer: runtime.timer,
    pollMs: cadences.eventPollMs,
    queueMax: QUEUE_MAX,
    pageMax: PAGE_MAX,
    pastMax: PAST_MAX,
    onFailure,
  };
  const events = createFeed({ ...options, source: store.eventLog });
  const transactions = createFeed({ ...options, source: store.savedTransactions });
  const retentionMs = settings.events.retention;
  const retention =
    retentionMs === null
      ? null
      : startRetention({
          ...runtime,
          eventLog: store.eventLog,
          databaseNowMs: () => store.nowMs(),
          retentionMs,
          everyMs: cadences.eventExpiryMs,
          onFailure,
        });
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
