import { NOTHING_PASSED_THROUGH, readRequest } from '../../src/core/transactions/envelope.js';
import { checksumArguments, methodTable } from '../../src/core/transactions/methods.js';
import { deriveRequestId } from '../../src/core/transactions/transaction.js';
import { checksumMessage, computeChecksum } from '../../src/core/wire/checksum.js';
import type { JsonObject, JsonValue } from '../../src/core/wire/json.js';
import { formatWireDate } from '../../src/core/wire/wire-date.js';
import type { Wallet } from '../../src/use-cases/directory/directory-port.js';
import { type TransactionCall, wireDateOf } from '../../src/use-cases/transactions/call.js';
import { NEW_WALLET, PASSWORD, WALLETS } from './directory.js';

export interface Identity {
  readonly terminalId: string;
  readonly wallet: Pick<Wallet, 'reference' | 'customerId' | 'cards'>;
  readonly transactionId: string;
  readonly atMs: number;
}

/** Returns a call that a terminal signs itself. */
export function terminalCall(
  methodName: string,
  identity: Identity,
  more: Record<string, JsonValue> = {},
): TransactionCall {
  const fields = fieldsOf(methodName, identity, more);
  return {
    methodName,
    fields: { ...fields, checksum: checksumOf(methodName, fields) },
    customerId: null,
    cardId: null,
    requestId: null,
    passThrough: NOTHING_PASSED_THROUGH,
  };
}

/** Returns a call of a backend with a key. The gateway makes the checksum, and the call has its own request id. */
export function keyCall(methodName: string, identity: Identity, requestId: string | null): TransactionCall {
  const { customerId, cards } = identity.wallet;
  return {
    methodName,
    fields: fieldsOf(methodName, identity, {}),
    customerId,
    cardId: cards[0]?.cardId ?? 0,
    requestId,
    passThrough: NOTHING_PASSED_THROUGH,
  };
}

/** Returns the reversal that undoes `original`. Its sender believes the original's date to be so much later. */
export function reversalCall(
  methodName: string,
  original: Identity,
  { transactionId, missedByMs = 0 }: { readonly transactionId: string; readonly missedByMs?: number },
): TransactionCall {
  return terminalCall(
    methodName,
    { ...original, transactionId },
    {
      referenceId: original.transactionId,
      referenceDate: formatWireDate(original.atMs + missedByMs),
    },
  );
}

/** Returns the same text with the same checksum, divided into other fields: a digit of the narrative moves to the amount. */
export function moveBoundaries(call: TransactionCall): TransactionCall {
  const { requestAmount: amount, narrative } = call.fields;
  const text = String(narrative);
  const fields = {
    ...call.fields,
    requestAmount: Number(`${String(amount)}${text.slice(0, 1)}`),
    narrative: text.slice(1),
  };
  return { ...call, fields };
}

/** Returns the request id of a call: its own, or the derived one of a first call. */
export function requestIdOf(call: TransactionCall): string {
  const wallet = [...WALLETS, NEW_WALLET].find(({ reference }) => reference === call.fields['reference']);
  const checksum = call.fields['checksum'];
  return (
    call.requestId ??
    deriveRequestId({
      cardId: wallet?.cards[0]?.cardId ?? call.cardId ?? 0,
      wireDate: wireDateOf(call),
      checksum: typeof checksum === 'string' ? checksum : checksumOf(call.methodName, call.fields),
    })
  );
}

const METHODS = methodTable();

function fieldsOf(
  methodName: string,
  { terminalId, wallet, transactionId, atMs }: Identity,
  more: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const all: Record<string, JsonValue> = {
    terminalId,
    reference: wallet.reference,
    requestAmount: 200,
    narrative: '5 Shop in the street',
    transactionType: methodName === 'LoadAuth' ? '20' : '00',
    transactionData: {},
    transactionId,
    transactionDate: formatWireDate(atMs),
    messageName: 'digitization.approval',
    messageData: {},
    ...more,
  };
  const names = METHODS.find(methodName)?.parameters.map(({ name }) => name) ?? [];
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] ?? '']] : [])));
}

/** Returns the fields of a saved request, by name. */
export function savedFields(methodName: string, request: JsonObject): TransactionCall['fields'] {
  const method = METHODS.find(methodName);
  return method === undefined ? {} : readRequest(method, request).fields;
}

export function checksumOf(methodName: string, fields: TransactionCall['fields']): string {
  const method = METHODS.find(methodName);
  if (method === undefined) throw new Error(`${methodName} is not a method`);
  return computeChecksum('sha256', PASSWORD, checksumMessage(methodName, checksumArguments(method, fields)));
}
