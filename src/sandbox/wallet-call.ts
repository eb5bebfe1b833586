/** What the simulated wallet service reads of an envelope (service.md 2.1, 2.2); texts that are missing are empty. */
export interface WalletCall {
  readonly requestId: string;
  readonly customerId: number;
  readonly method: string;
  readonly terminalId: string;
  readonly reference: string;
  /** Minor units; null when there is none or it is no integer from 0 to 2^53-1. */
  readonly amount: number | null;
  readonly transactionId: string;
  readonly transactionDate: string;
  /** Of reversals and adjustments: transaction id and date of the original. */
  readonly referenceId: string;
  readonly referenceDate: string;
  readonly messageName: string;
}

/** Null for a body that is no envelope. */
export function readWalletCall(body: Buffer): WalletCall | null {
  const envelope = readObject(body);
  const request = envelope === null ? null : asObject(envelope['request']);
  if (envelope === null || request === null) return null;
  const { request_id: requestId, customer_id: customerId } = envelope;
  if (typeof requestId !== 'string' || typeof customerId !== 'number') return null;
  const amount = request['request_amount'];
  return {
    requestId,
    customerId,
    method: text(request['method_name']),
    terminalId: text(request['terminal_id']),
    reference: text(request['reference']),
    amount: typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : null,
    transactionId: text(request['transaction_id']),
    transactionDate: text(request['transaction_date']),
    referenceId: text(request['reference_id']),
    referenceDate: text(request['reference_date']),
    messageName: text(request['message_name']),
  };
}

function readObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
