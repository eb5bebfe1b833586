import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { createMetadataTable } from '../engine/metadata.js';
import type { Operation } from '../engine/operation.js';

/** Name, in a database that was moved away, of its new place, without user and password. */
export const MOVED_TO = 'moved_to';
/** The same from before the commit of the copy until after it. */
export const MOVING_TO = 'moving_to';

/** Refuses a database that was moved away, which lacks later payments. Errors: UNAVAILABLE. */
export function* requireNotMoved(dialect: StoreDialect): Operation<void> {
  const problem = yield* moveProblem(dialect);
  if (problem !== null) throw new CardwayError('UNAVAILABLE', { message: problem });
}

/** Returns a sentence or two, or null for a database that was not moved away. */
export function* moveProblem(dialect: StoreDialect): Operation<string | null> {
  const metadata = createMetadataTable(dialect);
  const movedTo = yield* metadata.find(MOVED_TO);
  if (movedTo !== null)
    return `The database was moved to ${movedTo}: use that one. Without it, restore a backup (cardway restore).`;
  const movingTo = yield* metadata.find(MOVING_TO);
  return movingTo === null
    ? null
    : `The move of the database to ${movingTo} did not end: run it again. If that one holds the data already, use it.`;
}
