import { existsSync } from 'node:fs';
import { createSealer, MASTER_KEY_BYTES, type RandomBytes, type Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { METADATA_LOCK } from '../engine/locks.js';
import { createMetadataTable } from '../engine/metadata.js';
import { hasTable, type Operation, type Step } from '../engine/operation.js';
import type { StoreParts } from '../parts.js';
import { loadMasterKey, makeMasterKey, readMasterKey } from './master-key.js';

/** Name of the root of keyed hashes, sealed, in hex. Master keys that open it fit the database. */
export const HASH_KEY = 'hash_key';
export const HASH_KEY_CONTEXT = 'hash-key';

/**
 * Opens the sealer of a database. A database without a schema has no hash key yet. Errors: UNAVAILABLE for a master key that cannot
 * be used, and where neither key fits the database.
 */
export async function openSealer(args: {
  readonly masterKey?: Buffer | string | undefined;
  readonly otherMasterKey?: Buffer | string | undefined;
  /** File of the database; null for a server. */
  readonly path: string | null;
  readonly random: RandomBytes;
  readonly dialect: StoreDialect;
  readonly connection: Pick<StoreConnection, 'read'>;
}): Promise<Sealer> {
  const { connection, random, otherMasterKey } = args;
  const sealed = await connection.read(findHashKey(args.dialect));
  const sealer = createSealer({
    masterKey: readMasterKey(args.masterKey ?? keyBeside(args.path, sealed !== null, random)),
    others: otherMasterKey === undefined ? [] : [readMasterKey(otherMasterKey)],
    random,
  });
  if (sealed !== null) openHashKey(sealer, sealed);
  return sealer;
}

/** Makes the hash key of a new database, where no other process has, and opens it. Errors: UNAVAILABLE. */
export async function ensureHashKey({ dialect, commits, sealer, random }: StoreParts): Promise<void> {
  const made = sealer.seal(random(MASTER_KEY_BYTES), HASH_KEY_CONTEXT);
  function* keep(): Operation<Buffer> {
    const found = yield* findHashKey(dialect);
    if (found === null) yield* createMetadataTable(dialect).put(HASH_KEY, made.toString('hex'));
    return found ?? made;
  }
  openHashKey(sealer, await commits.submit(keep, { locks: [METADATA_LOCK] }));
}

/** Returns null also where there is no schema yet. */
export function* findHashKey(dialect: StoreDialect): Step<Buffer | null> {
  if (!(yield* hasTable(dialect, 'store_facts'))) return null;
  const written = yield* createMetadataTable(dialect).find(HASH_KEY);
  return written === null ? null : Buffer.from(written, 'hex');
}

function openHashKey(sealer: Sealer, sealed: Buffer): void {
  if (!sealer.knows(sealed)) {
    throw new CardwayError('UNAVAILABLE', {
      message: 'The database was sealed with another master key. Start with the one it was made with.',
    });
  }
  sealer.useHashKey(sealer.open(sealed, HASH_KEY_CONTEXT));
}

/** Returns the key from the file beside an SQLite database. A database of many machines has no folder common to all. */
function keyBeside(path: string | null, isInUse: boolean, random: RandomBytes): Buffer {
  if (path === null) {
    throw new CardwayError('UNAVAILABLE', { message: 'With PostgreSQL the master key must be set.' });
  }
  const keyFile = `${path}.key`;
  if (isInUse && !existsSync(keyFile)) {
    throw new CardwayError('UNAVAILABLE', {
      message: `The master key file ${keyFile} is gone. Restore it, or set the master key.`,
    });
  }
  return loadMasterKey(keyFile) ?? makeMasterKey(keyFile, random);
}
