import type { StoredEvent } from '../../core/event.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Step } from '../operation.js';
import { compile } from '../statement.js';
import { EVENT } from './row.js';

export interface FindEvent {
  byKey(dedupeKey: string): Step<StoredEvent | null>;
  bySequence(sequence: number): Step<StoredEvent | null>;
}

export function createFindEvent({ compiler }: StoreDialect): FindEvent {
  const events = compiler.selectFrom('events').select(EVENT);
  const byKey = compile((p: { dedupeKey: string }) => events.where('dedupe_key', '=', p.dedupeKey));
  const bySequence = compile((p: { sequence: number }) => events.where('sequence', '=', p.sequence));
  return {
    byKey: (dedupeKey) => first(byKey, { dedupeKey }),
    bySequence: (sequence) => first(bySequence, { sequence }),
  };
}
