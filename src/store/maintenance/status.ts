import { statSync } from 'node:fs';
import { CardwayError } from '../../platform/errors.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { type Operation, run } from '../engine/operation.js';
import { lockFileOf, realPathOf } from '../engine/sqlite/lock.js';
import { compile } from '../engine/statement.js';
import { schemaProblem } from './migrations/migrate.js';
import { moveProblem } from './move-metadata.js';

export interface StoreStatus {
  readonly isReady: boolean;
  /** There when not ready: what is the matter, and what to do where that is known. */
  readonly reason?: string;
}

/**
 * A schema that became newer while this process ran does not make it unready: migrations only ever add what the version before does
 * not mind, so that nodes can be replaced one by one. After a failed commit it tries to write, so that a store that nobody
 * uses because it is not ready can become ready again.
 */
export async function readStatus(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly probe: () => Operation<void>;
  /** It found its schema before. */
  readonly wasReady: boolean;
}): Promise<StoreStatus> {
  const { connection, dialect } = args;
  try {
    await connection.requireSame();
  } catch (error) {
    return { isReady: false, reason: error instanceof CardwayError ? error.message : UNUSABLE };
  }
  try {
    if (!(await connection.hasTable('kysely_migration')))
      return { isReady: false, reason: `The database has no schema yet. ${MIGRATE}` };
    const problem = schemaProblem(await connection.read(appliedMigrations(dialect)));
    if (problem?.kind === 'behind') return { isReady: false, reason: `${problem.sentence} ${MIGRATE}` };
    if (problem !== null && !args.wasReady) return { isReady: false, reason: problem.sentence };
    const elsewhere = await connection.read(moveProblem(dialect));
    if (elsewhere !== null) return { isReady: false, reason: elsewhere };
    if (args.commits.isFailing()) await args.commits.submit(args.probe);
    return { isReady: true };
  } catch {
    return { isReady: false, reason: UNUSABLE };
  }
}

const UNUSABLE = 'The database cannot be used.';
const MIGRATE = 'Run cardway migrate.';

export function* appliedMigrations({ compiler }: StoreDialect): Operation<readonly string[]> {
  const statement = compile(() =>
    compiler
      .$extendTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name'),
  );
  return (yield* run(statement, {})).rows.map(({ name }) => name);
}

/**
 * Refuses to make a database where one has been: what it knew was paid would be paid again. The key file is made with a database, the
 * lock file is written by a gateway that serves one, and the write-ahead log holds what a database has not yet; each outlives it.
 *
 * Errors: UNAVAILABLE, with a sentence that names the files.
 */
export function requireNoPriorDatabase(path: string): void {
  // In this order: a process that makes a database makes its key afterwards.
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

/** 0 where there is no file, or none that can be looked at: opening it will tell. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
