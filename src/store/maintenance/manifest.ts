import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { CardwayError } from '../../platform/errors.js';
import { createMetadata, type KeyBinding, UNBOUND } from '../engine/metadata.js';
import { MOVED_TABLES } from './rows.js';
import type { Side } from './side.js';
import { appliedMigrations } from './status.js';
import { metadataOf, fingerprintOf, type TableComparison } from './verify.js';

/** Contents of a backup, in a separate file beside it: `<backup>.json`. It holds nothing secret. */
export interface BackupManifest {
  readonly format: 1;
  /** Version of the program that made it. */
  readonly version: string;
  /** ISO 8601, UTC: the backup holds everything that was acknowledged before. */
  readonly takenAt: string;
  /** Check value that identifies the master key without revealing it. */
  readonly masterKeyCheck: string;
  readonly migrations: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  readonly tables: readonly TableComparison[];
}

export const manifestPath = (backup: string): string => `${backup}.json`;

/** Returns the manifest, or null when none exists beside the backup. Errors: UNAVAILABLE for one that cannot be read. */
export function readManifest(backup: string): BackupManifest | null {
  const path = manifestPath(backup);
  if (!existsSync(path)) return null;
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isManifest(read)) return read;
  } catch (error) {
    throw notOne(path, error);
  }
  throw notOne(path);
}

/** Checks the members that are compared; the rest is for people. */
function isManifest(read: unknown): read is BackupManifest {
  if (typeof read !== 'object' || read === null) return false;
  const { format, bytes, sha256, tables } = read as Record<string, unknown>;
  return format === 1 && typeof bytes === 'number' && typeof sha256 === 'string' && Array.isArray(tables);
}

function notOne(path: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message: `${path} is no manifest of a backup.`, cause });
}

interface Contents {
  readonly binding: KeyBinding;
  readonly migrations: readonly string[];
}

export async function readContents(side: Side): Promise<Contents> {
  if (!(await side.hasTable('kysely_migration'))) return { binding: UNBOUND, migrations: [] };
  return {
    binding: await side.read(createMetadata(side.dialect).binding()),
    migrations: await side.read(appliedMigrations(side.dialect)),
  };
}

/** Returns counts and checksums of every table. */
export async function readTables(side: Side, onTable: (table: string) => void): Promise<TableComparison[]> {
  const tables: TableComparison[] = [];
  for (const table of MOVED_TABLES) {
    if (!(await side.hasTable(table.name))) continue;
    onTable(table.name);
    tables.push({ table: table.name, ...(await fingerprintOf(side, table, () => undefined)) });
  }
  const metadata = await metadataOf(side);
  return [...tables, { table: 'store_facts', ...metadata }];
}

export async function fileDigest(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}
