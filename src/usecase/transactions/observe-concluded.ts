import type { ComposedTransaction } from './compose.js';
import type { SettleInput } from '../ports.js';
import type { TransactDeps } from './transact-deps.js';

/** Tells metrics and log of a call that has come to its end. */
export function observeConcluded(
  deps: TransactDeps,
  composed: ComposedTransaction,
  settled: Pick<SettleInput, 'state' | 'resultCode' | 'defaultReason' | 'sentAtMs' | 'answeredAtMs'>,
): void {
  const { sentAtMs, answeredAtMs } = settled;
  deps.observer.concluded({
    requestId: composed.claim.requestId,
    ...(composed.httpRequestId === undefined ? {} : { httpRequestId: composed.httpRequestId }),
    terminalId: composed.claim.terminalId,
    door: composed.claim.door,
    methodName: composed.method.name,
    route: composed.claim.route,
    state: settled.state,
    resultCode: settled.resultCode,
    defaultReason: settled.defaultReason,
    durationMs: deps.clock.nowMs() - composed.claim.receivedAtMs,
    downstreamMs: sentAtMs === null || answeredAtMs === null ? null : answeredAtMs - sentAtMs,
  });
}
