import { CardwayError } from '../../errors.js';
import { createFactTable, isOwn } from './facts.js';
import { createFingerprint, type Fingerprint } from './fingerprint.js';
import { placeOf, rowsAfter, type Place } from './rows.js';
import type { Sides } from './copy-table.js';
import type { Side } from './side.js';
import type { MovedTable } from './tables.js';

export interface TableReport {
  readonly table: string;
  readonly rows: number;
  readonly checksum: string;
}

const READ_ROWS = 500;

/** Reads a table of both sides to its end. Errors: INTERNAL when they differ. */
export async function verifyTable(
  { source, target }: Sides,
  table: MovedTable,
  onRead: (rows: number) => void,
): Promise<TableReport> {
  const [there, here] = await Promise.all([
    fingerprintOf(source, table, onRead),
    fingerprintOf(target, table, () => undefined),
  ]);
  requireEqual(table.name, there, here);
  return { table: table.name, ...here };
}

export async function verifyFacts({ source, target }: Sides): Promise<TableReport> {
  const [there, here] = await Promise.all([source, target].map(factsOf));
  requireEqual('store_facts', there, here);
  return { table: 'store_facts', rows: here?.rows ?? 0, checksum: here?.checksum ?? '' };
}

/** Reads a table to its end. */
export async function fingerprintOf(
  side: Side,
  table: MovedTable,
  onRead: (rows: number) => void,
): Promise<Fingerprint['value']> {
  const fingerprint = createFingerprint();
  let after: Place | null = null;
  for (;;) {
    const rows = await side.read(rowsAfter(side.dialect, table, { after, limit: READ_ROWS }));
    rows.forEach((row) => fingerprint.add(row));
    onRead(rows.length);
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return fingerprint.value;
    after = placeOf(table, last);
  }
}

/** Of what the database knows about itself and takes along. */
export async function factsOf(side: Side): Promise<Fingerprint['value']> {
  const fingerprint = createFingerprint();
  const facts = await side.read(createFactTable(side.dialect).all());
  for (const { name, value } of facts) if (!isOwn(name)) fingerprint.add({ name, value });
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
