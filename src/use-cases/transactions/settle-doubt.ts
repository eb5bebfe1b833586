import { isApproval } from '../../core/transactions/result-codes.js';
import { lateSettledState, terminalReply } from '../../core/transactions/transaction.js';
import type { TraceWork } from '../ports.js';
import type { Downstream, LateOutcome } from './downstream-port.js';
import type { TransactionRow } from './ledger-port.js';
import { savedOutcome, settlement, settleWithRetries } from './settlement.js';
import type { TransactDeps } from './transact-deps.js';

/** The part of the dependencies that settling needs. */
export type SettleDoubtDeps = Pick<
  TransactDeps,
  'ledger' | 'clock' | 'timer' | 'observer' | 'onContradicted' | 'settleRetryMs'
>;

/** The transaction in doubt, as far as settling it needs to know. */
type Doubtful = Pick<
  TransactionRow,
  | 'requestId'
  | 'methodName'
  | 'effect'
  | 'attempt'
  | 'keyId'
  | 'terminalId'
  | 'repliedResultCode'
  | 'terminalRepliedCode'
  | 'errorCode'
> & {
  /** An earlier attempt of the request is in doubt too, so that certainty about this one settles nothing. */
  readonly wasInDoubt: boolean;
};

/**
 * Settles a doubt by what downstream says after all: late, or asked by request id (docs/reference/transactions.md#doubt). When the terminal
 * was told a decline by default and the money moved, or a reversal had left before that was known, the row becomes `contradicted`,
 * operators are alerted, and the money is given back by a reversal of our own. Balances are not settled late: the next call asks again.
 */
export async function settleDoubt(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: LateOutcome,
): Promise<void> {
  if (doubtful.effect === 'none') return;
  if (outcome.kind === 'refused') await notSettleable(deps, doubtful, outcome);
  else if (outcome.kind === 'answered') await settleAnswer(deps, doubtful, outcome);
}

async function settleAnswer(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: Extract<LateOutcome, { kind: 'answered' }>,
  isReversed = false,
): Promise<void> {
  const { resultCode } = outcome.answer.response;
  const state = isReversed
    ? 'contradicted'
    : lateSettledState({
        effect: doubtful.effect,
        resultCode,
        terminalGotDecline: wasDeclineReplied(doubtful),
      });
  const kept = await savedOutcome(outcome);
  const settled = await settleWithRetries(deps, {
    ...settlement(doubtful.requestId, doubtful.attempt, deps.clock.nowMs(), kept),
    // Pending: the late answer was faster than the saving of the timeout.
    fromStates: ['in_doubt', 'queued', 'pending'],
    repliedResultCode: doubtful.repliedResultCode,
    terminalRepliedCode: doubtful.terminalRepliedCode,
    state,
    // What the terminal heard, and hears again on a retry.
    errorCode: state === 'contradicted' ? (doubtful.errorCode ?? 'IN_DOUBT') : null,
    ...(state === 'answered' && terminalReply(doubtful) === null ? { ifTerminalReply: null } : {}),
    ...(state === 'answered' && isMoneyMoved(doubtful, resultCode) ? { unlessReversed: true } : {}),
  });
  if (settled.kind === 'settled') {
    if (state === 'contradicted') await contradicted(deps, doubtful);
  } else if (settled.kind === 'reversed') {
    await settleAnswer(deps, { ...settled.row, wasInDoubt: false }, outcome, true);
  } else if (settled.row !== null && isReplyRecordedSince(doubtful, settled.row)) {
    await settleAnswer(deps, { ...settled.row, errorCode: 'IN_DOUBT', wasInDoubt: false }, outcome);
  }
}

/** An approval of it must not be saved where a reversal has left. */
export function isMoneyMoved({ effect }: Pick<Doubtful, 'effect'>, resultCode: number): boolean {
  return effect === 'money' && isApproval(resultCode);
}

/** A terminal that asked for this very attempt was told something after the decision was made. */
export function isReplyRecordedSince(
  about: Pick<Doubtful, 'attempt' | 'keyId' | 'repliedResultCode' | 'terminalRepliedCode'>,
  row: TransactionRow | null,
): boolean {
  const isOpen = row?.state === 'in_doubt' || row?.state === 'pending' || row?.state === 'queued';
  return isOpen && row.attempt === about.attempt && terminalReply(row) !== terminalReply(about);
}

/** It is certain now that nothing was processed. Advices stay as they are: they are sent again until they are answered. */
async function notSettleable(
  deps: SettleDoubtDeps,
  doubtful: Doubtful,
  outcome: Extract<LateOutcome, { kind: 'refused' }>,
): Promise<void> {
  if (doubtful.effect === 'advice' || doubtful.wasInDoubt) return;
  const kept = await savedOutcome(outcome);
  await settleWithRetries(deps, {
    ...settlement(doubtful.requestId, doubtful.attempt, deps.clock.nowMs(), kept),
    fromStates: ['in_doubt'],
    state: 'refused',
    errorCode: 'DOWNSTREAM_REFUSED',
    replyReason: 'refused',
  });
}

/** For whoever finds out that the money moved although the terminal heard a decline, or reversed it. */
export async function contradicted(deps: SettleDoubtDeps, about: Doubtful): Promise<void> {
  deps.observer.alert('transaction_contradicted', {
    requestId: about.requestId,
    terminalId: about.terminalId,
  });
  await deps.onContradicted(about.requestId);
}

/** A terminal, and not only a backend with a key, was told a decline by default. */
export function wasDeclineReplied(
  about: Pick<Doubtful, 'keyId' | 'repliedResultCode' | 'terminalRepliedCode'>,
): boolean {
  const reply = terminalReply(about);
  return reply !== null && reply < 0;
}

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
 * Asks the routes that can be asked about the transactions in doubt (docs/reference/transactions.md#doubt). Only an answer
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
