import { CardwayError } from '../../platform/errors.js';
import { isBoundTo } from '../access/key-ring.js';
import { loadMasterKey } from '../access/master-key.js';
import { createMetadata, MASTER_KEY_CHECK, STRETCHING, type KeyBinding } from '../engine/metadata.js';
import { createMetadataTable } from '../engine/metadata.js';
import { printStretching } from '../engine/stretching.js';
import { schemaProblem } from './migrations/migrate.js';
import { DATABASE_ID, FILLED_FROM, isOwn, MOVED_TO, moveMarkerName } from './move-metadata.js';
import { countRows, deleteRows, MOVED_TABLES, NUMBERED_TABLES, rowsAfter } from './rows.js';
import { openSide, type Side } from './side.js';
import { appliedMigrations } from './status.js';
import { copyTable, type Sides, type TableComparison, verifyMetadata, verifyTable } from './verify.js';

interface MoveOptions {
  readonly from: string;
  readonly to: string;
  /** Default: the key in the file beside an SQLite source. */
  readonly masterKey: string | undefined;
  readonly newId: () => string;
  readonly stopping: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly step: 'copying' | 'checking';
  readonly table: string;
  /** Rows of all tables: `rows` in this run, `total` in the source. */
  readonly rows: number;
  readonly total: number;
}

export interface MoveResult {
  /** The run continued an interrupted copy. */
  readonly resumed: boolean;
  readonly tables: readonly TableComparison[];
}

/**
 * Copies a whole database into an empty one, table by table, and compares the two. Nobody else may use either of them meanwhile.
 * The copy is unusable before it is complete, and its source afterwards. Ids and cursors stay valid: rows keep their numbers, and
 * the next numbers follow.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator, for unusable databases, and when it was stopped; the next run continues.
 * INTERNAL when the copy differs.
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveResult> {
  const source = await openSide(options.from, 'read');
  try {
    const bound = await requireSource(source, keyOf(source, options.masterKey));
    const databaseId = await identify(source, options.newId);
    const target = await openSide(options.to, 'fill');
    try {
      const resumed = await requireTarget(target, { databaseId, ...bound });
      return { resumed, tables: await fill({ source, target }, options) };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function keyOf(source: Side, given: string | undefined): Buffer | string {
  const masterKey = given ?? (source.path === null ? null : loadMasterKey(`${source.path}.key`));
  if (masterKey === null) {
    throw new CardwayError('UNAVAILABLE', {
      message: 'The master key must be set: there is no key file beside the database to copy from.',
    });
  }
  return masterKey;
}

async function fill(sides: Sides, options: MoveOptions): Promise<readonly TableComparison[]> {
  const { source, target } = sides;
  let total = 0;
  for (const table of MOVED_TABLES) total += await source.read(countRows(source.dialect, table));
  let rows = 0;
  const report = (step: MoveProgress['step'], table: string) => (more: number) => {
    rows += more;
    options.onProgress({ step, table, rows, total });
  };
  for (const table of MOVED_TABLES) {
    await copyTable(sides, table, { copied: report('copying', table.name), stopping: options.stopping });
  }
  requireRunning(options.stopping);
  await continueSequences(sides);
  await copyMetadata(sides);
  rows = 0;
  const tables: TableComparison[] = [];
  for (const table of MOVED_TABLES) {
    requireRunning(options.stopping);
    tables.push(await verifyTable(sides, table, report('checking', table.name)));
  }
  tables.push(await verifyMetadata(sides));
  await markMoved(source, target);
  await release(target);
  return tables;
}

function requireRunning(stopping: AbortSignal): void {
  if (!stopping.aborted) return;
  throw new CardwayError('UNAVAILABLE', { message: 'Stopped. Run the same command to continue.' });
}

async function continueSequences({ source, target }: Sides): Promise<void> {
  for (const table of NUMBERED_TABLES) {
    const last = await source.read(source.dialect.lastNumber(table));
    await target.commit(() => target.continueAfter(table, last));
  }
}

async function copyMetadata({ source, target }: Sides): Promise<void> {
  const metadata = await source.read(createMetadataTable(source.dialect).all());
  const into = createMetadataTable(target.dialect);
  await target.commit(function* () {
    for (const { name, value } of metadata) if (!isOwn(name)) yield* into.put(name, value);
  });
}

/** Turns the target into a normal database. */
async function release(target: Side): Promise<void> {
  const metadata = createMetadataTable(target.dialect);
  await target.commit(function* () {
    for (const { name } of MOVED_TABLES) yield* metadata.remove(moveMarkerName(name));
    yield* metadata.remove(FILLED_FROM);
  });
}

