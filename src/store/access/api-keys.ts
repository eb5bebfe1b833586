import type { Sealer } from '../../core/access/seal.js';
import { badRequest } from '../../platform/errors.js';
import type { AddApiKeyInput, ApiKey, Unusable } from '../../use-cases/directory/directory-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';

export interface StoredApiKey {
  readonly key: ApiKey;
  readonly expiresAtMs: number | null;
  readonly isDisabled: boolean;
}

interface ApiKeys {
  /** Returns the hash under which a presented key is stored and looked up. */
  hash(presented: string): string;
  find(hash: string): Operation<StoredApiKey | null>;
  /** Returns the hashes whose meaning changed. Errors: BAD_REQUEST for a key that already has another id. */
  put(input: AddApiKeyInput): Operation<readonly string[]>;
}

/**
 * Returns the API keys, stored as a keyed hash only. The look-up compares hashes in an index and need not take constant time.
 * A caller does not know the master key, so it cannot choose the hash that is compared.
 * The time can reveal something of a stored hash, but nothing of the key.
 */
export function createApiKeys(dialect: StoreDialect, sealer: Sealer): ApiKeys {
  const statements = compileStatements(dialect);
  const hash = (presented: string): string => sealer.keyedHash('api-key', presented);
  return {
    hash,
    *find(keyHash) {
      const row = yield* first(statements.byHash, { keyHash });
      return row === null ? null : storedKeyOf(row);
    },
    *put(input) {
      const keyHash = hash(input.key);
      const holder = yield* first(statements.byHash, { keyHash });
      if (holder !== null && holder.keyId !== input.keyId) {
        throw badRequest('key', 'The key is in use under another id.');
      }
      const known = yield* first(statements.byId, { keyId: input.keyId });
      const wanted = {
        keyId: input.keyId,
        keyHash,
        role: input.role,
        programme: input.programme,
        terminalIds: input.terminalIds == null ? null : JSON.stringify(input.terminalIds),
        expiresAtMs: input.expiresAtMs === undefined ? (known?.expiresAtMs ?? null) : input.expiresAtMs,
        isDisabled: Number(input.isDisabled ?? known?.isDisabled ?? false),
      };
      const isSame =
        known !== null &&
        Object.entries(wanted).every(([name, value]) => known[name as keyof typeof wanted] === value);
      if (isSame) return [];
      yield* run(statements.put, wanted);
      return known === null ? [keyHash] : [keyHash, known.keyHash];
    },
  };
}

export interface KeyRow extends Required<Omit<ApiKey, 'terminalIds' | 'approvalId'>> {
  readonly terminalIds: string | null;
  readonly expiresAtMs: number | null;
  readonly isDisabled: number;
}

export function storedKeyOf(row: KeyRow): StoredApiKey {
  const { keyId, role, programme, documents, expiresAtMs } = row;
  return {
    key: { keyId, role, programme, terminalIds: listIn(row.terminalIds), documents },
    expiresAtMs,
    isDisabled: row.isDisabled === 1,
  };
}

/** Reads a JSON list of texts. */
export function listIn(written: string | null): readonly string[] | null {
  return written === null ? null : (JSON.parse(written) as string[]);
}

/** Returns the key, or why it may not be used at this time. */
export function keyAt({ key, isDisabled, expiresAtMs }: StoredApiKey, nowMs: number): ApiKey | Unusable {
  const { keyId, programme } = key;
  if (isDisabled) return { unusable: 'The key was revoked.', keyId, programme };
  const isExpired = expiresAtMs !== null && expiresAtMs <= nowMs;
  return isExpired ? { unusable: 'The key has expired.', keyId, programme } : key;
}

const STORED = ['keyId', 'keyHash', 'role', 'programme', 'terminalIds', 'expiresAtMs', 'isDisabled'] as const;

function compileStatements({ compiler }: StoreDialect) {
  const keys = compiler.selectFrom('api_keys').select([...named(...STORED), 'documents']);
  return {
    byHash: compile((p: { keyHash: string }) => keys.where('key_hash', '=', p.keyHash)),
    byId: compile((p: { keyId: string }) => keys.where('key_id', '=', p.keyId)),
    put: compile(
      (p: {
        keyId: string;
        keyHash: string;
        role: ApiKey['role'];
        programme: string | null;
        terminalIds: string | null;
        expiresAtMs: number | null;
        isDisabled: number;
      }) => {
        const columns = columnsOf(p, ...STORED);
        return compiler
          .insertInto('api_keys')
          .values(columns)
          .onConflict((conflict) => conflict.column('key_id').doUpdateSet(columns));
      },
    ),
  };
}
