import { amountOf, isUnsent, rangeOfDay } from '../../../core/transactions/booked-row.js';
import { approvalAmountOf } from '../../../core/transactions/export-text.js';
import { isApproval } from '../../../core/transactions/result-codes.js';
import { CardwayError } from '../../../platform/errors.js';
import type { ReconciledRow, Reconciliation } from '../../directory/administration-port.js';

/**
 * Totals of a terminal on a route in a day, by programme, method and currency. Amounts are exact sums of request_amount, in minor units of
 * the programme's currency. The approved and the contradicted sums take the approved amount of a partial approval.
 */
interface ReconciliationLine {
  readonly programme: string;
  readonly terminalId: string;
  readonly route: string;
  readonly methodName: string;
  /** Currency of the programme when the calls were made. Null where it had none. It is never that of the original amount (KLV 049). */
  readonly currency: string | null;
  readonly count: number;
  readonly amount: bigint;
  /** Answered with resultCode 1 or 2. */
  readonly approved: number;
  readonly approvedAmount: bigint;
  readonly declined: number;
  readonly declinedAmount: bigint;
  /** Certainly not processed, or without an important outcome: refused, failed, and reversals that were not sent. */
  readonly refused: number;
  readonly inDoubt: number;
  readonly inDoubtAmount: bigint;
  readonly contradicted: number;
  readonly contradictedAmount: bigint;
  /** Not settled yet: pending, queued and unmatched. */
  readonly open: number;
}

/** Reads the lines of a day (UTC, `yyyy-MM-dd`), ordered by their names. Errors: BAD_REQUEST for an invalid day, UNAVAILABLE. */
export type Reconcile = (day: string) => Promise<readonly ReconciliationLine[]>;

export function createReconcile(reconciliation: Reconciliation): Reconcile {
  return async (day) => {
    const range = rangeOfDay(day);
    if (range === null)
      throw new CardwayError('BAD_REQUEST', { field: 'day', message: 'day must be a date, yyyy-MM-dd.' });
    const lines = new Map<string, Line>();
    for await (const rows of reconciliation.rows(range)) for (const row of rows) add(lines, row);
    return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  };
}

type Line = { -readonly [Name in keyof ReconciliationLine]: ReconciliationLine[Name] };

function add(lines: Map<string, Line>, row: ReconciledRow): void {
  const { programme, terminalId, route, methodName, currency } = row;
  const name = JSON.stringify([programme, terminalId, route, methodName, currency]);
  const line = lines.get(name) ?? { programme, terminalId, route, methodName, currency, ...NOTHING };
  line.count += 1;
  line.amount += BigInt(row.requestAmount ?? 0);
  const outcome = outcomeOf(row);
  line[outcome] += 1;
  if (outcome !== 'refused' && outcome !== 'open') {
    const approvalAmount = approvalAmountOf(row);
    line[`${outcome}Amount`] += BigInt(amountOf({ ...row, approvalAmount }));
  }
  lines.set(name, line);
}

const NOTHING = {
  count: 0,
  amount: 0n,
  approved: 0,
  approvedAmount: 0n,
  declined: 0,
  declinedAmount: 0n,
  refused: 0,
  inDoubt: 0,
  inDoubtAmount: 0n,
  contradicted: 0,
  contradictedAmount: 0n,
  open: 0,
};

type Outcome = 'approved' | 'declined' | 'refused' | 'inDoubt' | 'contradicted' | 'open';

function outcomeOf(row: ReconciledRow): Outcome {
  const { state, resultCode } = row;
  if (isUnsent(row)) return 'refused';
  if (state === 'answered') return isApproval(resultCode ?? 0) ? 'approved' : 'declined';
  if (state === 'in_doubt') return 'inDoubt';
  if (state === 'contradicted') return 'contradicted';
  return state === 'refused' ? 'refused' : 'open';
}
