import { createHash } from 'node:crypto';
import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';

export interface Pairs {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Common part of calls of a backend that makes a new request id for the same call. */
export interface IdenticalRuns {
  readonly checksum: string;
  readonly transactionId: string;
  readonly transactionDate: string;
}

export function checksumCalledSo(name: string): IdenticalRuns {
  const checksum = createHash('sha256').update(name).digest('hex');
  return { checksum, transactionId: name, transactionDate: '20260817T17:58:57' };
}

let runs = 0;

/**
 * Runs claim and settle, one pair after the other for each caller, as a Deduct does: with its texts, cards that seldom repeat,
 * and random checksums.
 */
export async function runPairs(
  ledger: Pick<Ledger, 'claim' | 'settle'>,
  until: {
    readonly callers: number;
    readonly isOver: () => boolean;
    /** Common part of all calls. Null or left out, the calls have nothing in common. */
    readonly alike?: IdenticalRuns | null;
  },
): Promise<Pairs> {
  runs += 1;
  const run = `${String(Date.now())}.${String(runs)}`;
  const latenciesMs: number[] = [];
  let number = 0;
  const startedAtMs = performance.now();
  const caller = async (): Promise<void> => {
    while (!until.isOver()) {
      const call = callOf(run, (number += 1), until.alike ?? null);
      const sentAtMs = performance.now();
      const { kind } = await ledger.claim(call);
      if (kind !== 'claimed') throw new Error(`The claim was ${kind}.`);
      const settled = await ledger.settle(answerTo(call));
      if (settled.kind !== 'settled') throw new Error('The answer was lost.');
      latenciesMs.push(performance.now() - sentAtMs);
    }
  };
  await Promise.all(Array.from({ length: until.callers }, caller));
  const seconds = (performance.now() - startedAtMs) / 1000;
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number => latenciesMs[Math.floor(latenciesMs.length * share)] ?? NaN;
  return { perSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const CARDS = 1_000_000;
const REQUEST = JSON.stringify({ request: 'x'.repeat(520) });
export const ANSWER = JSON.stringify({ response: 'y'.repeat(330) });

type Call = Parameters<Ledger['claim']>[0];

function callOf(run: string, number: number, alike: IdenticalRuns | null): Call {
  const cardId = 5_000_000 + ((number * 7919) % CARDS);
  const own = createHash('sha256')
    .update(`${run}.${String(number)}`)
    .digest('hex');
  const receivedAtMs = Date.now();
  const now = new Date(receivedAtMs).toISOString().slice(0, 19).replaceAll('-', '');
  const { checksum, transactionId, transactionDate } = alike ?? {
    checksum: own,
    transactionId: `${run}.${String(number)}`,
    transactionDate: now,
  };
  const requestId = `${String(cardId)}_${now.replace(/[T:]/g, '')}_${String(parseInt(own.slice(0, 12), 16))}`;
  return {
    requestId,
    methodName: 'Deduct',
    effect: 'money',
    channel: 'json',
    programme: 'bench',
    terminalId: '0068766621',
    reference: String(cardId),
    customerId: cardId,
    cardId,
    keyId: 'bench',
    requestAmount: 200,
    transactionId,
    transactionDate,
    referenceId: null,
    referenceDate: null,
    checksum,
    checksumKey: transactionDate + checksum.slice(0, 12),
    fieldBoundaries: '10,21,30',
    contentHash: checksum,
    request: REQUEST,
    sealedBody: null,
    route: 'default',
    state: 'pending',
    decline: null,
    receivedAtMs,
    owner: 'bench',
    leaseMs: 10_000,
    reversedBy: ['DeductReversal'],
    reverses: [],
    givesBack: null,
    rivals: [],
  };
}

function answerTo({ requestId, receivedAtMs }: Call): Parameters<Ledger['settle']>[0] {
  return {
    requestId,
    attempt: 1,
    fromStates: ['pending', 'in_doubt'],
    state: 'answered',
    sentAtMs: receivedAtMs + 1,
    refusedSentAtMs: null,
    answeredAtMs: receivedAtMs + 2,
    settledAtMs: receivedAtMs + 3,
    rawAnswer: ANSWER,
    httpStatus: 200,
    failure: null,
    answer: ANSWER,
    resultCode: 1,
    errorCode: null,
    replyReason: null,
    repliedResultCode: null,
    terminalRepliedCode: null,
    nextAttemptInMs: null,
  };
}
