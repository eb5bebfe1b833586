import { join } from 'node:path';
import { digitizationEvent } from '../../src/core/provisioning/digitization-event.js';
import { createCommitQueue } from '../../src/store/engine/commit-queue.js';
import { sqliteDialect } from '../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../src/store/events/append.js';
import { storeSettings } from '../../src/store/settings.js';
import { median, spread } from '../judge/median.js';
import { openSubscriber, type Subscriber } from '../load/subscriber.js';
import { FIRST_CARD, FIRST_CUSTOMER } from '../load/wallets.js';
import { residentBytes } from '../stage/cpu.js';
import { PROGRAMME } from '../stage/credentials.js';
import { makeDatabase } from '../stage/directory.js';
import type { Scenario } from './scenario.js';

const AT_ONCE = 50;
const EVENTS = 5;

/**
 * Memory of idle subscribers, and time of one event to all. Another process than the gateway writes the events, so that the
 * gateway's poll of the log is included.
 */
export const sockets: Scenario = {
  name: 'sockets',
  about:
    'P8: idle subscribers of one gateway: memory of each of the second half; then one event to all (--sockets)',
  async run(stage, effort) {
    const path = join(stage.folder, 'sockets.db');
    await makeDatabase(path, 10);
    const gateway = await stage.startGateway({ databaseUrl: `sqlite:${path}` });
    const subscribers: Subscriber[] = [];
    const open = async (count: number): Promise<void> => {
      const opened = await Promise.all(Array.from({ length: count }, () => openSubscriber(gateway.url)));
      subscribers.push(...opened);
    };
    const openUpTo = async (count: number): Promise<number> => {
      while (subscribers.length < count) await open(Math.min(AT_ONCE, count - subscribers.length));
      return residentBytes(gateway.pid);
    };
    // Half of them come first: V8 enlarges its heap once, by some 50 MB, however many follow.
    const half = Math.ceil(effort.sockets / 2);
    const before = await openUpTo(half);
    const after = await openUpTo(effort.sockets);
    const kilobytes = (after - before) / 1024 / (effort.sockets - half);
    effort.tell(`${String(subscribers.length)} sockets, ${kilobytes.toFixed(1)} KB each`);
    const seconds: number[] = [];
    const appender = await openAppender(path);
    for (let number = 0; number < EVENTS; number += 1) {
      const heard = Promise.all(subscribers.map((subscriber) => subscriber.next()));
      await appender.append(number);
      const committedAtMs = performance.now();
      await heard;
      seconds.push((performance.now() - committedAtMs) / 1000);
      effort.tell(`the last heard after ${(seconds.at(-1) ?? 0).toFixed(3)} s`);
    }
    await appender.close();
    for (const subscriber of subscribers) subscriber.end();
    await gateway.stop();
    const about = `${String(subscribers.length)} subscribers`;
    return {
      subjects: [],
      ceilingPerSecond: null,
      findings: [
        {
          target: 'P8',
          what: `${about}: memory of each`,
          measured: kilobytes,
          unit: 'KB',
          wanted: { atMost: 12 },
        },
        {
          target: 'P8',
          what: `${about}: one event to the last`,
          measured: median(seconds),
          unit: 's',
          wanted: { atMost: 1 },
          spread: spread(seconds),
        },
      ],
    };
  },
};

async function openAppender(path: string) {
  const settings = storeSettings({});
  const dialect = sqliteDialect(path, settings);
  const connection = await dialect.open();
  const commits = createCommitQueue(connection, settings);
  const append = createAppendEvent(dialect);
  return {
    append: (number: number) => commits.submitAppending((log) => append(log, digitized(number), Date.now())),
    async close() {
      await commits.drain();
      await connection.close();
    },
  };
}

function digitized(number: number) {
  return digitizationEvent({
    type: 'digitization.complete',
    reportKey: null,
    occurredAtMs: Date.now(),
    data: {
      programme: PROGRAMME,
      cardId: FIRST_CARD,
      customerId: FIRST_CUSTOMER,
      wallet: 'APPLE_PAY',
      walletId: '103',
      tokenReference: `DNITHE${String(number)}`,
      tokenRequestorId: '40010030273',
      deviceType: '21',
      panLastFour: '1234',
      attemptId: null,
    },
  });
}
