import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type { Backlog } from '../../use-cases/ports.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { firstOnce, hasTable, type Operation, runOnce } from '../engine/operation.js';
import { lockFileOf } from '../engine/sqlite/lock.js';
import { realPathOf } from '../engine/sqlite/watch.js';
import { type SchemaProblem, schemaProblem } from './migrations/migrate.js';
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
export async function readStatus(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly probe: () => Operation<void>;
  /** The process found its schema before. */
  readonly wasReady: boolean;
}): Promise<StoreStatus> {
  const { connection, dialect } = args;
  try {
    await connection.requireSame();
  } catch (error) {
    return { isReady: false, reason: error instanceof CardwayError ? error.message : UNUSABLE };
  }
  try {
    const problem = await findSchemaProblem(args);
    if (problem !== null && !(problem.kind === 'newer' && args.wasReady))
      return { isReady: false, reason: problem.sentence };
    const elsewhere = await connection.read(moveProblem(dialect));
    if (elsewhere !== null) return { isReady: false, reason: elsewhere };
    if (args.commits.isFailing()) await args.commits.submit(args.probe);
    return { isReady: true };
  } catch {
    return { isReady: false, reason: UNUSABLE };
  }
}

const UNUSABLE = 'The database cannot be used.';

/** Returns why this program cannot use the schema of the database; null if it can. Errors: UNAVAILABLE. */
export async function findSchemaProblem({
  connection,
  dialect,
}: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
}): Promise<SchemaProblem | null> {
  return schemaProblem(await connection.read(appliedMigrations(dialect)));
}

/** Returns the names of the applied migrations; none where there is no schema. */
export function* appliedMigrations(dialect: StoreDialect): Operation<readonly string[]> {
  if (!(yield* hasTable(dialect, 'kysely_migration'))) return [];
  const { rows } = yield* runOnce(
    dialect.compiler
      .$extendTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name'),
  );
  return rows.map(({ name }) => name);
}

/** States that an operator watches. Refused and failed transactions have ended and are not waiting. */
const WATCHED = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;

/** Counts waiting work by the indexes of open rows. It skips answered rows, which are nearly all. */
export function* countBacklog({ compiler }: StoreDialect): Operation<Backlog> {
  const { rows: transactions } = yield* runOnce(
    compiler
      .selectFrom('transactions')
      .select((eb) => [
        'state',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<number>('received_at_ms').as('sinceMs'),
      ])
      .where('state', 'in', [...WATCHED])
      .where(sql<boolean>`state <> 'answered'`)
      .groupBy('state'),
  );
  const deliveries = yield* firstOnce(
    compiler
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`state = 'pending'`),
  );
  return { transactions, deliveries: deliveries?.count ?? 0 };
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
