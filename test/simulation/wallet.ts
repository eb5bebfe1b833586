import { methodTable } from '../../src/core/transactions/methods.js';
import type { JsonObject, JsonValue } from '../../src/core/wire/json.js';
import { parseWireDate } from '../../src/core/wire/wire-date.js';
import type { Identity } from './calls.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';

export interface Said extends JsonObject {
  readonly resultCode: number;
  /** Code that tells the answer to one processing from every other. */
  readonly authorisation: string;
}

/** Money that the wallet service took or credited, by its own record. */
export interface Movement {
  /** Request id. Null for a movement from before its connection to this gateway. */
  readonly requestId: string | null;
  readonly methodName: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly atMs: number;
  /** Request id of the advice that undid it. Null while it stands. */
  undoneBy: string | null;
}

/** The wallet service behind the network, with its own record of its work. */
export interface Wallet {
  process(requestId: string, body: Buffer): Said;
  /** Records a movement from before its connection to this gateway, which the gateway does not know. */
  remember(methodName: string, original: Identity): void;
  /** Returns its answer to a request id. Returns null where it has never had it. */
  recall(requestId: string): Said | null;
  /** Returns how often an id moved money (an advice: how often it was booked). */
  moves(requestId: string): number;
  /** Returns all its answers about an id. */
  said(requestId: string): readonly Said[];
  readonly movements: readonly Movement[];
}

export interface WalletArgs {
  readonly random: Random;
  readonly journal: Journal;
  /** Whether it recognises a request id and repeats its first answer. */
  readonly dedupes: boolean;
  readonly declinesReversals: boolean;
}

/**
 * Makes a wallet service. It finds the original of a reversal by terminal, reference and id, within a day, whatever the second.
 * It answers 1 to a reversal without an original, and moves nothing then. It gives nothing back twice.
 */
export function createWallet({ random, journal, dedupes, declinesReversals }: WalletArgs): Wallet {
  const record = new Map<string, Said[]>();
  const movements: Movement[] = [];
  let count = 0;

  function resultOf(call: ReadCall): number {
    if (call.reverses.length > 0) return declinesReversals ? random.pick([1, 1, -14, -9]) : 1;
    return random.pick([1, 1, 1, 2, -14, -9]);
  }

  function take(requestId: string, call: ReadCall, resultCode: number): void {
    if (resultCode <= 0) return;
    if (call.isMoney)
      movements.push({ requestId, ...call.identity, methodName: call.methodName, undoneBy: null });
    const original = activeOriginal(movements, call);
    if (original !== null) original.undoneBy = requestId;
  }

  return {
    movements,
    process(requestId, body) {
      const before = record.get(requestId) ?? [];
      const [first] = before;
      if (dedupes && first !== undefined) return first;
      count += 1;
      const call = readCall(body);
      const resultCode = resultOf(call);
      const said = { resultCode, authorisation: `A${String(count)}` };
      record.set(requestId, [...before, said]);
      take(requestId, call, resultCode);
      journal.write({ kind: 'processed', requestId, resultCode });
      return said;
    },
    remember(methodName, { terminalId, wallet, transactionId, atMs }) {
      const { reference } = wallet;
      movements.push({
        requestId: null,
        methodName,
        terminalId,
        reference,
        transactionId,
        atMs,
        undoneBy: null,
      });
    },
    recall: (requestId) => record.get(requestId)?.at(-1) ?? null,
    moves: (requestId) => (record.get(requestId) ?? []).filter(({ resultCode }) => resultCode > 0).length,
    said: (requestId) => record.get(requestId) ?? [],
  };
}

/** Greatest distance between the dates of a reversal and its original. */
export const DAY_MS = 86_400_000;

interface ReadCall {
  readonly methodName: string;
  readonly isMoney: boolean;
  readonly reverses: readonly string[];
  readonly identity: Pick<Movement, 'terminalId' | 'reference' | 'transactionId' | 'atMs'>;
  readonly referenceId: string;
  readonly referenceAtMs: number;
}

const METHODS = methodTable();

function readCall(body: Buffer): ReadCall {
  const { request } = JSON.parse(body.toString('utf8')) as { request: JsonObject };
  const method = METHODS.find(textOf(request['method_name']));
  if (method === undefined) throw new Error('A call of no method reached the wallet service.');
  return {
    methodName: method.name,
    isMoney: method.effect === 'money',
    reverses: method.reverses ?? [],
    identity: {
      terminalId: textOf(request['terminal_id']),
      reference: textOf(request['reference']),
      transactionId: textOf(request['transaction_id']),
      atMs: timeOf(request['transaction_date']),
    },
    referenceId: textOf(request['reference_id']),
    referenceAtMs: timeOf(request['reference_date']),
  };
}

/** Returns the nearest in time of the movements that a reversal may mean. */
function activeOriginal(movements: readonly Movement[], call: ReadCall): Movement | null {
  const { terminalId, reference } = call.identity;
  const distanceMs = ({ atMs }: Movement): number => Math.abs(atMs - call.referenceAtMs);
  const [nearest] = movements
    .filter((one) => one.terminalId === terminalId && one.reference === reference)
    .filter((one) => one.transactionId === call.referenceId && call.reverses.includes(one.methodName))
    .filter((one) => one.undoneBy === null && distanceMs(one) <= DAY_MS)
    .sort((a, b) => distanceMs(a) - distanceMs(b));
  return nearest ?? null;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function timeOf(value: JsonValue | undefined): number {
  const date = parseWireDate(textOf(value));
  return date.kind === 'ok' ? date.epochMs : Number.NaN;
}
