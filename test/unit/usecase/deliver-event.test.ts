import type { WebhookResult } from '../../../src/core/events/delivery.js';
import { createDeliverEvent } from '../../../src/use-cases/events/deliver-event.js';
import type { Deliveries, LeasedDelivery } from '../../../src/use-cases/events/delivery-port.js';

const DELIVERY: LeasedDelivery = {
  sequence: 3,
  leaseToken: 2,
  attemptCount: 0,
  event: {
    sequence: 7,
    type: 'endpoint.test',
    dedupeKey: 'x',
    programme: null,
    cardId: null,
    occurredAtMs: 0,
    recordedAtMs: 0,
    data: '{}',
  },
  endpointId: 'ep_a',
  url: 'https://example.com/',
  headers: {},
  secrets: ['whsec_'],
  isFailing: false,
  leasedAtMs: 1000,
};

function bench(
  result: WebhookResult,
  finish: Deliveries['finish'] = () => Promise.resolve({ kind: 'lost' }),
) {
  const released: number[] = [];
  const finished: Parameters<Deliveries['finish']>[0][] = [];
  const failures: unknown[] = [];
  const told: string[] = [];
  const deliver = createDeliverEvent({
    deliveries: {
      finish: (input) => {
        finished.push(input);
        return finish(input);
      },
      release: ({ leases }) => {
        released.push(...leases.map(({ sequence }) => sequence));
        return Promise.resolve();
      },
    },
    sender: { send: () => Promise.resolve(result) },
    clock: { monotonicMs: () => 1000 },
    random: () => 0.5,
    retry: { scheduleMs: [5000], retryAfterMaxMs: 0 },
    disableAfterMs: null,
    observer: {
      attempted: ({ outcome }) => told.push(outcome),
      endpointChanged: ({ change }) => told.push(change),
    },
    onFailure: (error) => failures.push(error),
  });
  return { deliver, released, finished, failures, told };
}

const TIMEOUT = { kind: 'failed', failure: 'timeout' } as const;
const ANSWERED = { kind: 'answered', httpStatus: 200, retryAfterMs: null } as const;
const TAKEN = { ...ANSWERED, excerpt: 'a\u0000b\r\nc', isWhole: true } as const;

it.each([
  ['alone', 'x '.repeat(500)],
  ['in a short answer that broke', 'x '],
  ['behind a long secret that is masked', `token=${'x'.repeat(900)} ${'x '.repeat(50)}`],
])('keeps no part of a card number that is cut off, %s', async (_what, before) => {
  const excerpt = `${before.slice(0, 985)}411111111111111`;
  const { deliver, finished } = bench({ ...TAKEN, excerpt, isWhole: false });
  await deliver(DELIVERY, new AbortController().signal);
  expect(JSON.stringify(finished)).not.toContain('411111');
});

it('an attempt aborted by a stop is released, and does not count against the endpoint', async () => {
  const { deliver, released, finished } = bench(TIMEOUT);
  await deliver(DELIVERY, AbortSignal.abort());
  expect([released, finished]).toEqual([[3], []]);
});

it('a failed attempt is repeated after its pause, and reported', async () => {
  const { deliver, finished, told } = bench(TIMEOUT, () =>
    Promise.resolve({ kind: 'finished', endpoint: 'warned' }),
  );
  await deliver(DELIVERY, new AbortController().signal);
  expect(finished).toMatchObject([{ outcome: { kind: 'retry', inMs: 5000 }, attempt: { httpStatus: null } }]);
  expect(told).toEqual(['retry', 'warned']);
});

it('a failing store is reported, and nothing is thrown', async () => {
  const { deliver, failures } = bench(TAKEN, () => Promise.reject(new Error('disk full')));
  await deliver(DELIVERY, new AbortController().signal);
  expect(failures).toHaveLength(1);
});
