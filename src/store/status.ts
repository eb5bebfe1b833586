import type { CommitQueue } from './commit-queue.js';
import type { StoreConnection, StoreDialect } from './dialect/dialect.js';
import { run, type Operation } from './operation.js';
import { schemaProblem } from './migrations/migrate.js';
import { compile } from './statement.js';

export interface StoreStatus {
  readonly isReady: boolean;
  /** One sentence; there when not ready. */
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
  try {
    if (!(await args.connection.hasTable('kysely_migration'))) {
      return { isReady: false, reason: 'The database has no schema yet.' };
    }
    const problem = schemaProblem(await args.connection.read(appliedMigrations(args.dialect)));
    if (problem !== null && !(problem.kind === 'newer' && args.wasReady))
      return { isReady: false, reason: problem.sentence };
    if (args.commits.isFailing()) await args.commits.submit(args.probe);
    return { isReady: true };
  } catch {
    return { isReady: false, reason: 'The database cannot be used.' };
  }
}

export function* appliedMigrations({ compiler }: StoreDialect): Operation<readonly string[]> {
  const statement = compile(() =>
    compiler
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name'),
  );
  return (yield* run(statement, {})).rows.map(({ name }) => name);
}
