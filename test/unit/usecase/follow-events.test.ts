import type { EventType, StoredEvent } from '../../../src/core/events/event.js';
import type { FeedFilter } from '../../../src/use-cases/events/event-port.js';
import { createFollowEvents } from '../../../src/use-cases/events/follow-events.js';

const INTEGRATOR = {
  keyId: 'app',
  role: 'integrator',
  programme: 'shop',
  terminalIds: null,
  documents: 'any',
} as const;

/** Follows these types. Returns the filter that the feed gets. */
async function filterOf(types: readonly EventType[]): Promise<FeedFilter> {
  const filters: FeedFilter[] = [];
  const follow = createFollowEvents({
    eventLog: { bounds: () => Promise.resolve({ expiredThrough: 0, latest: 0 }) },
    feed: {
      follow({ filter }) {
        filters.push(filter);
        return Promise.resolve([][Symbol.iterator]() as never as AsyncIterableIterator<StoredEvent>);
      },
    },
  });
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
