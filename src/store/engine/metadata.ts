import type { StoreDialect } from './dialect.js';
import { first, run, type Step } from './operation.js';
import { compile } from './statement.js';

/** Creates access to the named values of a database. Every process shares them. */
export function createMetadataTable({ compiler }: StoreDialect) {
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
    *find(name: string): Step<string | null> {
      return (yield* first(statements.find, { name }))?.value ?? null;
    },
    *put(name: string, value: string): Step<void> {
      yield* run(statements.put, { name, value });
    },
    *remove(name: string): Step<void> {
      yield* run(statements.remove, { name });
    },
  };
}
