import type { Entity } from '../entities/entity.js';

/** Entries of the event log. */
export const EVENTS: Entity = {
  command: 'events',
  about: 'Lists, shows and resends events.',
  type: 'Event',
  key: { field: 'id', input: 'eventId', name: 'event' },
  columns: { Event: 'id', Time: 'occurredAt', Type: 'type', Programme: 'programme', Card: 'cardId' },
  list: {
    query: 'events',
    whenEmpty: 'No events yet. To make some in the sandbox: cardway trigger provisioning --card 5001',
    grows: true,
    // --type takes several types.
    words: { type: null },
  },
  show: { query: 'event', missing: 'event has this id' },
  changes: {
    resend: {
      mutation: 'resendEvent',
      sentences: ({ count }: { readonly count: number }) => [
        `Goes to ${String(count)} endpoint${count === 1 ? '' : 's'}.`,
      ],
    },
  },
};
