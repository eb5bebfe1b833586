import { sql, type Compilable } from 'kysely';
import type { Sealer } from '../core/seal.js';
import type { StoreDialect } from './dialect/dialect.js';
import { passwordContext } from './directory/terminals.js';
import type { Facts } from './facts.js';
import { run, type Operation, type Step } from './operation.js';
import { sharedKeyContext } from './provisioning/shared-keys.js';
import { compile } from './statement.js';

/** One sealed value, with what finds its row; what a table has no use for is empty. */
interface SealedRow {
  readonly sequence: number;
  readonly owner: string;
  readonly name: string;
  readonly sealed: Buffer | null;
}

/** A column of sealed values: where they are, and the place that each belongs to. */
interface SealedColumn {
  readonly rows: Compilable<SealedRow>;
  readonly update: (row: SealedRow) => Compilable;
  readonly context: (row: SealedRow) => string;
}

/** Everything that is sealed, under the next master key: all of it or nothing. How many values that was. */
export function* reseal(args: {
  readonly dialect: StoreDialect;
  readonly facts: Facts;
  readonly from: Sealer;
  readonly next: { readonly sealer: Sealer; readonly sealedHashKey: Buffer };
}): Operation<number> {
  const { from, next } = args;
  let count = 0;
  for (const column of sealedColumns(args.dialect)) count += yield* resealColumn(column, from, next.sealer);
  yield* args.facts.retie(next.sealer, next.sealedHashKey);
  return count;
}

function* resealColumn(column: SealedColumn, from: Sealer, to: Sealer): Step<number> {
  const { rows } = yield* run(
    compile(() => column.rows),
    {},
  );
  const update = compile((p: SealedRow) => column.update(p));
  for (const row of rows) {
    if (row.sealed === null) continue;
    const context = column.context(row);
    yield* run(update, { ...row, sealed: to.seal(from.open(row.sealed, context), context) });
  }
  return rows.length;
}

function sealedColumns({ compiler }: StoreDialect): readonly SealedColumn[] {
  return [
    {
      rows: compiler
        .selectFrom('terminal_passwords')
        .select(['sequence', 'terminal_id as owner', NO_NAME, 'sealed_password as sealed']),
      update: ({ sequence, sealed }) =>
        compiler
          .updateTable('terminal_passwords')
          .set({ sealed_password: sql`${sealed}` })
          .where('sequence', '=', sequence),
      context: ({ owner }) => passwordContext(owner),
    },
    {
      rows: compiler
        .selectFrom('shared_keys')
        .select([NO_SEQUENCE, 'programme as owner', 'shared_key_id as name', 'sealed_key as sealed']),
      update: ({ owner, name, sealed }) =>
        compiler
          .updateTable('shared_keys')
          .set({ sealed_key: sql`${sealed}` })
          .where('programme', '=', owner)
          .where('shared_key_id', '=', name),
      context: ({ owner, name }) => sharedKeyContext(owner, name),
    },
    {
      rows: compiler
        .selectFrom('transactions')
        .select(['sequence', 'request_id as owner', NO_NAME, 'sealed_body as sealed'])
        .where('sealed_body', 'is not', null),
      update: ({ sequence, sealed }) =>
        compiler
          .updateTable('transactions')
          .set({ sealed_body: sql`${sealed}` })
          .where('sequence', '=', sequence),
      context: ({ owner }) => `transaction:${owner}`,
    },
    endpointColumn(compiler, 'sealed_secret'),
    endpointColumn(compiler, 'sealed_former_secret'),
  ];
}

function endpointColumn(
  compiler: StoreDialect['compiler'],
  column: 'sealed_secret' | 'sealed_former_secret',
): SealedColumn {
  return {
    rows: compiler
      .selectFrom('endpoints')
      .select([NO_SEQUENCE, 'endpoint_id as owner', NO_NAME, `${column} as sealed`])
      .where(column, 'is not', null),
    update: ({ owner, sealed }) =>
      compiler
        .updateTable('endpoints')
        .set({ [column]: sealed })
        .where('endpoint_id', '=', owner),
    context: ({ owner }) => `endpoint:${owner}`,
  };
}

const NO_SEQUENCE = sql<number>`0`.as('sequence');
const NO_NAME = sql<string>`''`.as('name');
