import type { TransactionRow, TransactionSummary } from '../../src/use-cases/transactions/ledger-port.js';

/** A row as the model keeps it. `nextAttemptAtMs` is 0 while a process sends it, as in the store. */
export type Stored = { -readonly [Name in keyof TransactionRow]: TransactionRow[Name] } & {
  sealedBody: Buffer | null;
};

export interface MemoryRows {
  readonly rows: Map<string, Stored>;
  /** Receives each changed row, which is then durable. */
  changed(row: Stored): void;
}

export function step<T>(operation: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(operation());
  });
}

/** Returns the row as the port shows it. */
export function seen(stored: Stored): TransactionRow {
  const { sealedBody: _sealedBody, ...row } = stored;
  return { ...row, nextAttemptAtMs: row.nextAttemptAtMs === 0 ? null : row.nextAttemptAtMs };
}

/** Returns the row as lists show it. */
export function summaryOf(stored: Stored): TransactionSummary {
  const { request, rawAnswer, answer, ...row } = seen(stored);
  const textBytes = [request, rawAnswer, answer].reduce(
    (sum, text) => sum + Buffer.byteLength(text ?? ''),
    0,
  );
  return { ...row, textBytes };
}
