import { CardwayError } from '../errors.js';
import type { CommitQueue } from './commit-queue.js';
import type { StoreConnection, StoreDialect } from './dialect/dialect.js';
import { run, type Operation } from './operation.js';
import { placeProblem } from './move/facts.js';
import { schemaProblem } from './migrations/migrate.js';
import { compile } from './statement.js';

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
    const elsewhere = await connection.read(placeProblem(dialect));
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
