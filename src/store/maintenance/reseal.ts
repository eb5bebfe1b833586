import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Sealer } from '../../core/access/seal.js';
import { findHashKey, HASH_KEY, HASH_KEY_CONTEXT } from '../access/key-ring.js';
import { passwordContext } from '../directory/terminals.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, runOnce } from '../engine/operation.js';
import type { StoreParts } from '../parts.js';
import { sharedKeyContext } from '../provisioning/agreements.js';

/** A column of sealed values. `context` gets the values of the columns that name a row. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  readonly context: (...key: readonly string[]) => string;
}

const COLUMNS: readonly SealedColumn[] = [
  ...['sealed_password', 'sealed_previous_password'].map((column) => ({
    table: 'terminals',
    column,
    key: ['terminal_id'],
    context: (terminalId = '') => passwordContext(terminalId),
  })),
  {
    table: 'shared_keys',
    column: 'sealed_key',
    key: ['programme', 'shared_key_id'],
    context: (programme = '', sharedKeyId = '') => sharedKeyContext(programme, sharedKeyId),
  },
  {
    table: 'transactions',
    column: 'sealed_body',
    key: ['request_id', 'sequence'],
    context: (requestId = '') => `transaction:${requestId}`,
  },
  ...['sealed_secret', 'sealed_previous_secret', 'sealed_headers'].map((column) => ({
    table: 'endpoints',
    column,
    key: ['endpoint_id'],
    context: (endpointId = '') => `endpoint:${endpointId}`,
  })),
];

/** Commits beside a running gateway are small, so that nobody waits for long. */
const BATCH_ROWS = 50;

/**
 * Seals again, with the present master key, the values of other keys, beside running gateways that have both. Resolves with the
 * number of values. A gateway that seals with another key may add some meanwhile: none needs it any more when this resolves with 0.
 * Errors: INTERNAL for a value of a key that this process does not have.
 */
export async function reseal({ dialect, connection, commits, sealer }: StoreParts): Promise<number> {
  let count = 0;
  for (const column of COLUMNS) {
    for (;;) {
      const rows = await connection.read(staleRows(dialect, column, sealer));
      count += await commits.submit(() => resealRows(dialect, column, rows, sealer));
      if (rows.length < BATCH_ROWS) break;
    }
  }
  return count + (await commits.submit(() => resealHashKey(dialect, sealer)));
}

function compiled<Row>(query: RawBuilder<Row>, compiler: StoreDialect['compiler']): Compilable<Row> {
  return { compile: () => query.compile(compiler) };
}

type SealedRow = Readonly<Record<string, unknown>> & { readonly sealed: Buffer };

function* staleRows(
  { compiler }: StoreDialect,
  { table, column, key }: SealedColumn,
  { header }: Sealer,
): Operation<readonly SealedRow[]> {
  const sealed = sql.ref(column);
  const names = sql.join(key.map((name) => sql.ref(name)));
  const select = sql<SealedRow>`select ${names}, ${sealed} as sealed from ${sql.table(table)}
    where substr(${sealed}, 1, ${sql.lit(header.length)}) <> ${header} limit ${sql.lit(BATCH_ROWS)}`;
  return (yield* runOnce(compiled<SealedRow>(select, compiler))).rows;
}

/** Changes only values that nobody has changed since they were read. Returns their number. */
function* resealRows(
  { compiler }: StoreDialect,
  { table, column, key, context }: SealedColumn,
  rows: readonly SealedRow[],
  sealer: Sealer,
): Operation<number> {
  let count = 0;
  for (const row of rows) {
    const rowContext = context(...key.map((name) => String(row[name])));
    const again = sealer.seal(sealer.open(row.sealed, rowContext), rowContext);
    const isRow = sql.join(
      key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
      sql` and `,
    );
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${again}
      where ${isRow} and ${sql.ref(column)} = ${row.sealed}`;
    count += (yield* runOnce(compiled(update, compiler))).changes;
  }
  return count;
}

function* resealHashKey(dialect: StoreDialect, sealer: Sealer): Operation<number> {
  const sealed = yield* findHashKey(dialect);
  if (sealed === null || sealed.subarray(0, sealer.header.length).equals(sealer.header)) return 0;
  const again = sealer.seal(sealer.open(sealed, HASH_KEY_CONTEXT), HASH_KEY_CONTEXT);
  const update = dialect.compiler
    .updateTable('store_facts')
    .set({ value: again.toString('hex') })
    .where('name', '=', HASH_KEY)
    .where('value', '=', sealed.toString('hex'));
  return (yield* runOnce(update)).changes;
}
