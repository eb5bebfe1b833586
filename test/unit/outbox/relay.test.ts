import { createRelay, plan, type RelayDeps } from '../../../src/outbound/webhooks/relay.js';
import type { DueEndpoint, LeasedDelivery } from '../../../src/use-cases/events/delivery-port.js';
import { until } from '../../life/until.js';
import { machineClock, machineTimer } from '../../support/machine-clock.js';

describe('the number of simultaneous attempts', () => {
  const due = (endpointId: string, isFailing = false): DueEndpoint => ({
    endpointId,
    waitedMs: 0,
    isFailing,
  });
  const none = { total: 0, failing: 0, of: () => 0 };
  const limits = { concurrentMax: 10, concurrentPerEndpointMax: 4 };

  it('is limited to its share for one endpoint, and to one attempt for a failing endpoint', () => {
    expect(plan([due('a'), due('b', true)], none, limits)).toEqual([
      { endpointId: 'a', limit: 4 },
      { endpointId: 'b', limit: 1 },
    ]);
  });

  it('is half of the total for all failing endpoints together, so that the others have room', () => {
    const failing = Array.from({ length: 20 }, (_, index) => due(`f${String(index)}`, true));
    const picks = plan([...failing, due('a')], none, limits);
    expect(picks.filter(({ endpointId }) => endpointId.startsWith('f'))).toHaveLength(5);
    expect(picks.at(-1)).toEqual({ endpointId: 'a', limit: 4 });
  });

  it('includes attempts in progress', () => {
    const busy = { total: 9, failing: 5, of: (id: string) => (id === 'a' ? 4 : 0) };
    expect(plan([due('a'), due('f', true), due('b'), due('c')], busy, limits)).toEqual([
      { endpointId: 'b', limit: 1 },
    ]);
  });
});

describe('the relay', () => {
  const delivery = (sequence: number): LeasedDelivery => ({
    sequence,
    leaseToken: 1,
    attemptCount: 0,
    event: {
      sequence,
      type: 'endpoint.test',
      dedupeKey: '',
      programme: null,
      cardId: null,
      occurredAtMs: 0,
      recordedAtMs: 0,
      data: '{}',
    },
    endpointId: 'a',
    url: 'https://example.com/',
    headers: {},
    secrets: [],
    isFailing: false,
    leasedAtMs: 0,
  });

  function start(waiting: LeasedDelivery[], given: Partial<RelayDeps> = {}) {
    const failures: unknown[] = [];
    const relay = createRelay({
      deliveries: {
        due: () =>
          Promise.resolve({
            endpoints: waiting.length === 0 ? [] : [{ endpointId: 'a', waitedMs: 0, isFailing: false }],
            nextDueInMs: null,
          }),
        lease: ({ endpoints }) => Promise.resolve(waiting.splice(0, endpoints[0]?.limit ?? 0)),
      },
      deliver: () => Promise.resolve(),
      clock: machineClock,
      timer: machineTimer,
      settings: {
        concurrentMax: 10,
        concurrentPerEndpointMax: 2,
        leaseMs: 1000,
        pollMs: 60_000,
      },
      onFailure: (error) => failures.push(error),
      ...given,
    });
    return { relay, failures };
  }

  it('sends due deliveries when it is woken, without waiting for its poll', async () => {
    const waiting: LeasedDelivery[] = [];
    const sent: number[] = [];
    const { relay } = start(waiting, {
      deliver: ({ sequence }) => {
        sent.push(sequence);
        return Promise.resolve();
      },
    });
    await new Promise((resolve) => setImmediate(resolve));
    waiting.push(delivery(1));
    relay.wake();
    await until('it was sent', () => sent.length === 1);
    await relay.stop(Promise.resolve());
  });

  it('continues with the rest as attempts end', async () => {
    const waiting = [1, 2, 3, 4, 5].map(delivery);
    let underWay = 0;
    let most = 0;
    let ended = 0;
    const { relay } = start(waiting, {
      async deliver() {
        most = Math.max(most, ++underWay);
        await machineTimer.wait(5).done;
        underWay -= 1;
        ended += 1;
      },
    });
    await until('all were sent', () => ended === 5);
    expect(most).toBe(2);
    await relay.stop(Promise.resolve());
  });

  it('continues after the store has failed', async () => {
    const waiting = [delivery(1)];
    let looks = 0;
    let sent = 0;
    const { relay, failures } = start(waiting, {
      deliveries: {
        due: () =>
          (looks += 1) === 1
            ? Promise.reject(new Error('locked'))
            : Promise.resolve({
                endpoints: waiting.length === 0 ? [] : [{ endpointId: 'a', waitedMs: 0, isFailing: false }],
                nextDueInMs: null,
              }),
        lease: () => Promise.resolve(waiting.splice(0)),
      },
      deliver: () => {
        sent += 1;
        return Promise.resolve();
      },
      settings: {
        concurrentMax: 1,
        concurrentPerEndpointMax: 1,
        leaseMs: 1000,
        pollMs: 10,
      },
    });
    await until('it was sent', () => sent === 1);
    expect(failures).toHaveLength(1);
    await relay.stop(Promise.resolve());
  });

  it('lets attempts end within the stop time, and aborts the others', async () => {
    const cut: number[] = [];
    const ended: number[] = [];
    const { relay } = start([delivery(1), delivery(2)], {
      deliver: ({ sequence }, signal) =>
        new Promise((resolve) => {
          const finish = sequence === 1 ? setTimeout(() => (ended.push(1), resolve()), 10) : undefined;
          signal.addEventListener('abort', () => {
            clearTimeout(finish);
            if (sequence === 2) cut.push(2);
            resolve();
          });
        }),
    });
    await until('both are under way', () => relay.state().inFlight === 2);
    await relay.stop(machineTimer.wait(100).done);
    expect([ended, cut]).toEqual([[1], [2]]);
    expect(relay.state().inFlight).toBe(0);
  });
});
