import type { Sealer } from '../core/seal.js';
import { CardwayError } from '../errors.js';
import type { StoreDialect } from './dialect/dialect.js';
import { first, run, type Operation } from './operation.js';
import { compile } from './statement.js';

export interface Facts {
  /** What tells one master key from another without telling the key; null before the first migration. */
  masterKeyCheck(): Operation<string | null>;
  /** Ties the database to this master key. Errors: UNAVAILABLE when it is tied to another. */
  tieTo(sealer: Sealer): Operation<void>;
  /** The root of keyed hashes, sealed; null while it is the master key itself. */
  sealedHashKey(): Operation<Buffer | null>;
  /** Ties the database to another master key, whose sealer hashes as the former one's. */
  retie(sealer: Sealer, sealedHashKey: Buffer): Operation<void>;
  /** Writes, to see whether the database can. */
  probe(nowMs: number): Operation<void>;
}

export function createFacts({ compiler }: StoreDialect): Facts {
  const find = compile((p: { name: string }) =>
    compiler.selectFrom('store_facts').select('value').where('name', '=', p.name),
  );
  const put = compile((p: { name: string; value: string }) =>
    compiler
      .insertInto('store_facts')
      .values({ name: p.name, value: p.value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
  );
  return {
    *masterKeyCheck() {
      return (yield* first(find, { name: MASTER_KEY_CHECK }))?.value ?? null;
    },
    *tieTo(sealer) {
      const known = yield* first(find, { name: MASTER_KEY_CHECK });
      if (known === null) yield* run(put, { name: MASTER_KEY_CHECK, value: sealer.masterKeyCheck() });
      else requireSameKey(known.value, sealer);
    },
    *sealedHashKey() {
      const fact = yield* first(find, { name: SEALED_HASH_KEY });
      return fact === null ? null : Buffer.from(fact.value, 'hex');
    },
    *retie(sealer, sealedHashKey) {
      yield* run(put, { name: MASTER_KEY_CHECK, value: sealer.masterKeyCheck() });
      yield* run(put, { name: SEALED_HASH_KEY, value: sealedHashKey.toString('hex') });
    },
    *probe(nowMs) {
      yield* run(put, { name: 'probed_at_ms', value: String(nowMs) });
    },
  };
}

const MASTER_KEY_CHECK = 'master_key_check';
const SEALED_HASH_KEY = 'sealed_hash_key';

/** Errors: UNAVAILABLE when the check is of another master key. */
export function requireSameKey(check: string, sealer: Sealer): void {
  if (sealer.knows(check)) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'The database was sealed with another master key. Start with the one it was made with.',
  });
}
