import { createHash } from 'node:crypto';
import { CardwayError } from '../../platform/errors.js';
import { isOwn, moveMarkerName } from './move-metadata.js';
import { createMetadataTable } from '../engine/metadata.js';
import {
  insertRows,
  type MovedRow,
  type MovedTable,
  type RowLocator,
  rowLocatorOf,
  rowsAfter,
} from './rows.js';
import type { Side } from './side.js';

export interface TableComparison {
  readonly table: string;
  readonly rows: number;
  readonly checksum: string;
}

const READ_ROWS = 500;

/** Reads a whole table of both sides. Errors: INTERNAL when they differ. */
export async function verifyTable(
  { source, target }: Sides,
  table: MovedTable,
  onRead: (rows: number) => void,
): Promise<TableComparison> {
  const [there, here] = await Promise.all([
    fingerprintOf(source, table, onRead),
    fingerprintOf(target, table, () => undefined),
  ]);
  requireEqual(table.name, there, here);
  return { table: table.name, ...here };
}

export async function verifyMetadata({ source, target }: Sides): Promise<TableComparison> {
  const [there, here] = await Promise.all([source, target].map(metadataOf));
  requireEqual('store_facts', there, here);
  return { table: 'store_facts', rows: here?.rows ?? 0, checksum: here?.checksum ?? '' };
}

/** Reads a whole table. */
export async function fingerprintOf(
  side: Side,
  table: MovedTable,
  onRead: (rows: number) => void,
): Promise<Fingerprint['value']> {
  const fingerprint = createFingerprint();
  let after: RowLocator | null = null;
  for (;;) {
    const rows = await side.read(rowsAfter(side.dialect, table, { after, limit: READ_ROWS }));
    rows.forEach((row) => fingerprint.add(row));
    onRead(rows.length);
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return fingerprint.value;
    after = rowLocatorOf(table, last);
  }
}

/** Returns the fingerprint of the metadata that moves with the database. */
export async function metadataOf(side: Side): Promise<Fingerprint['value']> {
  const fingerprint = createFingerprint();
  const metadata = await side.read(createMetadataTable(side.dialect).all());
  for (const { name, value } of metadata) if (!isOwn(name)) fingerprint.add({ name, value });
  return fingerprint.value;
}

function requireEqual(
  table: string,
  there: Fingerprint['value'] | undefined,
  here: Fingerprint['value'] | undefined,
): void {
  if (there?.rows === here?.rows && there?.checksum === here?.checksum) return;
  throw new CardwayError('INTERNAL', {
    message: `The copy of ${table} differs: ${String(there?.rows)} rows there, ${String(here?.rows)} here. Start again with an empty database.`,
  });
}

/** Comparison of the rows of two tables, in any order: databases sort texts differently. */
interface Fingerprint {
  add(row: MovedRow): void;
  /** Number of rows, and the sum of their SHA-256 (the first 128 bits), in hex. */
  readonly value: { readonly rows: number; readonly checksum: string };
}

const MODULUS = 1n << 128n;

export function createFingerprint(): Fingerprint {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows += 1;
      const digest = createHash('sha256').update(cellText(row)).digest('hex');
      sum = (sum + BigInt(`0x${digest.slice(0, 32)}`)) % MODULUS;
    },
    get value() {
      return { rows, checksum: sum.toString(16).padStart(32, '0') };
    },
  };
}

function cellText(row: MovedRow): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, canonical(row[name] ?? null)]),
  );
}

/**
 * PostgreSQL's texts cannot hold U+0000. It is replaced there (engine/postgres/values.ts), and therefore counts as equal here.
 */
function canonical(value: MovedRow[string]): string | number | null {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : (value ?? null);
}

/** Number of rows of one commit. */
const BATCH_ROWS = 200;

export interface Sides {
  readonly source: Side;
  readonly target: Side;
}

/**
 * Copies the missing rows of a table. Each commit stores its progress with the rows. After any end of this process, the next one
 * continues after the last copied row.
 */
export async function copyTable(
  { source, target }: Sides,
  table: MovedTable,
  on: { readonly copied: (rows: number) => void; readonly stopping: AbortSignal },
): Promise<void> {
  const metadata = createMetadataTable(target.dialect);
  const name = moveMarkerName(table.name);
  let place = parseRowLocator(await target.read(metadata.find(name)));
  while (!on.stopping.aborted) {
    const after = place;
    const rows = await source.read(rowsAfter(source.dialect, table, { after, limit: BATCH_ROWS }));
    const last = rows.at(-1);
    if (last === undefined) return;
    const next = rowLocatorOf(table, last);
    await target.commit(function* () {
      const reached = yield* metadata.find(name);
      if (reached !== textOf(after)) throw new CardwayError('UNAVAILABLE', { message: OTHER_COPY });
      yield* insertRows(target.dialect, table, rows);
      yield* metadata.put(name, textOf(next) ?? '');
    });
    place = next;
    on.copied(rows.length);
  }
}

const OTHER_COPY = 'Somebody else is filling the database at this moment.';

function textOf(place: RowLocator | null): string | null {
  return place === null ? null : JSON.stringify(place);
}

function parseRowLocator(text: string | null): RowLocator | null {
  return text === null ? null : (JSON.parse(text) as RowLocator);
}
