import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { createMetadataTable } from '../engine/metadata.js';
import type { Operation } from '../engine/operation.js';

/** Name of the database's id, which moves with it. */
export const DATABASE_ID = 'database_id';
/** Name, in a database that is being filled, of the source's id. */
export const FILLED_FROM = 'filled_from';
/** Name of a table's progress in the copy. */
export const moveMarkerName = (table: string): string => `filled ${table}`;

/** Name, in a database that was moved away, of its new place, without user and password. */
export const MOVED_TO = 'moved_to';

/** Returns whether an entry belongs to one database and not to its contents: last writers, keys of a gateway, probe time, progress of a copy. */
export function isOwn(name: string): boolean {
  return /^(?:writer |filled |filled_from$|moved_to$|probed_at_ms$|serving_keys$)/.test(name);
}

/**
 * Refuses an incomplete database. Errors: UNAVAILABLE for one that is being filled, and for a moved one, which lacks later
 * payments.
 */
export function* requireComplete(dialect: StoreDialect): Operation<void> {
  const problem = yield* moveProblem(dialect);
  if (problem !== null) throw new CardwayError('UNAVAILABLE', { message: problem });
}

/** Returns one sentence or two, or null for a complete database. */
export function* moveProblem(dialect: StoreDialect): Operation<string | null> {
  const metadata = createMetadataTable(dialect);
  if ((yield* metadata.find(FILLED_FROM)) !== null)
    return 'The database is a copy that is not complete: let cardway move --from … --to … end first.';
  const movedTo = yield* metadata.find(MOVED_TO);
  return movedTo === null
    ? null
    : `The database was moved to ${movedTo}: use that one. Without it, restore a backup (cardway restore).`;
}
