import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CardwayError } from '../../../platform/errors.js';
import { schemaStatements, type SchemaWords, type Tables } from '../../engine/schema.js';

/**
 * In order. A migration that was released is never changed. The first one makes the tables of engine/schema, so the columns of later ones
 * are marked there and left out of it.
 */
const MIGRATIONS: Readonly<Record<string, (words: SchemaWords) => readonly string[]>> = {
  '0001-schema': schemaStatements,
};

export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Brings the schema to this program's version. The dialect lets one installer in at a time, so the second finds nothing left
 * to do. `schema`: that of a server's database, whose other schemas count for nothing. Resolves with the names of
 * what was applied. Errors: UNAVAILABLE for a migration that failed.
 */
export async function installSchema(
  db: Kysely<Tables>,
  words: SchemaWords,
  schema?: string,
): Promise<readonly string[]> {
  const migrations: Record<string, Migration> = {};
  for (const [name, statements] of Object.entries(MIGRATIONS)) {
    migrations[name] = {
      async up(on) {
        for (const statement of statements(words)) await sql.raw(statement).execute(on);
      },
    };
  }
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  }).migrateToLatest();
  if (error !== undefined) {
    throw new CardwayError('UNAVAILABLE', { message: 'A migration of the database failed.', cause: error });
  }
  return (results ?? []).map(({ migrationName }) => migrationName);
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
