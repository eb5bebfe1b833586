/** The columns of a StoredEvent under its names. */
export const EVENT = [
  'events.sequence',
  'events.type',
  'events.dedupe_key as dedupeKey',
  'events.programme',
  'events.card_id as cardId',
  'events.occurred_at_ms as occurredAtMs',
  'events.recorded_at_ms as recordedAtMs',
  'events.data',
] as const;
