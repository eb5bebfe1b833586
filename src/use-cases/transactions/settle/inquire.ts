import type { NamedBackground } from '../../../platform/background.js';
import type { Downstream } from '../downstream-port.js';
import type { TransactionRow } from '../ledger-port.js';
import { type LateDeps, settleLate } from './settle.js';

export interface InquireDeps extends LateDeps {
  readonly downstream: Downstream;
  /** First and longest pause between two inquiries about one transaction. In between, the pause is the age of the doubt. */
  readonly inquiryMinMs: number;
  readonly inquiryMaxMs: number;
  /** Number of rows in one round. */
  readonly batchMax: number;
  /** Calls of housekeeping to wallet services, by route. */
  readonly calls: NamedBackground;
}

/**
 * Asks the routes with an inquiry URL about their transactions in doubt (docs/reference/transactions.md#doubt). Only an answer
 * settles. Returns the inquiries that it began.
 */
export async function inquireDoubts(deps: InquireDeps): Promise<readonly Promise<void>[]> {
  const busy = deps.calls.busy(deps.batchMax);
  const routes = deps.downstream.inquiryRoutes.filter((route) => !busy.includes(route));
  if (routes.length === 0) return [];
  const rows = await deps.ledger.leaseDoubts({
    routes,
    pauseMinMs: deps.inquiryMinMs,
    pauseMaxMs: deps.inquiryMaxMs,
    limit: deps.batchMax,
  });
  return rows.map((row) => {
    const call = inquireOne(deps, row);
    deps.calls.add(row.route, call);
    return call;
  });
}

async function inquireOne(deps: InquireDeps, row: TransactionRow): Promise<void> {
  const { route, requestId, customerId } = row;
  const said = await deps.downstream.inquire({ route, requestId, customerId });
  // `never_seen` settles nothing: the call may still be on its way, and a refused row would be sent again.
  if (said.kind !== 'answered') return;
  // The time at which the call itself was sent stays.
  const sentAtMs = row.sentAtMs ?? said.outcome.sentAtMs;
  await settleLate(deps, { ...row, wasInDoubt: true, reply: null }, { ...said.outcome, sentAtMs });
}
