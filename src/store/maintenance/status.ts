import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type { Backlog } from '../../use-cases/ports.js';
import type { StoreDialect } from '../engine/dialect.js';
import { firstOnce, type Operation } from '../engine/operation.js';
import { lockFileOf } from '../engine/sqlite/lock.js';
import { realPathOf } from '../engine/sqlite/watch.js';
import type { StoreParts } from '../parts.js';
import { appliedMigrations, type SchemaProblem, schemaProblem } from './migrations/migrate.js';
import { countOpen } from '../transactions/quarter-hours.js';
import { moveProblem } from './moved.js';

export interface StoreStatus {
  readonly isReady: boolean;
  /** Set when not ready: the problem and, where known, its remedy. */
  readonly reason?: string;
}

/**
 * Reads the readiness. A schema that became newer while this process ran keeps it ready. Migrations only add things that the
 * previous version tolerates, so nodes can be replaced one by one. After a failed commit it tries to write, so that an unused
 * store can become ready again.
 */
export async function readStatus(
  parts: StoreParts,
  /** `wasReady`: the process found its schema before. */
  { probe, wasReady }: { readonly probe: () => Operation<void>; readonly wasReady: boolean },
): Promise<StoreStatus> {
  const { connection, commits, dialect } = parts;
  try {
    await connection.requireSame();
  } catch (error) {
    return { isReady: false, reason: error instanceof CardwayError ? error.message : UNUSABLE };
  }
  try {
    const problem = await findSchemaProblem(parts);
    if (problem !== null && !(problem.kind === 'newer' && wasReady))
      return { isReady: false, reason: problem.sentence };
    const elsewhere = await connection.read(moveProblem(dialect));
    if (elsewhere !== null) return { isReady: false, reason: elsewhere };
    if (commits.isFailing()) await commits.submit(probe);
    return { isReady: true };
  } catch {
    return { isReady: false, reason: UNUSABLE };
  }
}

const UNUSABLE = 'The database cannot be used.';

/** Returns why this program cannot use the schema of the database; null if it can. Errors: UNAVAILABLE. */
export async function findSchemaProblem({ connection, dialect }: StoreParts): Promise<SchemaProblem | null> {
  return schemaProblem(await connection.read(appliedMigrations(dialect)));
}

export function* countBacklog(dialect: StoreDialect): Operation<Backlog> {
  const pending = dialect.compiler
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`state = 'pending'`);
  const transactions = yield* countOpen(dialect);
  return { transactions, deliveries: (yield* firstOnce(pending))?.count ?? 0 };
}

/**
 * Refuses to make a database where another one was: calls that it knew as paid would be paid again. Three files outlive a
 * database. A new database makes the key file. A serving gateway writes the lock file. The write-ahead log holds commits that the
 * database lacks.
 *
 * Errors: UNAVAILABLE, with a sentence that names the files.
 */
export function requireNoPriorDatabase(path: string): void {
  // The order matters: a process makes a database before its key.
  const left = [
    { file: `${path}.key`, what: 'its master key' },
    { file: `${realPathOf(path)}-wal`, what: 'its write-ahead log' },
    { file: lockFileOf(path), what: 'the lock of a gateway that served it' },
  ].find(({ file }) => bytesOf(file) > 0);
  if (left === undefined || bytesOf(path) > 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `There is no database at ${path} (no file, or an empty one), but ${left.what} at ${left.file}: there was one. Put it back, or a backup ` +
      '(cardway restore). To begin anew on purpose, without everything that it knew: cardway migrate --new.',
  });
}

/** Returns the size, or 0 for a missing or unreadable file. Opening the file later reports the error. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
