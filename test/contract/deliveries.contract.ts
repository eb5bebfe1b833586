import type { NewEvent } from '../../src/core/events/event.js';
import { CardwayError } from '../../src/platform/errors.js';
import type {
  Deliveries,
  DeliveryAttempt,
  EndpointChoice,
  Endpoints,
  EventList,
  LeasedDelivery,
} from '../../src/use-cases/events/delivery-port.js';
import { digitization } from '../support/webhooks/event-writer.js';
import type { TestDirectory } from '../support/directory.js';

export interface DeliveriesUnderTest {
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly events: EventList;
  readonly directoryAdmin: TestDirectory;
  /** The same deliveries, as another process sees them. */
  readonly other: Pick<Deliveries, 'lease' | 'finish'>;
  append(event: NewEvent, nowMs: number): Promise<number | null>;
  setNowMs(nowMs: number): void;
  close(): Promise<void>;
}

const NOW = 1_000_000;
const DAY = 86_400_000;
const LEASE_MS = 30_000;
const OK: DeliveryAttempt = {
  startedAtMs: NOW,
  durationMs: 12,
  httpStatus: 204,
  failure: null,
  responseExcerpt: '',
};
const BAD: DeliveryAttempt = { ...OK, httpStatus: 500, failure: 'http_status', responseExcerpt: 'no' };
const GONE: DeliveryAttempt = { ...OK, httpStatus: 410, failure: 'gone' };

