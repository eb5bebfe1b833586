import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { createMetadataTable } from '../engine/metadata.js';
import type { Operation } from '../engine/operation.js';

/** Name, in a database that was moved away, of its new place, without user and password. */
export const MOVED_TO = 'moved_to';

/** Refuses a database that was moved away, which lacks later payments. Errors: UNAVAILABLE. */
export function* requireNotMoved(dialect: StoreDialect): Operation<void> {
  const problem = yield* moveProblem(dialect);
  if (problem !== null) throw new CardwayError('UNAVAILABLE', { message: problem });
}

/** Returns some sentences, or null for a database that was not moved away. */
export function* moveProblem(dialect: StoreDialect): Operation<string | null> {
  const movedTo = yield* createMetadataTable(dialect).find(MOVED_TO);
  return movedTo === null
    ? null
    : `The database was moved to ${movedTo}: use that one. Without it, restore a backup (cardway restore). If the move was interrupted, run it again.`;
}
