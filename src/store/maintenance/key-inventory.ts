import { keyIdOfSealed, type Sealer } from '../../core/access/seal.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, run, runOnce } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { sealedColumns } from './reseal.js';

/** A key that the database keeps, never with its value. */
export interface StoredKey {
  readonly purpose: 'audit' | 'shared key' | 'webhook' | 'API key';
  readonly name: string;
  /** Role of an API key. */
  readonly role?: string;
  /** Epoch milliseconds; null where it is unknown. */
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** Id of the master key that sealed it, 8 hex digits; null for a key of which only a hash is kept. */
  readonly sealedBy: string | null;
}

export interface KeyInventory {
  readonly keys: readonly StoredKey[];
  /** Id of the master key that seals now. */
  readonly masterKeyId: string;
  /** Number of sealed values by the id of their master key. */
  readonly sealedValues: ReadonlyMap<string, number>;
}

/** Lists the keys of the database, and counts its sealed values. */
export function createKeyInventory(
  dialect: StoreDialect,
  sealer: Pick<Sealer, 'masterKeyId'>,
): () => Operation<KeyInventory> {
  const { compiler } = dialect;
  const auditKeys = compile(() =>
    compiler
      .selectFrom('audit_keys')
      .select(['key_number', 'sealed_key', 'created_at_ms'])
      .orderBy('key_number'),
  );
  const sharedKeys = compile(() =>
    compiler
      .selectFrom('shared_keys')
      .select(['programme', 'shared_key_id', 'sealed_key', 'created_at_ms'])
      .orderBy('programme')
      .orderBy('shared_key_id'),
  );
  const endpoints = compile(() =>
    compiler.selectFrom('endpoints').select(['endpoint_id', 'sealed_secret']).orderBy('endpoint_id'),
  );
  const apiKeys = compile(() =>
    compiler
      .selectFrom('api_keys')
      .select(['key_id', 'role', 'created_at_ms', 'expires_at_ms'])
      .where('is_disabled', '=', 0)
      .orderBy('key_id'),
  );
  return function* keyInventory() {
    const keys: StoredKey[] = [];
    const add = (
      purpose: StoredKey['purpose'],
      name: string,
      sealed: Buffer | null,
      more: Partial<Pick<StoredKey, 'createdAtMs' | 'expiresAtMs' | 'role'>> = {},
    ): void => {
      const sealedBy = sealed === null ? null : keyIdOfSealed(sealed);
      keys.push({ purpose, name, createdAtMs: null, expiresAtMs: null, ...more, sealedBy });
    };
    for (const row of (yield* run(auditKeys, {})).rows)
      add('audit', String(row.key_number), row.sealed_key, { createdAtMs: row.created_at_ms });
    for (const row of (yield* run(sharedKeys, {})).rows)
      add('shared key', `${row.programme}/${row.shared_key_id}`, row.sealed_key, {
        createdAtMs: row.created_at_ms,
      });
    for (const row of (yield* run(endpoints, {})).rows) add('webhook', row.endpoint_id, row.sealed_secret);
    for (const row of (yield* run(apiKeys, {})).rows)
      add('API key', row.key_id, null, {
        createdAtMs: row.created_at_ms,
        expiresAtMs: row.expires_at_ms,
        role: row.role,
      });
    return { keys, masterKeyId: sealer.masterKeyId(), sealedValues: yield* countSealed(dialect) };
  };
}

function* countSealed(dialect: StoreDialect): Operation<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const column of sealedColumns(dialect)) {
    const { rows } = yield* runOnce(column.rows);
    for (const { sealed } of rows) {
      if (sealed === null) continue;
      const id = keyIdOfSealed(sealed);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}
