import type { StoreDialect } from './dialect.js';
import { first, run, type Step } from './operation.js';
import { compile } from './statement.js';

interface MetadataTable {
  find(name: string): Step<string | null>;
  put(name: string, value: string): Step<void>;
  remove(name: string): Step<void>;
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
  };
}
