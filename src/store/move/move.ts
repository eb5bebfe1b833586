import { CardwayError } from '../../errors.js';
import { loadMasterKey } from '../master-key.js';
import { copyTable, type Sides } from './copy-table.js';
import { createFactTable, FILLED_FROM, isOwn, placeFact } from './facts.js';
import { identify, markMoved, requireSource, requireTarget } from './prepare.js';
import { countRows } from './rows.js';
import { openSide, type Side } from './side.js';
import { MOVED_TABLES, NUMBERED_TABLES } from './tables.js';
import { verifyFacts, verifyTable, type TableReport } from './verify.js';

export interface MoveOptions {
  readonly from: string;
  readonly to: string;
  /** Default: the key file beside an SQLite source. */
  readonly masterKey: string | undefined;
  readonly newId: () => string;
  readonly stopping: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly step: 'copying' | 'checking';
  readonly table: string;
  /** Rows of all tables: so far in this run, and in the source. */
  readonly rows: number;
  readonly total: number;
}

export interface MoveReport {
  /** It went on with a copy that was interrupted. */
  readonly resumed: boolean;
  readonly tables: readonly TableReport[];
}

/**
 * Copies a whole database into an empty one, table by table, and compares the two. Nobody else may use either of them meanwhile, and
 * nobody can use the copy before it is complete, nor its source afterwards. Ids and cursors stay valid: rows keep their numbers, and the next numbers follow.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator, for databases that cannot be used for this, and when it was stopped: the next
 * run goes on. INTERNAL when the copy differs.
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveReport> {
  const source = await openSide(options.from, 'read');
  try {
    const tied = await requireSource(source, keyOf(source, options.masterKey));
    const databaseId = await identify(source, options.newId);
    const target = await openSide(options.to, 'fill');
    try {
      const resumed = await requireTarget(target, { databaseId, ...tied });
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

async function fill(sides: Sides, options: MoveOptions): Promise<readonly TableReport[]> {
  const { source, target } = sides;
  let total = 0;
  for (const table of MOVED_TABLES) total += await source.read(countRows(source.dialect, table));
  let rows = 0;
  const tell = (step: MoveProgress['step'], table: string) => (more: number) => {
    rows += more;
    options.onProgress({ step, table, rows, total });
  };
  for (const table of MOVED_TABLES) {
    await copyTable(sides, table, { copied: tell('copying', table.name), stopping: options.stopping });
  }
  requireRunning(options.stopping);
  await continueSequences(sides);
  await copyFacts(sides);
  rows = 0;
  const tables: TableReport[] = [];
  for (const table of MOVED_TABLES) {
    requireRunning(options.stopping);
    tables.push(await verifyTable(sides, table, tell('checking', table.name)));
  }
  tables.push(await verifyFacts(sides));
  await markMoved(source, target);
  await release(target);
  return tables;
}

function requireRunning(stopping: AbortSignal): void {
  if (!stopping.aborted) return;
  throw new CardwayError('UNAVAILABLE', { message: 'Stopped. The same command goes on where it was.' });
}

async function continueSequences({ source, target }: Sides): Promise<void> {
  for (const table of NUMBERED_TABLES) {
    const last = await source.read(source.sequences.last(table));
    await target.commit(() => target.sequences.continueAfter(table, last));
  }
}

async function copyFacts({ source, target }: Sides): Promise<void> {
  const facts = await source.read(createFactTable(source.dialect).all());
  const into = createFactTable(target.dialect);
  await target.commit(function* () {
    for (const { name, value } of facts) if (!isOwn(name)) yield* into.put(name, value);
  });
}

/** From here on it is a database like any other. */
async function release(target: Side): Promise<void> {
  const facts = createFactTable(target.dialect);
  await target.commit(function* () {
    for (const { name } of MOVED_TABLES) yield* facts.remove(placeFact(name));
    yield* facts.remove(FILLED_FROM);
  });
}
