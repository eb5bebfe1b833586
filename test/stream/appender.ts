import { join } from 'node:path';
import type { NewEvent } from '../../src/core/events/event.js';
import { type DigitizationData, digitizationEvent } from '../../src/core/provisioning/digitization-event.js';
import type { StoreDialect } from '../../src/store/engine/dialect.js';
import { postgresDialect } from '../../src/store/engine/postgres/postgres.js';
import { sqliteDialect } from '../../src/store/engine/sqlite/sqlite.js';
import { isPostgres, storeSettings } from '../../src/store/settings.js';
import { eventWriterOn } from '../support/webhooks/event-writer.js';

/** Writer of events into the database of a gateway, as another process does. */
export interface Appender {
  /** Resolves with the sequences, when they are durable. Null for an event that existed already. */
  append(...events: readonly NewEvent[]): Promise<readonly (number | null)[]>;
  close(): Promise<void>;
}

export async function openAppender(folder: string): Promise<Appender> {
  return appenderOn(join(folder, 'cardway.db'));
}

/** Opens an appender on an SQLite file, or on the PostgreSQL of a URL. */
export function appenderOn(place: string): Promise<Appender> {
  const settings = storeSettings({});
  return appenderWith(
    isPostgres(place) ? postgresDialect({ databaseUrl: place, settings }) : sqliteDialect(place, settings),
  );
}

export async function appenderWith(dialect: StoreDialect, nowMs: () => number = Date.now): Promise<Appender> {
  const writer = await eventWriterOn(dialect);
  return {
    append: (...events) => Promise.all(events.map((event) => writer.append(event, nowMs()))),
    close: () => writer.close(),
  };
}

/** Returns a completed digitization of the sandbox's first card. Equal numbers are the same report. */
export function digitized(number: number, data: Partial<DigitizationData> = {}): NewEvent {
  return digitizationEvent({
    type: 'digitization.complete',
    reportKey: null,
    occurredAtMs: 1_700_000_000_000 + number,
    data: {
      programme: 'sandbox',
      cardId: 5001,
      customerId: 1001,
      wallet: 'APPLE_PAY',
      walletId: '103',
      tokenReference: `DNITHE${number}`,
      tokenRequestorId: '40010030273',
      deviceType: '21',
      panLastFour: '1234',
      attemptId: null,
      ...data,
    },
  });
}
