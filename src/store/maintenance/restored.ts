import { sql } from 'kysely';
import type { TransactionState } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, runOnce } from '../engine/operation.js';

/**
 * Prepares a restored database for what happened after its backup.
 *
 * - Advices that waited count as perhaps sent. Only a wallet service that recognises request ids gets them again by itself.
 * - The numbers of rows continue after a gap. Subscribers and pages know numbers from after the backup: one that continues after
 *   its last event would otherwise miss new ones.
 */
export function* prepareRestored(dialect: StoreDialect): Operation<void> {
  yield* runOnce(
    dialect.compiler
      .updateTable('transactions')
      .set({ sent_at_ms: sql`coalesce(sent_at_ms, received_at_ms)` })
      .where('state', 'in', WAITING),
  );
  yield* dialect.skipNumbers(NUMBERS_SKIPPED);
}

const WAITING: readonly TransactionState[] = ['queued', 'unmatched'];
const NUMBERS_SKIPPED = 1_000_000_000;
