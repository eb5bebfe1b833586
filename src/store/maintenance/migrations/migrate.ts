import { CardwayError } from '../../../platform/errors.js';
import type { StoreConnection, StoreDialect } from '../../engine/dialect.js';
import { hasTable, type Operation, runOnce } from '../../engine/operation.js';
import { schemaStatements, type SchemaWords } from '../../engine/schema.js';

/**
 * In order. A migration that was released is never changed. The first one makes the tables of engine/schema, so the columns of later ones
 * are marked there and left out of it.
 */
const MIGRATIONS: Readonly<Record<string, (words: SchemaWords) => readonly string[]>> = {
  '0001-schema': schemaStatements,
};

export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Brings the schema to this program's version. The connection lets one installer in at a time, so the second finds nothing left
 * to do. Resolves with the names of what was applied. Errors: UNAVAILABLE.
 */
export function installSchema(
  connection: Pick<StoreConnection, 'migrate'>,
  dialect: StoreDialect,
): Promise<readonly string[]> {
  return connection
    .migrate(() => applyMigrations(dialect))
    .catch((cause: unknown) => {
      if (cause instanceof CardwayError) throw cause;
      throw new CardwayError('UNAVAILABLE', { message: 'A migration of the database failed.', cause });
    });
}

function* applyMigrations(dialect: StoreDialect): Operation<readonly string[]> {
  yield { sql: APPLIED, values: [] };
  const applied = yield* appliedMigrations(dialect);
  const missing = KNOWN_MIGRATIONS.filter((name) => !applied.includes(name));
  for (const name of missing) {
    for (const sql of MIGRATIONS[name]?.(dialect.words) ?? []) yield { sql, values: [] };
    const row = { name, timestamp: new Date().toISOString() };
    yield* runOnce(migrations(dialect).insertInto('kysely_migration').values(row));
  }
  return missing;
}

/** The names of the table and of its columns are those of Kysely's Migrator. */
const APPLIED =
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)';

function migrations({ compiler }: StoreDialect) {
  return compiler.$extendTables<{ kysely_migration: { name: string; timestamp: string } }>();
}

/** Returns the names of the applied migrations; none where there is no schema. */
export function* appliedMigrations(dialect: StoreDialect): Operation<readonly string[]> {
  if (!(yield* hasTable(dialect, 'kysely_migration'))) return [];
  const applied = migrations(dialect).selectFrom('kysely_migration').select('name').orderBy('name');
  return (yield* runOnce(applied)).rows.map(({ name }) => name);
}

export interface SchemaProblem {
  readonly kind: 'newer' | 'behind';
  readonly sentence: string;
}

/** Returns why this program cannot use a schema with these migrations; null if it can. */
export function schemaProblem(applied: readonly string[]): SchemaProblem | null {
  const unknown = applied.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  const last = unknown.at(-1);
  if (last !== undefined) {
    return {
      kind: 'newer',
      sentence:
        `The database has migration ${last}, which this version of cardway does not know: it was migrated by a ` +
        'newer one. Start that version, or restore a backup from before the upgrade.',
    };
  }
  if (applied.length === KNOWN_MIGRATIONS.length) return null;
  const sentence =
    applied.length === 0
      ? 'The database has no schema yet. Run cardway migrate.'
      : 'The schema of the database is behind this version of cardway. Make a backup, then run cardway migrate.';
  return { kind: 'behind', sentence };
}
