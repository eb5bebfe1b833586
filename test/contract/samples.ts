import { createHash } from 'node:crypto';
import type { ClaimInput, ReclaimInput, SettleInput } from '../../src/use-cases/transactions/ledger-port.js';

/** Returns a Deduct as claim input. Checksum and arguments follow from the identity, so that two calls never share them by chance. */
export function deduct(change: Partial<ClaimInput> = {}): ClaimInput {
  const requestId = change.requestId ?? '5001_20260101220405_1';
  const checksum =
    change.checksum ??
    createHash('sha256')
      .update(`${change.methodName ?? 'Deduct'}/${requestId}`)
      .digest('hex');
  return {
    requestId,
    methodName: 'Deduct',
    effect: 'money',
    channel: 'json',
    programme: 'sandbox',
    terminalId: '0068766621',
    reference: '43172792905',
    customerId: 1001,
    cardId: 5001,
    keyId: null,
    requestAmount: 200,
    transactionId: 'T-1',
    transactionDate: '20260101T22:04:05',
    referenceId: null,
    referenceDate: null,
    checksum,
    checksumKey: `20260101T22:04:05${checksum.slice(0, 12)}`,
    fieldBoundaries: `arguments of ${checksum}`,
    contentHash: 'content',
    request: '{"request":{}}',
    sealedBody: null,
    route: 'default',
    state: 'pending',
    decline: null,
    receivedAtMs: 1_000,
    owner: 'owner-1',
    leaseMs: 9_000,
    reversedBy: ['DeductReversal'],
    reverses: [],
    givesBack: null,
    rivals: [],
    ...change,
  };
}

/** Returns the reversal of `deduct()`. */
export function reversal(change: Partial<ClaimInput> = {}): ClaimInput {
  return deduct({
    requestId: '5001_20260101220500_2',
    methodName: 'DeductReversal',
    effect: 'advice',
    transactionId: 'T-2',
    transactionDate: '20260101T22:05:00',
    referenceId: 'T-1',
    referenceDate: '20260101T22:04:05',
    sealedBody: Buffer.from('sealed'),
    reversedBy: [],
    reverses: ['Deduct'],
    rivals: [],
    ...change,
  });
}

export function adjustment(change: Partial<ClaimInput> = {}): ClaimInput {
  return reversal({
    requestId: '5001_20260101220600_3',
    methodName: 'DeductAdjustment',
    reverses: [],
    rivals: [],
    ...change,
  });
}

export function answered(requestId: string, change: Partial<SettleInput> = {}): SettleInput {
  return {
    requestId,
    attempt: 1,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    sentAtMs: 1_100,
    refusedSentAtMs: null,
    answeredAtMs: 1_200,
    settledAtMs: 1_201,
    rawAnswer: '{"raw":true}',
    httpStatus: 200,
    failure: null,
    answer: '{"response":{"resultCode":1}}',
    resultCode: 1,
    errorCode: null,
    replyReason: null,
    repliedResultCode: null,
    terminalRepliedCode: null,
    nextAttemptInMs: null,
    ...change,
  };
}

export function refused(requestId: string, change: Partial<SettleInput> = {}): SettleInput {
  return answered(requestId, {
    state: 'refused',
    sentAtMs: null,
    answeredAtMs: null,
    rawAnswer: null,
    httpStatus: null,
    answer: null,
    resultCode: null,
    errorCode: 'DOWNSTREAM_REFUSED',
    replyReason: 'refused',
    ...change,
  });
}

export function again(requestId: string, change: Partial<ReclaimInput> = {}): ReclaimInput {
  return {
    requestId,
    fromState: 'refused',
    fromAttempt: 1,
    owner: 'owner-2',
    leaseMs: 9_000,
    reversedBy: ['DeductReversal'],
    route: 'default',
    ...change,
  };
}
