import type { Sealer } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from './dialect.js';
import { first, type Operation, run, type Step } from './operation.js';
import { compile } from './statement.js';
import { printStretching, readStretching, type Stretching } from './stretching.js';

/** Ties of a database to its master key. */
export interface KeyBinding {
  /** Check value that distinguishes master keys without revealing them. Null before the first migration. */
  readonly check: string | null;
  /** Stretching of master keys that are texts. Null where no process has written it. */
  readonly stretching: Stretching | null;
  /** Root of keyed hashes, sealed. Undefined while the master key itself is the root. */
  readonly sealedHashKey: Buffer | undefined;
}

export const UNBOUND: KeyBinding = { check: null, stretching: null, sealedHashKey: undefined };

export interface Metadata {
  /** Reads the ties in one statement. Errors: UNAVAILABLE for a stretching that this program did not write. */
  binding(): Step<KeyBinding>;
  /**
   * Ties the database to this master key; resolves with the check that it is tied to. Errors: UNAVAILABLE when that check belongs
   * to another key.
   */
  bindTo(sealer: Sealer): Operation<string>;
  /** Ties the database to another master key. Its sealer hashes as the previous one's. */
  rebind(sealer: Sealer, sealedHashKey: Buffer): Operation<void>;
  /** Writes the stretching once; later calls keep it. Resolves with the stored one. */
  stretchWith(proposed: Stretching): Operation<Stretching>;
  /** Writes, to learn whether the database can. */
  probe(nowMs: number): Operation<void>;
}

interface MetadataTable {
  find(name: string): Step<string | null>;
  put(name: string, value: string): Step<void>;
  remove(name: string): Step<void>;
  all(): Step<readonly { readonly name: string; readonly value: string }[]>;
}

/** Creates access to the named values of a database. Every process shares them. */
export function createMetadataTable({ compiler }: StoreDialect): MetadataTable {
  const statements = {
    find: compile((p: { name: string }) =>
      compiler.selectFrom('store_facts').select('value').where('name', '=', p.name),
    ),
    put: compile((p: { name: string; value: string }) =>
      compiler
        .insertInto('store_facts')
        .values({ name: p.name, value: p.value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
    ),
    remove: compile((p: { name: string }) => compiler.deleteFrom('store_facts').where('name', '=', p.name)),
    all: compile(() => compiler.selectFrom('store_facts').select(['name', 'value'])),
  };
  return {
    *find(name) {
      return (yield* first(statements.find, { name }))?.value ?? null;
    },
    *put(name, value) {
      yield* run(statements.put, { name, value });
    },
    *remove(name) {
      yield* run(statements.remove, { name });
    },
    *all() {
      return (yield* run(statements.all, {})).rows;
    },
  };
}

export function createMetadata(dialect: StoreDialect): Metadata {
  const { compiler } = dialect;
  const table = createMetadataTable(dialect);
  const findTie = compile(() =>
    compiler
      .selectFrom('store_facts')
      .select(['name', 'value'])
      .where('name', 'in', [MASTER_KEY_CHECK, SEALED_HASH_KEY, STRETCHING]),
  );
  return {
    *binding() {
      const { rows } = yield* run(findTie, {});
      const valueOf = (wanted: string): string | undefined => rows.find(({ name }) => name === wanted)?.value;
      const stretching = valueOf(STRETCHING);
      const sealedHashKey = valueOf(SEALED_HASH_KEY);
      return {
        check: valueOf(MASTER_KEY_CHECK) ?? null,
        stretching: stretching === undefined ? null : readStretching(stretching),
        sealedHashKey: sealedHashKey === undefined ? undefined : Buffer.from(sealedHashKey, 'hex'),
      };
    },
    *bindTo(sealer) {
      const known = yield* table.find(MASTER_KEY_CHECK);
      const check = known ?? sealer.masterKeyCheck();
      if (known === null) yield* table.put(MASTER_KEY_CHECK, check);
      else requireSameKey(check, sealer);
      return check;
    },
    *rebind(sealer, sealedHashKey) {
      yield* table.put(MASTER_KEY_CHECK, sealer.masterKeyCheck());
      yield* table.put(SEALED_HASH_KEY, sealedHashKey.toString('hex'));
    },
    *stretchWith(proposed) {
      const entry = yield* table.find(STRETCHING);
      if (entry !== null) return readStretching(entry);
      yield* table.put(STRETCHING, printStretching(proposed));
      return proposed;
    },
    *probe(nowMs) {
      yield* table.put('probed_at_ms', String(nowMs));
    },
  };
}

export const MASTER_KEY_CHECK = 'master_key_check';
const SEALED_HASH_KEY = 'sealed_hash_key';
export const STRETCHING = 'master_key_stretching';

/** Checks the tie. Errors: UNAVAILABLE when the check belongs to another master key. */
export function requireSameKey(check: string, sealer: Pick<Sealer, 'knows'>): void {
  if (sealer.knows(check)) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'The database was sealed with another master key. Start with the one it was made with.',
  });
}
