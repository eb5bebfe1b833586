import { join } from 'node:path';
import { median, spread } from '../judge/median.js';
import { openSubscriber, type Subscriber } from '../load/subscriber.js';
import { FIRST_CARD } from '../load/wallets.js';
import { NETWORK_KEY } from '../stage/credentials.js';
import { makeDatabase } from '../stage/directory.js';
import { residentKib } from '../../test/support/process-cost.js';
import type { Scenario } from './scenario.js';

const AT_ONCE = 50;
const EVENTS = 5;

/** Memory of idle subscribers, and time of one event to all, from its report until the last subscriber has it. */
export const sockets: Scenario = {
  name: 'sockets',
  about: 'P8: idle subscribers of one gateway: memory of each of the second half; then one event to all',
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
      return residentKib(gateway.pid) ?? NaN;
    };
    // Half of them come first: V8 enlarges its heap once, by some 50 MB, however many follow.
    const half = Math.ceil(effort.sockets / 2);
    const before = await openUpTo(half);
    const after = await openUpTo(effort.sockets);
    const kilobytes = (after - before) / (effort.sockets - half);
    effort.tell(`${String(subscribers.length)} sockets, ${kilobytes.toFixed(1)} KB each`);
    const seconds: number[] = [];
    for (let number = 0; number < EVENTS; number += 1) {
      const heard = Promise.all(subscribers.map((subscriber) => subscriber.next()));
      const reportedAtMs = performance.now();
      await report(gateway.url, number);
      await heard;
      seconds.push((performance.now() - reportedAtMs) / 1000);
      effort.tell(`the last heard after ${(seconds.at(-1) ?? 0).toFixed(3)} s`);
    }
    for (const subscriber of subscribers) subscriber.end();
    await gateway.stop();
    const about = `${String(subscribers.length)} subscribers`;
    return [
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
    ];
  },
};

/** Reports a digitization, which the gateway writes as an event before it answers. */
async function report(url: string, number: number): Promise<void> {
  const reply = await fetch(`${url}/network/v1/digitizations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${NETWORK_KEY}` },
    body: JSON.stringify({
      card_id: FIRST_CARD,
      wallet_id: '103',
      token_reference: `DNITHE${String(number)}`,
      token_requestor_id: '40010030273',
    }),
  });
  if (!reply.ok) throw new Error(`HTTP ${String(reply.status)}: ${await reply.text()}`);
}
