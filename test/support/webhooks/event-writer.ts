import type { NewEvent } from '../../../src/core/events/event.js';
import { createCommitQueue } from '../../../src/store/engine/commit-queue.js';
import type { StoreDialect } from '../../../src/store/engine/dialect.js';
import { EVENT_LOG } from '../../../src/store/engine/locks.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';

/** Writer of events, as the use cases do, beside all other users of the file. */
export interface EventWriter {
  /** Resolves with the event's sequence. Null when the event exists already. */
  append(event: NewEvent, nowMs?: number): Promise<number | null>;
  close(): Promise<void>;
}

export async function openEventWriter(file: string): Promise<EventWriter> {
  return eventWriterOn(sqliteDialect(file, { ...DEFAULT_STORE_SETTINGS, busyGiveUpMs: 60_000 }));
}

export async function eventWriterOn(dialect: StoreDialect): Promise<EventWriter> {
  const connection = await dialect.open();
  const commits = createCommitQueue(connection, DEFAULT_STORE_SETTINGS);
  const append = createAppendEvent(dialect);
  return {
    append: (event, nowMs = Date.now()) => commits.submit(() => append(event, nowMs), { locks: [EVENT_LOG] }),
    async close() {
      await commits.drain();
      await connection.close();
    },
  };
}

/** Returns a digitization report of a card of this programme. */
export function digitization(
  key: string,
  programme: string | null = 'sandbox',
  occurredAtMs = Date.now(),
): NewEvent {
  return {
    type: 'digitization.complete',
    dedupeKey: `digitization.complete:${key}`,
    programme,
    cardId: 5001,
    occurredAtMs,
    data: JSON.stringify({
      programme,
      cardId: 5001,
      customerId: 1001,
      wallet: 'APPLE_PAY',
      walletId: '103',
      tokenReference: key,
      tokenRequestorId: '40010030273',
      deviceType: 'MOBILE_PHONE',
      panLastFour: '1234',
      attemptId: null,
    }),
  };
}
