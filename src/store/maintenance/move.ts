import { CardwayError } from '../../platform/errors.js';
import { createMetadataTable } from '../engine/metadata.js';
import { MOVED_TO, moveProblem, MOVING_TO } from './moved.js';
import {
  countRows,
  deleteRows,
  insertRows,
  MOVED_TABLES,
  type MovedTable,
  NUMBERED_TABLES,
  type RowLocator,
  rowLocatorOf,
  rowsAfter,
} from './rows.js';
import { openSide, requireCurrentSchema, type Side } from './side.js';

interface MoveOptions {
  readonly from: string;
  readonly to: string;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly table: string;
  /** Rows of all tables: `rows` so far, `total` in the source. */
  readonly rows: number;
  readonly total: number;
}

export interface TableCount {
  readonly table: string;
  readonly rows: number;
}

interface Sides {
  readonly source: Side;
  readonly target: Side;
}

/**
 * Copies a whole database into an empty one, in one transaction. Nobody else may use either of them meanwhile. The source is unusable
 * afterwards. Ids and cursors stay valid: rows keep their numbers, and the next numbers follow.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator, for unusable databases. INTERNAL when the copy differs.
 */
export async function moveDatabase(options: MoveOptions): Promise<readonly TableCount[]> {
  const source = await openSide(options.from, 'read');
  try {
    await requireCurrentSchema(source);
    const target = await openSide(options.to, 'fill');
    try {
      await requireEmpty(target);
      await requireNotMovedElsewhere({ source, target });
      const tables = await copy({ source, target }, options.onProgress);
      await handOver({ source, target });
      return tables;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Commits the copy. At no time are both databases usable: a run that is cut in between is begun again. */
async function handOver({ source, target }: Sides): Promise<void> {
  const metadata = createMetadataTable(source.dialect);
  await source.requireAlone();
  await source.run(metadata.put(MOVING_TO, target.place));
  await source.commit();
  await target.commit();
  await source.run(metadata.put(MOVED_TO, target.place));
  await source.commit();
}

async function requireNotMovedElsewhere({ source, target }: Sides): Promise<void> {
  const metadata = createMetadataTable(source.dialect);
  const isBegun = (await source.run(metadata.find(MOVING_TO))) === target.place;
  const isEnded = (await source.run(metadata.find(MOVED_TO))) !== null;
  if (isBegun && !isEnded) return;
  const problem = await source.run(moveProblem(source.dialect));
  if (problem !== null) throw moveRefused(problem);
}

async function requireEmpty(target: Side): Promise<void> {
  for (const table of MOVED_TABLES) {
    if (table.isBegunByMigration === true) continue;
    const rows = await target.run(rowsAfter(target.dialect, table, { after: null, limit: 1 }));
    if (rows.length > 0) throw moveRefused(`The database to copy to holds other data (${table.name}).`);
  }
}

const moveRefused = (message: string): CardwayError => new CardwayError('UNAVAILABLE', { message });

async function copy(
  { source, target }: Sides,
  onProgress: MoveOptions['onProgress'],
): Promise<readonly TableCount[]> {
  const tables: TableCount[] = [];
  for (const table of MOVED_TABLES)
    tables.push({ table: table.name, rows: await source.run(countRows(source.dialect, table)) });
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let copied = 0;
  for (const table of MOVED_TABLES) {
    if (table.isBegunByMigration === true) await target.run(deleteRows(target.dialect, table));
    await copyTable({ source, target }, table, (rows) => {
      copied += rows;
      onProgress({ table: table.name, rows: copied, total });
    });
  }
  for (const [index, table] of MOVED_TABLES.entries())
    requireSameCount(tables[index], await target.run(countRows(target.dialect, table)));
  await target.run(createMetadataTable(target.dialect).remove(MOVING_TO));
  for (const table of NUMBERED_TABLES) {
    const last = await source.run(source.dialect.lastNumber(table));
    await target.run(target.continueAfter(table, last));
  }
  return tables;
}

async function copyTable(
  { source, target }: Sides,
  table: MovedTable,
  onCopied: (rows: number) => void,
): Promise<void> {
  let after: RowLocator | null = null;
  for (;;) {
    const wanted = { after, limit: BATCH_ROWS };
    const rows = await source.run(rowsAfter(source.dialect, table, wanted));
    const last = rows.at(-1);
    if (last === undefined) return;
    await target.run(insertRows(target.dialect, table, rows));
    onCopied(rows.length);
    after = rowLocatorOf(table, last);
  }
}

const BATCH_ROWS = 500;

function requireSameCount(counted: TableCount | undefined, rows: number): void {
  if (counted?.rows === rows) return;
  throw new CardwayError('INTERNAL', {
    message: `The copy of ${String(counted?.table)} has ${String(rows)} rows, and its source ${String(counted?.rows)}. Nothing was moved.`,
  });
}
