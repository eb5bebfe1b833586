import { isApproval } from '../../../../src/core/transactions/result-codes.js';
import type { TransactionRowFragment } from '../../../../src/generated/operations.js';

/** Row of a list. A payment that looks as if it was made twice has the time of the other one. */
export type ListedTransaction = TransactionRowFragment & { readonly duplicateAt?: string };

/** Time between two payments within which they may be one that was made twice. */
const WITHIN_MS = 600_000;

/** Marks payments of one method, wallet, amount and merchant that lie close together. Declines and advices move no money twice. */
export function withDuplicates(rows: readonly TransactionRowFragment[]): readonly ListedTransaction[] {
  const duplicates = new Map<string, string>();
  const payments = rows.filter(mayHaveMoved).sort((one, other) => timeOf(one) - timeOf(other));
  for (const alike of Map.groupBy(payments, likenessOf).values())
    for (const [index, row] of alike.entries()) {
      const before = alike[index - 1];
      if (before === undefined || timeOf(row) - timeOf(before) > WITHIN_MS) continue;
      duplicates.set(before.requestId, row.receivedAt).set(row.requestId, before.receivedAt);
    }
  return rows.map((row) => {
    const duplicateAt = duplicates.get(row.requestId);
    return duplicateAt === undefined ? row : { ...row, duplicateAt };
  });
}

function mayHaveMoved({ effect, state, resultCode, requestAmount }: TransactionRowFragment): boolean {
  if (effect !== 'money' || requestAmount === null || state === 'refused' || state === 'failed') return false;
  return resultCode === null || isApproval(resultCode);
}

function likenessOf({
  methodName,
  programme,
  reference,
  requestAmount,
  narrative,
}: TransactionRowFragment): string {
  return JSON.stringify([methodName, programme, reference, requestAmount, narrative]);
}

function timeOf({ receivedAt }: TransactionRowFragment): number {
  return Date.parse(receivedAt);
}
