/** Documents that the client sends by itself. A key that may send persisted documents only may send these too. */

export const NEWEST_EVENT = 'query NewestEvent { events(first: 1) { edges { node { id } } } }';

export const EVENTS = `subscription Events($types: [EventType!], $cardId: SafeInt, $after: ID) {
  events(types: $types, cardId: $cardId, after: $after) { id type programme cardId occurredAt recordedAt data }
}`;
