import type { Downstream, TransactionRow } from '../ports.js';
import type { TraceWork } from '../trace-port.js';
import { settleDoubt, type SettleDoubtDeps } from './settle-doubt.js';

export interface InquireDeps extends SettleDoubtDeps {
  readonly downstream: Downstream;
  /** First and longest pause between two questions about one transaction; in between it is as long as the doubt is old. */
  readonly inquiryMinMs: number;
  readonly inquiryMaxMs: number;
  /** Rows that are taken at a time. */
  readonly batchMax: number;
  /** There where traces are wanted. */
  readonly traced?: TraceWork | undefined;
}

/**
 * Asks the routes that can be asked about the transactions in doubt (contract section 4, states). Only an answer
 * settles. Returns how many it asked about.
 */
export async function inquireDoubts(deps: InquireDeps): Promise<number> {
  const { inquiryRoutes } = deps.downstream;
  if (inquiryRoutes.length === 0) return 0;
  const rows = await deps.ledger.leaseDoubts({
    routes: inquiryRoutes,
    pauseMinMs: deps.inquiryMinMs,
    pauseMaxMs: deps.inquiryMaxMs,
    limit: deps.batchMax,
  });
  await Promise.all(
    rows.map((row) => {
      const work = (): Promise<void> => inquireOne(deps, row);
      return deps.traced === undefined ? work() : deps.traced('sweep inquires', row, work);
    }),
  );
  return rows.length;
}

async function inquireOne(deps: InquireDeps, row: TransactionRow): Promise<void> {
  const { route, requestId, customerId } = row;
  const said = await deps.downstream.inquire({ route, requestId, customerId });
  // "Never seen" settles nothing: the call may still be on its way, and a refused row would be sent again.
  if (said.kind === 'answered') await settleDoubt(deps, { ...row, wasInDoubt: true }, said.outcome);
}