/** Tests a store of deliveries, on any database. */
export function deliveriesContract(name: string, open: () => Promise<DeliveriesUnderTest>): void {
  describe(`deliveries on ${name}`, () => {
    let subject: DeliveriesUnderTest;
    let deliveries: Deliveries;
    let endpoints: Endpoints;

    beforeEach(async () => {
      subject = await open();
      ({ deliveries, endpoints } = subject);
      subject.setNowMs(NOW);
      await subject.directoryAdmin.putProgramme({ programme: 'sandbox' });
      await subject.directoryAdmin.putProgramme({ programme: 'other' });
    });

    afterEach(() => subject.close());

    const add = (endpointId: string, programme = 'sandbox', choice: EndpointChoice = {}) =>
      endpoints.add({
        endpointId,
        programme,
        url: `https://${endpointId}.example/hook`,
        choice,
        actor: 'op',
      });
    const happen = (key: string, programme: string | null = 'sandbox', nowMs = NOW) => {
      subject.setNowMs(nowMs);
      return subject.append(digitization(key, programme, nowMs), nowMs);
    };
    const dueAt = (nowMs: number) => {
      subject.setNowMs(nowMs);
      return deliveries.due();
    };
    const lease = (
      endpointId: string,
      nowMs = NOW,
      limit = 10,
      from: Pick<Deliveries, 'lease'> = deliveries,
    ) => {
      subject.setNowMs(nowMs);
      return from.lease({ endpoints: [{ endpointId, limit }], leaseMs: LEASE_MS });
    };
    const one = async (endpointId: string, nowMs = NOW): Promise<LeasedDelivery> => {
      const [leased] = await lease(endpointId, nowMs, 1);
      if (leased === undefined) throw new Error('Nothing was due.');
      return leased;
    };
    const finish = (
      leased: LeasedDelivery,
      attempt: DeliveryAttempt,
      outcome: Parameters<Deliveries['finish']>[0]['outcome'],
      nowMs = NOW,
    ) => {
      subject.setNowMs(nowMs);
      return deliveries.finish({ lease: leased, attempt, outcome, disableAfterMs: 5 * DAY });
    };

    describe('endpoints', () => {
      it('get a secret of 32 bytes that is returned once', async () => {
        const { endpoint, secret } = await add('ep_a');
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
        expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
        expect(JSON.stringify([endpoint, await endpoints.find('ep_a')])).not.toContain(secret.slice(6));
      });

      it('belong to a programme that is there', async () => {
        const refusal: unknown = await add('ep_a', 'nowhere').catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(CardwayError);
        expect(refusal).toMatchObject({ code: 'BAD_REQUEST', field: 'programme' });
        expect(await endpoints.find('ep_a')).toBeNull();
      });

      it('keep the previous secret until its time is over', async () => {
        const first = await add('ep_a');
        const second = await endpoints.rotateSecret({
          endpointId: 'ep_a',
          overlapMs: DAY,
          actor: 'op',
        });
        await happen('t1');
        const leased = await one('ep_a');
        expect(leased.secrets).toEqual([second!.secret, first.secret]);
        await deliveries.release({ leases: [leased] });
        expect((await one('ep_a', NOW + DAY)).secrets).toEqual([second!.secret]);
      });

      it('get the types of events that were chosen, now and when resent, with their own headers', async () => {
        const headers = { 'X-Api-Key': 'open sesame' };
        await add('ep_a', 'sandbox', { eventTypes: ['digitization.deleted'], headers });
        const named = { eventTypes: ['digitization.deleted'], headerNames: ['X-Api-Key'] };
        expect(await endpoints.find('ep_a')).toMatchObject(named);
        await happen('t1');
        expect((await dueAt(NOW)).endpoints).toEqual([]);
        const range = {
          fromMs: 0,
          toMs: null,
          isUndeliveredOnly: false,
          afterEvent: 0,
          limit: 9,
          note: null,
        };
        expect((await deliveries.resendRange({ endpointId: 'ep_a', ...range })).count).toBe(0);
        await subject.append({ ...digitization('t2', 'sandbox', NOW), type: 'digitization.deleted' }, NOW);
        const leased = await one('ep_a');
        expect(leased.headers).toEqual(headers);
        await deliveries.release({ leases: [leased] });

        const of = { endpointId: 'ep_a', actor: 'op' };
        await endpoints.choose({ ...of, choice: {} });
        expect(await endpoints.find('ep_a')).toMatchObject(named);
        await endpoints.choose({ ...of, choice: { eventTypes: [], headers: {} } });
        expect(await endpoints.find('ep_a')).toMatchObject({ eventTypes: null, headerNames: null });
        expect((await one('ep_a')).headers).toEqual({});
        expect((await deliveries.resendRange({ endpointId: 'ep_a', ...range })).count).toBe(2);
      });

      it('that are not there cannot be changed', async () => {
        const change = { endpointId: 'ep_none', actor: 'op' };
        expect(await endpoints.setEnabled({ ...change, isEnabled: false })).toBeNull();
        expect(await endpoints.rotateSecret({ ...change, overlapMs: 0 })).toBeNull();
        expect(await endpoints.choose({ ...change, choice: {} })).toBeNull();
      });
    });

    describe('an event', () => {
      it('is due at once for each enabled endpoint of its programme, and for no other', async () => {
        await add('ep_a');
        await add('ep_b');
        await add('ep_c', 'other');
        await add('ep_d');
        await endpoints.setEnabled({ endpointId: 'ep_d', isEnabled: false, actor: 'op' });
        await happen('t1');
        await happen('t2', null);
        const due = await dueAt(NOW);
        expect(due.endpoints.map(({ endpointId }) => endpointId).sort()).toEqual(['ep_a', 'ep_b']);
        expect(due.nextDueInMs).toBeNull();
        const leased = await one('ep_a');
        expect(leased.event).toMatchObject({ type: 'digitization.complete', programme: 'sandbox' });
        expect(leased).toMatchObject({ url: 'https://ep_a.example/hook', attemptCount: 0, isFailing: false });
        expect(await one('ep_b')).toMatchObject({ url: 'https://ep_b.example/hook' });
      });

      it('that happens twice is delivered once', async () => {
        await add('ep_a');
        expect(await happen('t1')).not.toBeNull();
        expect(await happen('t1')).toBeNull();
        expect(await lease('ep_a')).toHaveLength(1);
      });
    });

    describe('a lease', () => {
      it('is given to one process, until it ends', async () => {
        await add('ep_a');
        await happen('t1');
        const first = await one('ep_a');
        expect(await lease('ep_a', NOW + LEASE_MS - 1, 10, subject.other)).toEqual([]);
        expect(await dueAt(NOW)).toEqual({ endpoints: [], nextDueInMs: LEASE_MS });
        const [second] = await lease('ep_a', NOW + LEASE_MS, 10, subject.other);
        expect(second!.sequence).toBe(first.sequence);
        expect(second!.leaseToken).toBeGreaterThan(first.leaseToken);
      });

      it('that has ended concludes nothing once another has it', async () => {
        await add('ep_a');
        await happen('t1');
        const first = await one('ep_a');
        const [second] = await lease('ep_a', NOW + LEASE_MS, 10, subject.other);
        expect(await finish(first, OK, { kind: 'delivered' })).toEqual({ kind: 'lost' });
        expect((await deliveries.find(first.sequence))!.state).toBe('pending');
        expect(await deliveries.attempts([first.sequence])).toEqual(new Map([[first.sequence, []]]));
        const finished = await subject.other.finish({
          lease: second!,
          attempt: OK,
          outcome: { kind: 'delivered' },
          disableAfterMs: 5 * DAY,
        });
        expect(finished).toEqual({ kind: 'finished', endpoint: 'as_before' });
      });

      it('given back makes the delivery due again, without an attempt', async () => {
        await add('ep_a');
        await happen('t1');
        const first = await one('ep_a');
        await deliveries.release({ leases: [first] });
        expect(await one('ep_a')).toMatchObject({ sequence: first.sequence, attemptCount: 0 });
      });

      it('of processes that are gone are given back all at once, those that wait for their time are not', async () => {
        await add('ep_a');
        await happen('t1');
        await happen('t2');
        const [first, second] = await lease('ep_a', NOW, 2);
        await finish(second!, BAD, { kind: 'retry', inMs: 60_000 });
        subject.setNowMs(NOW + 1);
        await deliveries.releaseAll();
        const again = await lease('ep_a', NOW + 1, 2);
        expect(again.map(({ sequence, attemptCount: tries }) => [sequence, tries])).toEqual([
          [first!.sequence, 0],
        ]);
        expect(await finish(first!, OK, { kind: 'delivered' })).toEqual({ kind: 'lost' });
      });

      it('takes the oldest due ones first, as many as asked for', async () => {
        await add('ep_a');
        for (const key of ['t1', 't2', 't3']) await happen(key, 'sandbox', NOW - 1000 + Number(key[1]));
        const leased = await lease('ep_a', NOW, 2);
        expect(leased.map(({ event }) => event.dedupeKey.slice(-2)).sort()).toEqual(['t1', 't2']);
        for (const { sequence } of leased)
          expect(await deliveries.find(sequence)).toMatchObject({ sequence });
      });

      it('is not given for a disabled endpoint, and what is pending waits for it to be enabled', async () => {
        await add('ep_a');
        await happen('t1');
        await endpoints.setEnabled({ endpointId: 'ep_a', isEnabled: false, actor: 'op' });
        expect(await dueAt(NOW)).toEqual({ endpoints: [], nextDueInMs: null });
        expect(await lease('ep_a')).toEqual([]);
        await endpoints.setEnabled({ endpointId: 'ep_a', isEnabled: true, actor: 'op' });
        expect(await lease('ep_a')).toHaveLength(1);
      });
    });

    describe('an outcome', () => {
      it('is kept with its attempt', async () => {
        await add('ep_a');
        await happen('t1');
        const leased = await one('ep_a');
        await finish(leased, BAD, { kind: 'retry', inMs: 5000 });
        expect(await deliveries.find(leased.sequence)).toMatchObject({
          state: 'pending',
          attemptCount: 1,
          nextAttemptAtMs: NOW + 5000,
        });
        expect(await lease('ep_a', NOW + 4999)).toEqual([]);
        await finish(await one('ep_a', NOW + 5000), OK, { kind: 'delivered' });
        expect(await deliveries.find(leased.sequence)).toMatchObject({
          state: 'delivered',
          attemptCount: 2,
          nextAttemptAtMs: null,
        });
        expect((await deliveries.attempts([leased.sequence])).get(leased.sequence)).toEqual([BAD, OK]);
      });

      it('of an attempt under way has no next attempt', async () => {
        await add('ep_a');
        await happen('t1');
        const leased = await one('ep_a');
        expect((await deliveries.find(leased.sequence))!.nextAttemptAtMs).toBeNull();
      });

      it('of a dead delivery is final until it is resent', async () => {
        await add('ep_a');
        await happen('t1');
        const leased = await one('ep_a');
        await finish(leased, BAD, { kind: 'dead' });
        expect(await lease('ep_a', NOW + 30 * DAY)).toEqual([]);
        subject.setNowMs(NOW);
        expect(await deliveries.resend({ sequence: leased.sequence, note: null })).toMatchObject({
          state: 'pending',
          attemptCount: 0,
          nextAttemptAtMs: NOW,
        });
        expect(await lease('ep_a')).toHaveLength(1);
      });

      it('of an attempt that began before a resend is lost', async () => {
        await add('ep_a');
        await happen('t1');
        const leased = await one('ep_a');
        await deliveries.resend({ sequence: leased.sequence, note: null });
        expect(await finish(leased, OK, { kind: 'delivered' })).toEqual({ kind: 'lost' });
      });
    });

    describe('an endpoint that fails', () => {
      const failAt = async (nowMs: number) => {
        await happen(`t${String(nowMs)}`, 'sandbox', nowMs);
        return finish(await one('ep_a', nowMs), BAD, { kind: 'dead' }, nowMs);
      };

      it('is failing from its first failure to its next success', async () => {
        await add('ep_a');
        await failAt(NOW);
        await failAt(NOW + 1000);
        expect(await endpoints.find('ep_a')).toMatchObject({ failingSinceMs: NOW });
        await happen('t2', 'sandbox', NOW + 2000);
        expect((await dueAt(NOW + 2000)).endpoints).toEqual([
          { endpointId: 'ep_a', waitedMs: 0, isFailing: true },
        ]);
        await finish(await one('ep_a', NOW + 2000), OK, { kind: 'delivered' });
        expect(await endpoints.find('ep_a')).toMatchObject({ failingSinceMs: null, warnedAtMs: null });
      });

      it('is known to operators, by one event, once it has failed for 15 minutes', async () => {
        const shown = () => subject.events.list({ filter: { types: ['endpoint.failing'] }, first: 9 });
        await add('ep_a');
        await failAt(NOW);
        await failAt(NOW + 899_999);
        expect((await shown()).rows).toEqual([]);
        await failAt(NOW + 900_000);
        await failAt(NOW + 900_001);
        const { rows } = await shown();
        expect(rows.map(({ programme }) => programme)).toEqual([null]);
        expect(JSON.parse(rows[0]!.data)).toEqual({
          programme: 'sandbox',
          endpointId: 'ep_a',
          failingSince: new Date(NOW).toISOString(),
        });
      });

      it('is warned about, by an event of its programme, a day before it is disabled', async () => {
        await add('ep_a');
        await failAt(NOW);
        expect(await failAt(NOW + 4 * DAY)).toEqual({ kind: 'finished', endpoint: 'warned' });
        const { rows } = await subject.events.list({ filter: { types: ['endpoint.disabling'] }, first: 9 });
        expect(rows).toHaveLength(1);
        expect(rows[0]).toMatchObject({ programme: 'sandbox', cardId: null });
        expect(JSON.parse(rows[0]!.data)).toEqual({
          endpointId: 'ep_a',
          failingSince: new Date(NOW).toISOString(),
          disablesAt: new Date(NOW + 5 * DAY).toISOString(),
        });
        expect(await failAt(NOW + 5 * DAY - 1)).toEqual({ kind: 'finished', endpoint: 'as_before' });
        expect(await failAt(NOW + 5 * DAY)).toEqual({ kind: 'finished', endpoint: 'disabled' });
        expect(await endpoints.find('ep_a')).toMatchObject({
          disabledReason: 'failing',
          disabledAtMs: NOW + 5 * DAY,
        });
      });

      it('is not disabled unwarned when the next failure comes after both limits', async () => {
        await add('ep_a');
        await failAt(NOW);
        expect(await failAt(NOW + 20 * DAY)).toEqual({ kind: 'finished', endpoint: 'warned' });
        expect(await failAt(NOW + 21 * DAY - 1)).toEqual({ kind: 'finished', endpoint: 'as_before' });
        expect(await failAt(NOW + 21 * DAY)).toEqual({ kind: 'finished', endpoint: 'disabled' });
      });

      it('is disabled at once when its receiver is gone', async () => {
        await add('ep_a');
        await happen('t1');
        const finished = await finish(await one('ep_a'), GONE, { kind: 'dead' });
        expect(finished).toEqual({ kind: 'finished', endpoint: 'disabled' });
        expect(await endpoints.find('ep_a')).toMatchObject({ disabledReason: 'gone' });
      });

      it('starts anew when it is enabled', async () => {
        await add('ep_a');
        await failAt(NOW);
        await failAt(NOW + 4 * DAY);
        await failAt(NOW + 5 * DAY);
        const change = { endpointId: 'ep_a', actor: 'op' };
        expect(await endpoints.setEnabled({ ...change, isEnabled: true })).toMatchObject({
          disabledReason: null,
          disabledAtMs: null,
          failingSinceMs: null,
          warnedAtMs: null,
        });
      });
    });

    describe('a resend', () => {
      const range = (given: Partial<Parameters<Deliveries['resendRange']>[0]> = {}) =>
        deliveries.resendRange({
          endpointId: 'ep_a',
          fromMs: null,
          toMs: null,
          isUndeliveredOnly: false,
          afterEvent: 0,
          limit: 100,
          note: null,
          ...given,
        });
      const dueKeys = async () =>
        (await lease('ep_a', NOW + 9000)).map(({ event }) => event.dedupeKey.slice(-2)).sort();

      beforeEach(async () => {
        await add('ep_a');
        await happen('t1', 'sandbox', NOW);
        await finish(await one('ep_a'), OK, { kind: 'delivered' });
        await happen('t2', 'sandbox', NOW + 1000);
        await finish(await one('ep_a', NOW + 1000), BAD, { kind: 'dead' });
        await endpoints.setEnabled({ endpointId: 'ep_a', isEnabled: false, actor: 'op' });
        await happen('t3', 'sandbox', NOW + 2000);
        await happen('t4', 'other', NOW + 2000);
        await endpoints.setEnabled({ endpointId: 'ep_a', isEnabled: true, actor: 'op' });
      });

      it('of a time sends every event of it, delivered or not', async () => {
        expect(await range({ fromMs: NOW, toMs: NOW + 2000 })).toEqual({ count: 2, lastEvent: null });
        expect(await dueKeys()).toEqual(['t1', 't2']);
      });

      it('of what is undelivered sends the dead, and what came while the endpoint was disabled', async () => {
        expect(await range({ isUndeliveredOnly: true })).toEqual({ count: 2, lastEvent: null });
        expect(await dueKeys()).toEqual(['t2', 't3']);
      });

      it('leaves alone what is being sent', async () => {
        await range({ isUndeliveredOnly: true });
        await lease('ep_a', NOW + 9000);
        expect(await range({ isUndeliveredOnly: true })).toEqual({ count: 0, lastEvent: null });
      });

      it('goes on where the last commit ended', async () => {
        let count = 0;
        for (let afterEvent: number | null = 0; afterEvent !== null;) {
          const resent = await range({ afterEvent, limit: 1 });
          count += resent.count;
          afterEvent = resent.lastEvent;
        }
        expect(count).toBe(3);
      });
    });

    it('a test goes to its endpoint alone, and has no programme', async () => {
      await add('ep_a');
      await add('ep_b');
      const event = { ...digitization('x'), type: 'endpoint.test', dedupeKey: 'endpoint.test:1' } as const;
      const added = await deliveries.addTest({ endpointId: 'ep_a', event, nowMs: NOW });
      expect(added).toMatchObject({ endpointId: 'ep_a', eventType: 'endpoint.test', state: 'pending' });
      const due = await dueAt(NOW);
      expect(due.endpoints.map(({ endpointId }) => endpointId)).toEqual(['ep_a']);
      expect((await subject.events.find(added.eventSequence))!.programme).toBeNull();
    });
  });
}
