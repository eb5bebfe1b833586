import type { Effect } from './methods.js';
import { isApproval, PARTIALLY_APPROVED } from './result-codes.js';
import type { ShownState } from './life.js';
import type { ReversalDecision } from './transaction.js';

/** Fields of a transaction that the comparison reads, under the names of an export. */
export interface GatewayRow {
  readonly requestId: string;
  readonly transactionId: string | null;
  /** `yyyyMMddTHH:mm:ss` in UTC. */
  readonly transactionDate: string | null;
  readonly terminalId: string;
  /** Reference of the wallet. */
  readonly reference: string;
  readonly methodName: string;
  readonly effect: Effect;
  readonly state: ShownState;
  readonly resultCode: number | null;
  /** Minor units. */
  readonly requestAmount: number | null;
  /** Minor units, of a partial approval. */
  readonly approvalAmount: number | null;
  /** Currency of the programme. */
  readonly currency: string | null;
  readonly programme: string;
  /** Name of the route, which leads to a wallet service. */
  readonly route: string;
  readonly originalRequestId: string | null;
  /** Why the caller got a reply of the gateway. Null where it got that of the wallet service. */
  readonly replyReason: string | null;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly sentAt: string | null;
  readonly answeredAt: string | null;
}

/** Effect of a row of the gateway on money. */
export type Standing = 'moved' | 'doubt' | 'open' | 'not_moved';

/** Returns what a row says about money. A declined advice moved nothing, although its terminal got an acceptance. */
export function standingOf(row: GatewayRow): Standing {
  if (!movesMoney(row) || isUnsent(row)) return 'not_moved';
  switch (row.state) {
    case 'answered':
      return isApproval(row.resultCode ?? 0) ? 'moved' : 'not_moved';
    case 'contradicted':
      return 'moved';
    case 'in_doubt':
      return 'doubt';
    case 'pending':
    case 'queued':
    case 'unmatched':
      return 'open';
    case 'refused':
    case 'failed':
      return 'not_moved';
  }
}

/**
 * Returns true for an advice that the gateway accepted and did not send: there was nothing to give back, its own reversal did so, or
 * a reversal of the advice came first.
 */
export function isUnsent({ state, replyReason }: Pick<GatewayRow, 'state' | 'replyReason'>): boolean {
  return state === 'answered' && UNSENT.has(replyReason ?? '');
}

const UNSENT: ReadonlySet<string> = new Set<ReversalDecision | 'reversed_first'>([
  'original_not_processed',
  'reversed_by_gateway',
  'reversed_first',
]);

export function movesMoney({ effect, requestAmount }: GatewayRow): boolean {
  return requestAmount !== null && (effect === 'money' || effect === 'advice');
}

/** Returns the amount that moved, or may have moved, in minor units. */
export function amountOf({
  requestAmount,
  approvalAmount,
  resultCode,
}: Pick<GatewayRow, 'requestAmount' | 'approvalAmount' | 'resultCode'>): number {
  const isPartial = resultCode === PARTIALLY_APPROVED && approvalAmount !== null;
  return (isPartial ? approvalAmount : requestAmount) ?? 0;
}

/** Returns when the wallet service booked the row, as far as the gateway knows. A queued advice is booked when it is answered. */
export function bookedAtMs({ answeredAt, sentAt, receivedAt }: GatewayRow): number {
  return Date.parse(answeredAt ?? sentAt ?? receivedAt);
}

const DAY_MS = 86_400_000;

/** Returns the range of a day in UTC (`yyyy-MM-dd`); null for a text that is no day. */
export function rangeOfDay(day: string): { readonly fromMs: number; readonly toMs: number } | null {
  const fromMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines accept 30 February and turn it into a day of March.
  const isReal = !Number.isNaN(fromMs) && new Date(fromMs).toISOString().slice(0, 10) === day;
  return isReal ? { fromMs, toMs: fromMs + DAY_MS } : null;
}

/** Rows of the gateway this far outside a day may match rows of its file: the clocks of two systems differ. */
const DAY_MARGIN_MS = 3_600_000;

/** The same for the Mark-off file, whose day and dates have zones that nobody names. They differ by up to 26 hours. */
export const ZONES_APART_MS = 26 * 3_600_000;

/** Advices that were queued no longer than this are found on the day of their answer. */
const QUEUED_MS = 86_400_000;

/** Returns the range of receipt of the rows that may be booked in the day of a file. */
export function receivedAround(
  day: { readonly fromMs: number; readonly toMs: number },
  keyBy: string,
): { readonly fromMs: number; readonly toMs: number } {
  return {
    fromMs: day.fromMs - QUEUED_MS,
    toMs: day.toMs + (keyBy === 'mark_off' ? ZONES_APART_MS : DAY_MARGIN_MS),
  };
}

export function isReversal({ effect, methodName }: GatewayRow): boolean {
  return effect === 'advice' && methodName.endsWith('Reversal');
}

/** Returns the words that name the result code of a row, empty where it has none. */
export function codeText({ resultCode }: GatewayRow): string {
  return resultCode === null ? '' : ` with resultCode ${String(resultCode)}`;
}
