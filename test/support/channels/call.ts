import { createHmac } from 'node:crypto';
import { canonicalKlv } from './klv.js';
import { positionsOf } from './methods.js';

/**
 * A call for any interface. Fields are texts as the processor prints them: integers with their zeroes, dates as
 * `yyyyMMddTHH:mm:ss`, KLV as its text.
 */
export interface Call {
  readonly method: string;
  /** Fields by their JSON names. A missing field is not sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** Checksum. Default: the right one under `password`. Null leaves it out where the interface allows that. */
  readonly checksum?: string | null;
  /** Password. Default: that of the sandbox's terminals. */
  readonly password?: string;
  /** Customer and card that callers with a key name. Default: those of the wallet. */
  readonly customerId?: unknown;
  readonly cardId?: unknown;
  /** Request id. Default: the derived one, so that a call has the same one on every interface. */
  readonly requestId?: unknown;
}

export const SANDBOX_PASSWORD = '1234567890';
export const SIGNING_KEY = 'sandbox-signing-key';

/** Customer and card of each wallet reference (docs/reference/protocol.md#sandbox). */
export const WALLETS: Readonly<Record<string, { customerId: number; cardId: number }>> = {
  '43172792905': { customerId: 1001, cardId: 5001 },
  '556789731480': { customerId: 1002, cardId: 5002 },
};

export function ownerOf(call: Call): { customerId: number; cardId: number } {
  return WALLETS[call.fields['reference'] ?? ''] ?? { customerId: 1001, cardId: 5001 };
}

/**
 * Returns the positional texts. JSON and GraphQL callers compute the checksum over `canonical` ones
 * (docs/reference/protocol.md#checksum).
 */
export function textsOf(call: Call, form: 'printed' | 'canonical'): string[] {
  return positionsOf(call.method).flatMap(({ name, kind }) => {
    const text = call.fields[name];
    if (text === undefined) return [];
    if (form === 'printed') return [text];
    return [kind === 'int' ? integerText(text) : kind === 'klv' ? canonicalKlv(text) : text];
  });
}

export function checksumOf(call: Call, form: 'printed' | 'canonical', algorithm = 'sha256'): string {
  if (typeof call.checksum === 'string') return call.checksum;
  const message = call.method + textsOf(call, form).join('');
  return createHmac(algorithm, call.password ?? SANDBOX_PASSWORD)
    .update(message, 'utf8')
    .digest('hex');
}

/**
 * Returns the id of docs/reference/transactions.md#request-ids: `<card_id>_<yyyyMMddHHmmss>_<first 48 bits of the checksum as
 * decimal>`.
 */
export function requestIdOf(call: Call, form: 'printed' | 'canonical' = 'canonical'): string {
  if (typeof call.requestId === 'string') return call.requestId;
  const date = call.fields['transaction_date'] ?? call.fields['reference_date'] ?? '';
  const cardId = typeof call.cardId === 'number' ? call.cardId : ownerOf(call).cardId;
  const hex = /^[0-9a-f]{12}/i.exec(checksumOf(call, form))?.[0] ?? '0';
  const head = BigInt(`0x${hex}`);
  return `${String(cardId)}_${date.replace(/\D/g, '')}_${head.toString()}`;
}

export function signatureOf(body: Buffer): string {
  return createHmac('sha256', SIGNING_KEY).update(body).digest('hex');
}

function integerText(text: string): string {
  return /^-?\d+$/.test(text) ? BigInt(text).toString() : text;
}
