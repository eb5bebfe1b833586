import { CardwayError } from '../../errors.js';
import { schemaProblem } from '../migrations/migrate.js';
import { appliedMigrations } from '../status.js';
import { createFacts, MASTER_KEY_CHECK, STRETCHING, type Tie } from '../facts.js';
import { isTiedTo } from '../key-ring.js';
import { printStretching } from '../stretching.js';
import { createFactTable, DATABASE_ID, FILLED_FROM, isOwn, MOVED_TO } from './facts.js';
import { rowsAfter } from './rows.js';
import type { Side } from './side.js';
import { MOVED_TABLES } from './tables.js';

const refused = (message: string): CardwayError => new CardwayError('UNAVAILABLE', { message });

/**
 * What is read is whole, of this version, and sealed with this master key. Resolves with its tie to that key, and with where it was moved
 * to before, null for nowhere. Errors: UNAVAILABLE.
 */
export async function requireSource(
  source: Side,
  masterKey: Buffer | string,
): Promise<{ readonly tie: Tie; readonly movedTo: string | null }> {
  if (!(await source.hasTable('kysely_migration'))) throw refused('The database to copy from is empty.');
  const problem = schemaProblem(await source.read(appliedMigrations(source.dialect)));
  if (problem !== null) {
    const advice = problem.kind === 'behind' ? ' Run cardway migrate on the database to copy from.' : '';
    throw refused(`${problem.sentence}${advice}`);
  }
  const facts = createFactTable(source.dialect);
  if ((await source.read(facts.find(FILLED_FROM))) !== null)
    throw refused('The database to copy from is itself a copy that is not complete.');
  const tie = await source.read(createFacts(source.dialect).tie());
  if (!(await isTiedTo(masterKey, tie))) throw refused(OTHER_KEY);
  return { tie, movedTo: await source.read(facts.find(MOVED_TO)) };
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
 * From here on the source is no database to serve from. Before the copy can be used: at no time both can.
 */
export async function markMoved(source: Side, target: Side): Promise<void> {
  const facts = createFactTable(source.dialect);
  await source.commit(() => facts.put(MOVED_TO, target.place));
}

/**
 * Begins to fill a database that holds nothing, or goes on with one that is being filled from the same source. Errors: UNAVAILABLE
 * for every other. Resolves with whether it goes on.
 */
export async function requireTarget(
  target: Side,
  from: {
    readonly databaseId: string;
    readonly tie: Tie;
    /** Where it was moved to before: only to end that move, it is read once more. */
    readonly movedTo: string | null;
  },
): Promise<boolean> {
  const facts = createFactTable(target.dialect);
  const filledFrom = await target.read(facts.find(FILLED_FROM));
  if (filledFrom === from.databaseId) return true;
  if (filledFrom !== null) throw refused('The database to copy to is being filled from another one.');
  await requireEmpty(target);
  if (from.movedTo !== null)
    throw refused(
      `The database to copy from was moved to ${from.movedTo}: copy that one. If nothing was served from there, cardway migrate --take-back makes this one usable again.`,
    );
  await target.commit(function* () {
    yield* facts.put(FILLED_FROM, from.databaseId);
    // With the key goes the salt: a gateway that opens the copy before it is complete is told that, and not that its key is wrong.
    const { check, stretching } = from.tie;
    if (check !== null) yield* facts.put(MASTER_KEY_CHECK, check);
    if (stretching === null) yield* facts.remove(STRETCHING);
    else yield* facts.put(STRETCHING, printStretching(stretching));
  });
  return false;
}

async function requireEmpty(target: Side): Promise<void> {
  for (const table of MOVED_TABLES) {
    const rows = await target.read(rowsAfter(target.dialect, table, { after: null, limit: 1 }));
    if (rows.length > 0) throw refused(`The database to copy to holds other data (${table.name}).`);
  }
  const facts = await target.read(createFactTable(target.dialect).all());
  const other = facts.find(({ name }) => !isOwn(name) && name !== MASTER_KEY_CHECK && name !== STRETCHING);
  if (other !== undefined) throw refused('The database to copy to has been in use.');
}
