import type { Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type { AddApiKeyInput, ApiKey } from '../../use-cases/directory/directory-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

export interface StoredApiKey {
  readonly key: ApiKey;
  readonly expiresAtMs: number | null;
  readonly isDisabled: boolean;
}

interface ApiKeys {
  /** What a presented key is stored and looked up as. */
  hash(presented: string): string;
  find(hash: string): Operation<StoredApiKey | null>;
  /** Hashes whose meaning changed. Errors: BAD_REQUEST for a key that has another id already. */
  put(input: AddApiKeyInput): Operation<readonly string[]>;
}

/**
 * API keys, stored as a keyed hash only. The look-up compares hashes in an index and need not take constant time: whoever presents
 * a key does not know the master key, so cannot choose the hash that is compared, and what the time tells of a stored hash
 * tells nothing of the key.
 */
export function createApiKeys(dialect: StoreDialect, sealer: Sealer): ApiKeys {
  const statements = compileStatements(dialect);
  const hash = (presented: string): string => sealer.keyedHash('api-key', presented);
  return {
    hash,
    *find(keyHash) {
      const row = yield* first(statements.byHash, { keyHash });
      if (row === null) return null;
      return {
        key: {
          keyId: row.key_id,
          role: row.role,
          programme: row.programme,
          terminalIds: row.terminal_ids === null ? null : (JSON.parse(row.terminal_ids) as string[]),
          documents: row.documents,
        },
        expiresAtMs: row.expires_at_ms,
        isDisabled: row.is_disabled === 1,
      };
    },
    *put(input) {
      const keyHash = hash(input.key);
      const holder = yield* first(statements.byHash, { keyHash });
      if (holder !== null && holder.key_id !== input.keyId) {
        throw new CardwayError('BAD_REQUEST', {
          field: 'key',
          message: 'The key is in use under another id.',
        });
      }
      const known = yield* first(statements.byId, { keyId: input.keyId });
      const wanted = {
        key_id: input.keyId,
        key_hash: keyHash,
        role: input.role,
        programme: input.programme,
        terminal_ids: input.terminalIds == null ? null : JSON.stringify(input.terminalIds),
        expires_at_ms: input.expiresAtMs === undefined ? (known?.expires_at_ms ?? null) : input.expiresAtMs,
        is_disabled: Number(input.isDisabled ?? known?.is_disabled ?? false),
      };
      const isSame =
        known !== null &&
        Object.entries(wanted).every(([name, value]) => known[name as keyof typeof wanted] === value);
      if (isSame) return [];
      yield* run(statements.put, wanted);
      return known === null ? [keyHash] : [keyHash, known.key_hash];
    },
  };
}

function compileStatements({ compiler }: StoreDialect) {
  const keys = compiler.selectFrom('api_keys').selectAll();
  return {
    byHash: compile((p: { keyHash: string }) => keys.where('key_hash', '=', p.keyHash)),
    byId: compile((p: { keyId: string }) => keys.where('key_id', '=', p.keyId)),
    put: compile(
      (p: {
        key_id: string;
        key_hash: string;
        role: ApiKey['role'];
        programme: string | null;
        terminal_ids: string | null;
        expires_at_ms: number | null;
        is_disabled: number;
      }) => {
        const columns = {
          key_hash: p.key_hash,
          role: p.role,
          programme: p.programme,
          terminal_ids: p.terminal_ids,
          expires_at_ms: p.expires_at_ms,
          is_disabled: p.is_disabled,
        };
        return compiler
          .insertInto('api_keys')
          .values({ key_id: p.key_id, ...columns })
          .onConflict((conflict) => conflict.column('key_id').doUpdateSet(columns));
      },
    ),
  };
}
