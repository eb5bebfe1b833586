import type { Sealer } from '../../core/access/seal.js';
import type { KeyInfo } from '../../use-cases/directory/administration-port.js';
import type { ApiKey, Unusable } from '../../use-cases/directory/directory-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Operation } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { named } from '../engine/names.js';

/**
 * Returns the API keys, stored as a keyed hash only. The look-up compares hashes in an index and need not take constant time.
 * A caller does not know the master key, so it cannot choose the hash that is compared.
 * The time can reveal something of a stored hash, but nothing of the key.
 */
export function createApiKeys(dialect: StoreDialect, sealer: Sealer) {
  const byHash = compile((p: { keyHash: string }) => selectKeys(dialect).where('key_hash', '=', p.keyHash));
  /** Returns the hash under which a presented key is stored and looked up. */
  const hash = (presented: string): string => sealer.keyedHash('api-key', presented);
  return {
    hash,
    *find(keyHash: string): Operation<KeyInfo | null> {
      const row = yield* first(byHash, { keyHash });
      return row === null ? null : infoOf(row);
    },
  };
}

type KeyRow = Omit<KeyInfo, 'isRevoked' | 'terminalIds'> & {
  readonly isDisabled: number;
  readonly terminalIds: string | null;
};

export function infoOf({ isDisabled, terminalIds, ...info }: KeyRow): KeyInfo {
  return { ...info, terminalIds: listIn(terminalIds), isRevoked: isDisabled === 1 };
}

/** Reads a JSON list of texts. */
export function listIn(written: string | null): readonly string[] | null {
  return written === null ? null : (JSON.parse(written) as string[]);
}

/** Returns a list as its column stores it. */
export function textOf(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

/** Returns the key, or why it may not be used at this time. */
export function keyAt(info: KeyInfo, nowMs: number): ApiKey | Unusable {
  const { keyId, role, programme, terminalIds, documents, expiresAtMs } = info;
  if (info.isRevoked) return { unusable: 'The key was revoked.', keyId, programme };
  const isExpired = expiresAtMs !== null && expiresAtMs <= nowMs;
  if (isExpired) return { unusable: 'The key has expired.', keyId, programme };
  return { keyId, role, programme, terminalIds, documents };
}

/** Selects keys, without their hashes, for `infoOf`. */
export function selectKeys({ compiler }: Pick<StoreDialect, 'compiler'>) {
  return compiler
    .selectFrom('api_keys')
    .select(named('keyId', 'role', 'programme', 'terminalIds', 'documents'))
    .select(named('createdAtMs', 'expiresAtMs', 'lastUsedAtMs', 'isDisabled'));
}
