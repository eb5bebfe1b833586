/**
 * Fields that the simulated wallet service reads from an envelope (docs/reference/protocol.md#envelope). Missing texts are
 * empty.
 */
export interface WalletCall {
  readonly requestId: string;
  readonly customerId: number;
  readonly method: string;
  readonly terminalId: string;
  readonly reference: string;
  /** Minor units; null when missing or no integer from 0 to 2^53-1. */
  readonly amount: number | null;
  readonly transactionId: string;
  readonly transactionDate: string;
  /** Transaction id of the original, for reversals and adjustments. The date follows. */
  readonly referenceId: string;
  readonly referenceDate: string;
  readonly messageName: string;
  /** True if the terminal can take a part of the amount (KLV 925). */
  readonly takesPart: boolean;
}

/** Reads an envelope. Returns null for any other body. */
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
    takesPart: text(asObject(request['transaction_data'])?.['supports_partial_auth']) !== '',
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

/**
 * Members of an answer: integers, texts, and the arrays of an AdministrativeMessage
 * (docs/reference/protocol.md#answer-members).
 */
export type AnswerMembers = { readonly resultCode: number } & Readonly<
  Record<string, number | string | readonly TypeAndValue[]>
>;

export interface TypeAndValue {
  readonly type: string;
  readonly value: string;
}

/**
 * Writes a methodResponse like the processor's wallet services: compact, `<int>`, values inside arrays untyped
 * (docs/reference/protocol.md#answer-members). It shares no code with the gateway's writer and reader, so that no common
 * mistake can hide.
 */
export function methodResponse(members: AnswerMembers): string {
  const value = struct(Object.entries(members).map(([name, member]) => [name, memberXml(member)]));
  return `${DECLARATION}<methodResponse><params><param>${value}</param></params></methodResponse>`;
}

export function faultResponse(faultCode: number, faultString: string): string {
  const value = struct([
    ['faultCode', memberXml(faultCode)],
    ['faultString', memberXml(faultString)],
  ]);
  return `${DECLARATION}<methodResponse><fault>${value}</fault></methodResponse>`;
}

const DECLARATION = '<?xml version="1.0"?>';

function struct(members: readonly (readonly [name: string, valueXml: string])[]): string {
  const xml = members.map(([name, valueXml]) => `<member><name>${escape(name)}</name>${valueXml}</member>`);
  return `<value><struct>${xml.join('')}</struct></value>`;
}

function memberXml(member: AnswerMembers[string]): string {
  if (typeof member === 'number') {
    const type = member === (member | 0) ? 'int' : 'i8';
    return `<value><${type}>${member}</${type}></value>`;
  }
  if (typeof member === 'string') return `<value><string>${escape(member)}</string></value>`;
  const items = member.map(({ type, value }) =>
    struct([
      ['type', `<value>${escape(type)}</value>`],
      ['value', `<value>${escape(value)}</value>`],
    ]),
  );
  return `<value><array><data>${items.join('')}</data></array></value>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