const moveRefused = (message: string): CardwayError => new CardwayError('UNAVAILABLE', { message });

/**
 * Checks that the source is complete, of this version, and sealed with this master key. Resolves with its tie to that key, and
 * with the place of an earlier move; null for none. Errors: UNAVAILABLE.
 */
async function requireSource(
  source: Side,
  masterKey: Buffer | string,
): Promise<{ readonly binding: KeyBinding; readonly movedTo: string | null }> {
  if (!(await source.hasTable('kysely_migration'))) throw moveRefused('The database to copy from is empty.');
  const problem = schemaProblem(await source.read(appliedMigrations(source.dialect)));
  if (problem !== null) {
    const advice = problem.kind === 'behind' ? ' Run cardway migrate on the database to copy from.' : '';
    throw moveRefused(`${problem.sentence}${advice}`);
  }
  const metadata = createMetadataTable(source.dialect);
  if ((await source.read(metadata.find(FILLED_FROM))) !== null)
    throw moveRefused('The database to copy from is itself a copy that is not complete.');
  const binding = await source.read(createMetadata(source.dialect).binding());
  if (!(await isBoundTo(masterKey, binding))) throw moveRefused(OTHER_KEY);
  return { binding, movedTo: await source.read(metadata.find(MOVED_TO)) };
}

const OTHER_KEY =
  'The database to copy from was sealed with another master key: set the one that its gateways run with.';

/** Returns the source's id, which the copy keeps. It distinguishes an interrupted copy from that of another source. */
function identify(source: Side, newId: () => string): Promise<string> {
  const metadata = createMetadataTable(source.dialect);
  return source.commit(function* () {
    const known = yield* metadata.find(DATABASE_ID);
    if (known !== null) return known;
    const id = newId();
    yield* metadata.put(DATABASE_ID, id);
    return id;
  });
}

/**
 * Marks the source as moved, so that nothing serves from it. This comes before the copy's release: at no time are both usable.
 */
async function markMoved(source: Side, target: Side): Promise<void> {
  const metadata = createMetadataTable(source.dialect);
  await source.requireAlone();
  await source.commit(() => metadata.put(MOVED_TO, target.place));
}

/**
 * Begins to fill an empty database, or continues one that is filled from the same source. Errors: UNAVAILABLE for every other.
 * Resolves with whether it continues.
 */
async function requireTarget(
  target: Side,
  from: {
    readonly databaseId: string;
    readonly binding: KeyBinding;
    /** Place of an earlier move; null for none. A moved source may only be read again to end that move. */
    readonly movedTo: string | null;
  },
): Promise<boolean> {
  const metadata = createMetadataTable(target.dialect);
  const filledFrom = await target.read(metadata.find(FILLED_FROM));
  if (filledFrom === from.databaseId) return true;
  if (filledFrom !== null) throw moveRefused('The database to copy to is being filled from another one.');
  await requireEmpty(target);
  if (from.movedTo !== null)
    throw moveRefused(`The database to copy from was moved to ${from.movedTo}: copy that one.`);
  await target.commit(function* () {
    yield* metadata.put(FILLED_FROM, from.databaseId);
    for (const table of BEGUN) yield* deleteRows(target.dialect, table);
    // The salt goes with the key. A gateway that opens the incomplete copy then reports that, and not a wrong key.
    const { check, stretching } = from.binding;
    if (check !== null) yield* metadata.put(MASTER_KEY_CHECK, check);
    if (stretching === null) yield* metadata.remove(STRETCHING);
    else yield* metadata.put(STRETCHING, printStretching(stretching));
  });
  return false;
}

const BEGUN = MOVED_TABLES.filter(({ isBegunByMigration }) => isBegunByMigration === true);

async function requireEmpty(target: Side): Promise<void> {
  for (const table of MOVED_TABLES) {
    if (table.isBegunByMigration === true) continue;
    const rows = await target.read(rowsAfter(target.dialect, table, { after: null, limit: 1 }));
    if (rows.length > 0) throw moveRefused(`The database to copy to holds other data (${table.name}).`);
  }
  const metadata = await target.read(createMetadataTable(target.dialect).all());
  const other = metadata.find(({ name }) => !isOwn(name) && name !== MASTER_KEY_CHECK && name !== STRETCHING);
  if (other !== undefined) throw moveRefused('The database to copy to has been in use.');
}
