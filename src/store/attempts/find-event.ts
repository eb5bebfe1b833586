import type { StoredEvent } from '../../core/event.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Step } from '../operation.js';
import { compile } from '../statement.js';

export interface FindEvent {
  byKey(dedupeKey: string): Step<StoredEvent | null>;
  bySequence(sequence: number): Step<StoredEvent | null>;
}

export function createFindEvent({ compiler }: StoreDialect): FindEvent {
  const events = compiler
    .selectFrom('events')
    .select([
      'sequence',
      'type',
      'dedupe_key as dedupeKey',
      'programme',
      'card_id as cardId',
      'occurred_at_ms as occurredAtMs',
      'recorded_at_ms as recordedAtMs',
      'data',
    ]);
  const byKey = compile((p: { dedupeKey: string }) => events.where('dedupe_key', '=', p.dedupeKey));
  const bySequence = compile((p: { sequence: number }) => events.where('sequence', '=', p.sequence));
  return {
    byKey: (dedupeKey) => first(byKey, { dedupeKey }),
    bySequence: (sequence) => first(bySequence, { sequence }),
  };
}
