import { createHash } from 'node:crypto';
import type { Outcome, Reply, State, Withheld } from '../../src/core/transactions/life.js';
import type {
  ApplyInput,
  Brought,
  ClaimInput,
  ReclaimInput,
} from '../../src/use-cases/transactions/ledger-port.js';

/** Returns a Deduct as claim input. Checksum and content follow from the identity, so that two calls never share them by chance. */
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
    currency: 'EUR',
    narrative: 'KARINA FURNITURE',
    transactionId: 'T-1',
    transactionDate: '20260101T22:04:05',
    referenceId: null,
    referenceDate: null,
    checksum,
    digest: `content of ${checksum}`,
    request: '{"request":{}}',
    sealedBody: null,
    route: 'default',
    state: 'pending',
    decline: null,
    receivedAtMs: 1_000,
    owner: 'owner-1',
    reversedBy: ['DeductReversal'],
    reverses: [],
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
    ...change,
  });
}

export function adjustment(change: Partial<ClaimInput> = {}): ClaimInput {
  return reversal({
    requestId: '5001_20260101220600_3',
    methodName: 'DeductAdjustment',
    reverses: [],
    ...change,
  });
}

type Change = Partial<Omit<ApplyInput, 'requestId' | 'fact' | 'brought'>> &
  Partial<Brought> & { readonly attempt?: number; readonly reply?: Reply | null };

/** Returns the answer of the wallet service to an attempt, the first one unless `attempt` says so. */
export function answered(
  requestId: string,
  { resultCode = 1, ...change }: Change & { readonly resultCode?: number } = {},
): ApplyInput {
  const brought = { ...BROUGHT, httpStatus: 200, rawAnswer: '{"raw":true}', answer: answerText(resultCode) };
  return applied(requestId, { kind: 'answer', resultCode, ...OF_FIRST }, { ...brought, ...change });
}

/** Returns an attempt that was certainly not processed. */
export function refused(
  requestId: string,
  { wasInDoubt = false, ...change }: Change & { readonly wasInDoubt?: boolean } = {},
): ApplyInput {
  const fact = { kind: 'refusal', wasInDoubt, ...OF_FIRST } as const;
  return applied(requestId, fact, { ...BROUGHT, sentAtMs: null, answeredAtMs: null, ...change });
}

/** Returns an attempt without a usable answer. An advice is queued on a route that dedupes, else in doubt. */
export function doubted(
  requestId: string,
  { dedupes = false, ...change }: Change & { readonly dedupes?: boolean } = {},
): ApplyInput {
  const fact = { kind: 'doubt', cause: 'timeout', dedupes, ...OF_FIRST } as const;
  return applied(requestId, fact, { ...BROUGHT, answeredAtMs: null, failure: 'timeout', ...change });
}

/** Returns why an advice is not sent now. */
export function withheld(
  requestId: string,
  as: Withheld['as'],
  change: Partial<Withheld & ApplyInput> = {},
): ApplyInput {
  const { attempt = 1, nextAttemptInMs = 0, atMs = 1_201, reversals } = change;
  return { requestId, atMs, nextAttemptInMs, reversals, fact: { kind: 'withheld', attempt, as } };
}

/** Returns what a terminal's repeated call got. */
export function told(requestId: string, resultCode: number): ApplyInput {
  return { requestId, atMs: 1_300, fact: { kind: 'told', resultCode } };
}

/** Returns what an operator found about a transaction in this state: 1 approved, negative declined. */
export function decided(
  requestId: string,
  resultCode: number,
  { seen = 'in_doubt', ...change }: Partial<ApplyInput> & { readonly seen?: State } = {},
): ApplyInput {
  const fact = { kind: 'operator', resultCode, seen, lateSinceMs: Infinity } as const;
  return { requestId, atMs: 1_400, operatorsAnswer: answerText(resultCode), fact, ...change };
}

/** Returns the gateway's own reply to a terminal. */
export function toTerminal(resultCode: number): Reply {
  return { resultCode, errorCode: null, isToTerminal: true };
}

const OF_FIRST = { attempt: 1, reply: null };

const BROUGHT: Brought = {
  sentAtMs: 1_100,
  refusedSentAtMs: null,
  answeredAtMs: 1_200,
  httpStatus: null,
  failure: null,
  rawAnswer: null,
  answer: null,
};

function answerText(resultCode: number): string {
  return JSON.stringify({ response: { resultCode } });
}

function applied(requestId: string, fact: Outcome, change: Change & Brought): ApplyInput {
  const { attempt = 1, reply = null, atMs = 1_201, nextAttemptInMs, reversals, claimed, ...brought } = change;
  return {
    ...{ requestId, atMs, nextAttemptInMs, reversals, claimed, brought },
    fact: { ...fact, attempt, reply },
  };
}

export function again(requestId: string, change: Partial<ReclaimInput> = {}): ReclaimInput {
  return {
    requestId,
    fromState: 'refused',
    fromAttempt: 1,
    keyId: null,
    owner: 'owner-2',
    reversedBy: ['DeductReversal'],
    route: 'default',
    ...change,
  };
}
