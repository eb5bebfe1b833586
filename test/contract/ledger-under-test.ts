import type { Ledger, TransactionRow } from '../../src/use-cases/transactions/ledger-port.js';

/** Implementation under test. `ledger` is empty; `other` sees the same rows from elsewhere. */
export interface LedgerUnderTest {
  readonly ledger: Ledger;
  /** The same database through another connection, as another process has it. */
  readonly other: Ledger;
  setNowMs(nowMs: number): void;
}

/** Returns a row. Fails where it is missing. */
export async function rowOf(ledger: Ledger, requestId: string): Promise<TransactionRow> {
  const found = await ledger.find(requestId);
  if (found === null) throw new Error(`${requestId} is not in the ledger`);
  return found;
}
