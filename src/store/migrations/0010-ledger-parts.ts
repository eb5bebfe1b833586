import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../dialect/dialect.js';

/** The ledger in parts, each a span of time, where the database can take away one of them as a whole. */
export async function ledgerParts(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column.divideLedger(db);
}
