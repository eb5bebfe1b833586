import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../dialect/dialect.js';

/**
 * Lets the ledger ask for exactly the row it needs, whatever else has the same checksum or transaction id:
 *
 *   checksum key, then key id       the one call without a key that has this checksum
 *   transaction id, then date       an original near a reversal's referenceDate
 *   reference id, then date         reversals near a transaction's date; those without an original have an index of their own
 */
export async function ledgerLookups(db: Kysely<unknown>, column: ColumnTypes): Promise<void> {
  await column.indexLedger(db);
}
