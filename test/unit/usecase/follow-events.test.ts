import type { EventType, StoredEvent } from '../../../src/core/events/event.js';
import type { EventBounds, FeedFilter } from '../../../src/use-cases/events/event-port.js';
import { createFollowEvents, type FollowEvents } from '../../../src/use-cases/events/follow-events.js';

const INTEGRATOR = {
  keyId: 'app',
  role: 'integrator',
  programme: 'shop',
  terminalIds: null,
  documents: 'any',
} as const;

function followOn(bounds: EventBounds): { readonly follow: FollowEvents; readonly filters: FeedFilter[] } {
  const filters: FeedFilter[] = [];
  const follow = createFollowEvents({
    eventLog: { bounds: () => Promise.resolve(bounds) },
    feed: {
      follow({ filter }) {
        filters.push(filter);
        return Promise.resolve([][Symbol.iterator]() as never as AsyncIterableIterator<StoredEvent>);
      },
    },
  });
  return { follow, filters };
}

/** Follows these types. Returns the filter that the feed gets. */
async function filterOf(types: readonly EventType[]): Promise<FeedFilter> {
  const { follow, filters } = followOn({ expiredThrough: 0, latest: 0 });
  await follow(INTEGRATOR, { types, cardId: null, after: null, onBehind: () => undefined });
  return filters[0]!;
}

it('asks for the same whatever the order and the number of the types, so that nobody fills the memory with statements', async () => {
  const types = ['digitization.complete', 'digitization.deleted'] as const;
  const expected = { types, cardId: null, programme: 'shop' };
  expect(await filterOf(types)).toEqual(expected);
  expect(await filterOf(types.toReversed())).toEqual(expected);
  expect(await filterOf([...types, ...types, types[1]])).toEqual(expected);
});

it('refuses a place that is too old, and names the oldest one that it accepts', async () => {
  const { follow } = followOn({ expiredThrough: 7, latest: 9 });
  const from = (after: string) =>
    follow(INTEGRATOR, { types: ['digitization.complete'], cardId: null, after, onBehind: () => undefined });
  const oldestAfter = 'evt_000000000007';
  await expect(from('evt_000000000006')).rejects.toMatchObject({
    ...{ code: 'BAD_REQUEST', field: 'after', oldestAfter },
    message: `after is too old: what came next is no longer kept. The oldest place is ${oldestAfter}.`,
  });
  await expect(from('evt_000000000010')).rejects.toMatchObject({ field: 'after', oldestAfter: undefined });
  await expect(from(oldestAfter)).resolves.toBeDefined();
});
