/** Calls of terminals, with their checksums, and the wallets that they name. */
import { NOTHING_PASSED_THROUGH } from '../../../src/core/transactions/envelope.js';
import { checksumArguments, methodTable } from '../../../src/core/transactions/methods.js';
import { deriveRequestId } from '../../../src/core/transactions/transaction.js';
import { checksumMessage, computeChecksum } from '../../../src/core/wire/checksum.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { formatWireDate } from '../../../src/core/wire/wire-date.js';
import type { Wallet } from '../../../src/use-cases/directory/directory-port.js';
import { type TransactionCall, wireDateOf } from '../../../src/use-cases/transactions/call/call.js';

export const PASSWORD = Buffer.from('password of the terminal');
export const PROGRAMME = 'programme';
const CARD = { cardId: 5001, trackingNumber: null, isDefault: true, isBlocked: false };
export const WALLET: Wallet = {
  ...{ reference: '43172792905', programme: PROGRAMME, customerId: 1001, isBlocked: false, cards: [CARD] },
};

export interface Identity {
  readonly terminalId: string;
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

/** Returns the request id that the gateway derives for a terminal's call. */
export const requestIdOf = (call: TransactionCall): string =>
  deriveRequestId({
    cardId: CARD.cardId,
    wireDate: wireDateOf(call),
    checksum: String(call.fields['checksum']),
  });

const METHODS = methodTable();

function fieldsOf(
  methodName: string,
  { terminalId, transactionId, atMs }: Identity,
  more: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const all: Record<string, JsonValue> = {
    terminalId,
    reference: WALLET.reference,
    requestAmount: 200,
    narrative: '5 Shop in the street',
    transactionType: '00',
    transactionData: {},
    transactionId,
    transactionDate: formatWireDate(atMs),
    ...more,
  };
  const names = METHODS.find(methodName)?.parameters.map(({ name }) => name) ?? [];
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] ?? '']] : [])));
}

function checksumOf(methodName: string, fields: TransactionCall['fields']): string {
  const method = METHODS.find(methodName);
  if (method === undefined) throw new Error(`${methodName} is not a method`);
  return computeChecksum('sha256', PASSWORD, checksumMessage(methodName, checksumArguments(method, fields)));
}
