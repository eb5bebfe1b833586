import { checksumMessage, computeChecksum } from '../../src/core/checksum.js';
import { NOTHING_PASSED_THROUGH } from '../../src/core/envelope.js';
import type { JsonValue } from '../../src/core/json.js';
import { checksumArguments, methodTable } from '../../src/core/methods.js';
import { deriveRequestId } from '../../src/core/request-id.js';
import { formatWireDate } from '../../src/core/wire-date.js';
import { wireDateOf, type TransactionCall } from '../../src/usecase/transactions/call.js';
import type { Wallet } from '../../src/usecase/ports.js';
import { NEW_WALLET, PASSWORD, WALLETS } from './directory.js';

export interface Identity {
  readonly terminalId: string;
  readonly wallet: Pick<Wallet, 'reference' | 'customerId' | 'cards'>;
  readonly transactionId: string;
  readonly atMs: number;
}

/** A call that a terminal signs itself. */
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

/** A call of a backend with a key, which leaves the checksum to the gateway and brings a request id of its own. */
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

/** The reversal that undoes `original`, whose date its sender takes for so much later than it is. */
export function reversalCall(
  methodName: string,
  original: Identity,
  { transactionId, missedByMs = 0 }: { readonly transactionId: string; readonly missedByMs?: number },
): TransactionCall {
  return terminalCall(
    methodName,
    { ...original, transactionId },
    {
      reference_id: original.transactionId,
      reference_date: formatWireDate(original.atMs + missedByMs),
    },
  );
}

/** The same text with the same checksum, cut into other fields: a digit of the narrative becomes one of the amount. */
export function shiftBorders(call: TransactionCall): TransactionCall {
  const { request_amount: amount, narrative } = call.fields;
  const text = String(narrative);
  const fields = {
    ...call.fields,
    request_amount: Number(`${String(amount)}${text.slice(0, 1)}`),
    narrative: text.slice(1),
  };
  return { ...call, fields };
}

/** The id that the call goes by: its own, or the one that the gateway derives where it has not had the call before. */
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
    terminal_id: terminalId,
    reference: wallet.reference,
    request_amount: 200,
    narrative: '5 Shop in the street',
    transaction_type: methodName === 'LoadAuth' ? '20' : '00',
    transaction_data: {},
    transaction_id: transactionId,
    transaction_date: formatWireDate(atMs),
    message_name: 'digitization.approval',
    message_data: {},
    ...more,
  };
  const names = METHODS.find(methodName)?.parameters.map(({ name }) => name) ?? [];
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] ?? '']] : [])));
}

export function checksumOf(methodName: string, fields: TransactionCall['fields']): string {
  const method = METHODS.find(methodName);
  if (method === undefined) throw new Error(`${methodName} is not a method`);
  return computeChecksum('sha256', PASSWORD, checksumMessage(methodName, checksumArguments(method, fields)));
}
