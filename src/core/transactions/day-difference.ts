import { amountOf, type GatewayRow } from './booked-row.js';
import type { State } from './transaction.js';

export const DIFFERENCE_KINDS = [
  'missing_in_file',
  'missing_at_gateway',
  'amount_differs',
  'currency_differs',
  'currency_unknown',
  'not_approved',
  'duplicate_in_file',
  'duplicate_at_gateway',
  'unsettled',
  'unreadable',
] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface DayDifference {
  readonly kind: DifferenceKind;
  /** Line of the file. Null where the file has none. */
  readonly line: number | null;
  readonly requestId: string | null;
  readonly transactionId: string | null;
  readonly date: string | null;
  readonly terminalId: string | null;
  /** Reference of the wallet. */
  readonly reference: string | null;
  readonly methodName: string | null;
  readonly programme: string | null;
  readonly state: State | null;
  /** Amount at the gateway, in minor units. Null where the gateway has none. */
  readonly gatewayAmount: number | null;
  readonly currency: string | null;
  /** Amount in the file, as a decimal or in minor units, with its sign. Null where the file has none. */
  readonly fileAmount: string | null;
  /** Outcome of an unsettled transaction that the file proves. Null where it proves none. */
  readonly proposal: Proposal | null;
  /** One sentence for people. */
  readonly note: string;
}

/** A difference of which nothing is known. */
export const NOTHING = {
  line: null,
  requestId: null,
  transactionId: null,
  date: null,
  terminalId: null,
  reference: null,
  methodName: null,
  programme: null,
  state: null,
  gatewayAmount: null,
  currency: null,
  fileAmount: null,
  proposal: null,
} as const;

export type Proposal = 'approved' | 'not_processed';

/** Result codes that settle a transaction as proposed. */
export const PROPOSED_RESULT_CODES: Readonly<Record<Proposal, number>> = { approved: 1, not_processed: -9 };

export interface DaySummary {
  /** Rows of the file that can be read. */
  readonly fileRows: number;
  /** Rows of the gateway that have an amount and lie inside the day. */
  readonly gatewayRows: number;
  /** Rows that both sides have with the same amount. */
  readonly matched: number;
  /** Rows of the gateway that moved nothing and that the file rightly lacks. */
  readonly notMoved: number;
  /** Reversals that the file lacks because their original moved nothing. */
  readonly withoutEffect: number;
  /** Advices and calls that the wallet service has not processed yet. */
  readonly open: number;
  readonly differences: Readonly<Record<DifferenceKind, number>>;
  readonly proposals: number;
}

/** Returns what a difference says about the gateway's transaction. */
export function gatewaySide(row: GatewayRow): Partial<DayDifference> {
  return {
    requestId: row.requestId,
    transactionId: row.transactionId,
    date: row.transactionDate,
    terminalId: row.terminalId,
    reference: row.reference,
    methodName: row.methodName,
    programme: row.programme,
    state: row.state,
    gatewayAmount: row.requestAmount === null ? null : amountOf(row),
    currency: row.currency,
  };
}
