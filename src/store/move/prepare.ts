import { CardwayError } from '../../errors.js';
import { schemaProblem } from '../migrations/migrate.js';
import { appliedMigrations } from '../status.js';
import { createFactTable, DATABASE_ID, FILLED_FROM, isOwn } from './facts.js';
import { rowsAfter } from './rows.js';
import type { Side } from './side.js';
import { MOVED_TABLES } from './tables.js';

export const MASTER_KEY_CHECK = 'master_key_check';

const refused = (message: string): CardwayError => new CardwayError('UNAVAILABLE', { message });

/** What is read is whole, of this version, and sealed with this master key. Errors: UNAVAILABLE. */
export async function requireSource(source: Side, masterKeyCheck: string): Promise<void> {
  if (!(await source.hasTable('kysely_migration'))) throw refused('The database to copy from is empty.');
  const problem = schemaProblem(await source.read(appliedMigrations(source.dialect)));
  if (problem !== null) {
    const advice = problem.kind === 'behind' ? ' Run cardway migrate on the database to copy from.' : '';
    throw refused(`${problem.sentence}${advice}`);
  }
  const facts = createFactTable(source.dialect);
  if ((await source.read(facts.find(FILLED_FROM))) !== null)
    throw refused('The database to copy from is itself a copy that is not complete.');
  if ((await source.read(facts.find(MASTER_KEY_CHECK))) !== masterKeyCheck) throw refused(OTHER_KEY);
}

const OTHER_KEY =
  'The database to copy from was sealed with another master key: set the one that its gateways run with.';

/** A name that goes with it, so that an interrupted copy can be told from another's. */
export function identify(source: Side, newId: () => string): Promise<string> {
  const facts = createFactTable(source.dialect);
  return source.commit(function* () {
    const known = yield* facts.find(DATABASE_ID);
    if (known !== null) return known;
    const id = newId();
    yield* facts.put(DATABASE_ID, id);
    return id;
  });
}

/**
 * Begins to fill a database that holds nothing, or goes on with one that is being filled from the same source. Errors: UNAVAILABLE
 * for every other. Resolves with whether it goes on.
 */
export async function requireTarget(
  target: Side,
  from: { readonly databaseId: string; readonly masterKeyCheck: string },
): Promise<boolean> {
  const facts = createFactTable(target.dialect);
  const filledFrom = await target.read(facts.find(FILLED_FROM));
  if (filledFrom === from.databaseId) return true;
  if (filledFrom !== null) throw refused('The database to copy to is being filled from another one.');
  await requireEmpty(target);
  await target.commit(function* () {
    yield* facts.put(FILLED_FROM, from.databaseId);
    yield* facts.put(MASTER_KEY_CHECK, from.masterKeyCheck);
  });
  return false;
}

async function requireEmpty(target: Side): Promise<void> {
  for (const table of MOVED_TABLES) {
    const rows = await target.read(rowsAfter(target.dialect, table, { after: null, limit: 1 }));
    if (rows.length > 0) throw refused(`The database to copy to holds other data (${table.name}).`);
  }
  const facts = await target.read(createFactTable(target.dialect).all());
  const other = facts.find(({ name }) => !isOwn(name) && name !== MASTER_KEY_CHECK);
  if (other !== undefined) throw refused('The database to copy to has been in use.');
}
