import { resolve } from 'node:path';
import { CardwayError } from '../errors.js';

/** Whether a database URL is of PostgreSQL. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(databaseUrl);
}

/**
 * The file of `sqlite:./data/cardway.db` or `sqlite:/var/lib/cardway.db`, absolute.
 *
 * Errors: UNAVAILABLE with a sentence for the operator. The URL itself may hold a password and is never repeated.
 */
export function sqlitePath(databaseUrl: string): string {
  const path = /^sqlite:(.+)$/is.exec(databaseUrl)?.[1];
  if (path === undefined)
    throw refused(
      'The database URL must be sqlite:<file>, as in sqlite:./data/cardway.db, or postgres://user:password@host/database.',
    );
  if (path.includes(':memory:')) {
    throw refused('The ledger must outlive the process: name a file, not :memory:.');
  }
  return resolve(path);
}

function refused(message: string): CardwayError {
  return new CardwayError('UNAVAILABLE', { message });
}
