import { readMethodCall } from './xml.js';

/** The members of an envelope that the peers name. */
export interface Envelope {
  readonly request: Readonly<Record<string, string | number | undefined>>;
  readonly customer_id: number;
  readonly card_id: number;
  readonly request_id: string;
}

/** Returns the positional parameters by name. Without a directory, the card is unknown. */
export function envelopeOf(text: string): Envelope {
  const { methodName, params } = readMethodCall(text);
  const [
    terminal_id,
    reference,
    request_amount,
    narrative,
    transaction_type,
    transaction_data,
    transaction_id,
  ] = params;
  return {
    request: {
      terminal_id,
      reference,
      request_amount: Number(request_amount),
      narrative,
      transaction_type,
      transaction_data,
      transaction_id,
      transaction_date: params[7],
      checksum: params[8],
      method_name: methodName,
    },
    customer_id: 1,
    card_id: 1,
    request_id: `1_${String(Date.now())}_${transaction_id ?? ''}`,
  };
}
