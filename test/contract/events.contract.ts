import type { NewEvent, StoredEvent } from '../../src/core/events/event.js';
import type { EventLog, FeedFilter } from '../../src/use-cases/events/event-port.js';
import { digitized } from '../stream/appender.js';

/** Implementation under test. The log is empty. */
export interface EventLogUnderTest {
  readonly log: EventLog;
  /** Appends each event in its own commit. Null for an event that existed already. */
  append(...events: readonly NewEvent[]): Promise<readonly (number | null)[]>;
  /** Lets two other processes append this number of events each, at the same time. */
  appendFromTwoProcesses(count: number): Promise<unknown>;
  /** Gives an event a webhook that is not sent yet. */
  await(sequence: number): Promise<void>;
  setNowMs(nowMs: number): void;
  close(): Promise<void>;
}

const ALL: FeedFilter = {
  types: ['digitization.complete', 'transaction.in_doubt'],
  programme: null,
  cardId: null,
};

/** Tests an event log, on any database. */
export function eventLogContract(name: string, open: () => Promise<EventLogUnderTest>): void {
  describe(`event log on ${name}`, () => {
    let subject: EventLogUnderTest;
    let log: EventLog;

    beforeEach(async () => {
      subject = await open();
      log = subject.log;
    });

    afterEach(async () => {
      await subject.close();
    });

    async function read(after: number, filter: FeedFilter | null, limit = 100): Promise<StoredEvent[]> {
      const page = await log.read({ after, filter, limit });
      if (page.kind !== 'page') throw new Error(page.kind);
      return [...page.items];
    }

    const tokens = (events: readonly StoredEvent[]) =>
      events.map(({ data }) => (JSON.parse(data) as { tokenReference: string }).tokenReference);

    it('gives back what was appended', async () => {
      subject.setNowMs(5_000);
      const event = digitized(1);
      const [sequence] = await subject.append(event);
      expect(await read(0, null)).toEqual([{ ...event, sequence, recordedAtMs: 5_000 }]);
    });

    it('takes the same report once', async () => {
      const [first, second] = await subject.append(digitized(1), digitized(1));
      expect([typeof first, second]).toEqual(['number', null]);
      expect(await log.latest()).toBe(first);
    });

    it('reads page by page from any place, and says how far it looked', async () => {
      const [first = 0, , , last = 0] = await subject.append(
        ...[1, 2, 3, 4].map((number) => digitized(number)),
      );
      expect(await log.read({ after: first ?? 0, filter: null, limit: 2 })).toMatchObject({ isEnd: false });
      expect(tokens(await read(first ?? 0, null, 2))).toEqual(['DNITHE2', 'DNITHE3']);
      const none = { ...ALL, cardId: 1 };
      expect(await log.read({ after: 0, filter: none, limit: 2 })).toEqual({
        kind: 'page',
        items: [],
        through: last,
        isEnd: true,
      });
    });

    it('reads what a filter asks for', async () => {
      const doubt: NewEvent = {
        ...digitized(9),
        type: 'transaction.in_doubt',
        programme: null,
        dedupeKey: 'doubt',
      };
      await subject.append(
        digitized(1),
        digitized(2, { cardId: 7 }),
        digitized(3, { programme: 'other' }),
        doubt,
      );
      expect(tokens(await read(0, ALL))).toHaveLength(4);
      expect(tokens(await read(0, { ...ALL, types: ['digitization.complete'] }))).toHaveLength(3);
      expect(tokens(await read(0, { ...ALL, programme: 'sandbox' }))).toEqual(['DNITHE1', 'DNITHE2']);
      expect(tokens(await read(0, { ...ALL, programme: 'sandbox', cardId: 7 }))).toEqual(['DNITHE2']);
      expect(log.matches((await read(0, null))[2]!, { ...ALL, programme: 'sandbox' })).toBe(false);
    });

    it('shows nothing before what a reader has seen, with two processes appending', async () => {
      const count = 100;
      let isDone = false;
      const appended = subject.appendFromTwoProcesses(count).then(() => (isDone = true));
      const seen: number[] = [];
      while (seen.length < 2 * count) {
        const wasDone = isDone;
        const page = await read(seen.at(-1) ?? 0, null, 7);
        seen.push(...page.map(({ sequence }) => sequence));
        if (page.length > 0) continue;
        if (wasDone) break;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await appended;
      const all: number[] = [];
      while (all.length < 2 * count)
        all.push(...(await read(all.at(-1) ?? 0, null)).map((event) => event.sequence));
      expect(seen).toEqual(all);
    });

    it('forgets what is old, but not what a webhook waits for, and says who cannot go on', async () => {
      subject.setNowMs(1_000);
      const [first = 0, second = 0] = await subject.append(digitized(1), digitized(2), digitized(3));
      await subject.await(second ?? 0);
      subject.setNowMs(2_000);
      const [last = 0] = await subject.append(digitized(4));
      expect(await log.expire({ recordedBeforeMs: 2_000, after: 0, limit: 2 })).toEqual({
        deleted: 1,
        through: second,
      });
      expect(await log.expire({ recordedBeforeMs: 2_000, after: second ?? 0, limit: 2 })).toEqual({
        deleted: 1,
        through: null,
      });
      const third = (second ?? 0) + 1;
      expect(await log.bounds()).toEqual({ expiredThrough: third, latest: last });
      expect(await log.read({ after: first ?? 0, filter: null, limit: 9 })).toEqual({
        kind: 'expired',
        expiredThrough: third,
      });
      expect(tokens(await read(third, null))).toEqual(['DNITHE4']);
      await log.expire({ recordedBeforeMs: 3_000, after: third, limit: 9 });
      expect(await log.bounds()).toEqual({ expiredThrough: last, latest: last });
    });
  });
}
