import { isFraction, isJsonObject, type JsonObject, type JsonValue } from '../wire/json.js';
import { isApproval } from './result-codes.js';

/**
 * Normalized answer (docs/reference/protocol.md#normalized-answer). `response` is downstream's own object with all its members.
 */
export interface NormalizedAnswer {
  readonly status: string;
  readonly message: string;
  /** Null when downstream named no customer. */
  readonly customerId: number | null;
  readonly response: JsonObject & { readonly resultCode: number };
}

type UnusableReason =
  | 'not_an_object'
  | 'response_missing'
  | 'method_response_unreadable'
  | 'fault'
  | 'result_code_missing'
  | 'amount_unreadable'
  | 'customer_unreadable'
  | 'two_customers'
  | 'other_customer';

export type Normalisation =
  | { readonly kind: 'answer'; readonly answer: NormalizedAnswer }
  | { readonly kind: 'unusable'; readonly reason: UnusableReason };

/** Content of a methodResponse, with its value as JSON. Integers beyond ±(2^53-1) are strings. */
export type MethodResponseReading =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'fault' }
  | { readonly kind: 'unreadable' };

interface NormaliseInput {
  /** Parsed body from downstream. */
  readonly body: JsonValue;
  /** Customer of the call. Null when the call concerns none. */
  readonly customerId: number | null;
  readonly readMethodResponse: (text: string) => MethodResponseReading;
}

/**
 * Reads downstream's body (docs/reference/protocol.md#raw-answers). `response` is an object, or a string with an XML-RPC
 * methodResponse. The customer is `customerId` or `customer_id`.
 *
 * Three values decide whether an answer is usable: the integer `resultCode` (possibly a string), the approved amount (no fraction
 * of a minor unit), and the customer. Balances, `status` and `message` say nothing about moved money. Where `status` is missing
 * or no text, it follows from `resultCode` (`success` for an approval, else `failed`). Such a `message` becomes empty.
 */
export function normalise({ body, customerId: asked, readMethodResponse }: NormaliseInput): Normalisation {
  if (!isJsonObject(body)) return unusable('not_an_object');
  const response = readResponse(body['response'], readMethodResponse);
  if (typeof response === 'string') return unusable(response);
  if (hasFraction(response['approvalAmount'])) return unusable('amount_unreadable');
  const customer = readCustomer(body);
  if (typeof customer === 'string') return unusable(customer);
  if (customer !== null && asked !== null && customer !== asked) return unusable('other_customer');
  const { status, message } = body;
  const answer = {
    status: typeof status === 'string' ? status : isApproval(response.resultCode) ? 'success' : 'failed',
    message: typeof message === 'string' ? message : '',
    customerId: customer,
    response,
  };
  return { kind: 'answer', answer };
}

function readResponse(
  response: JsonValue | undefined,
  readMethodResponse: NormaliseInput['readMethodResponse'],
): NormalizedAnswer['response'] | UnusableReason {
  if (response === undefined || response === null) return 'response_missing';
  if (typeof response !== 'string') return withResultCode(response);
  const reading = readMethodResponse(response);
  switch (reading.kind) {
    case 'value':
      return withResultCode(reading.value);
    case 'fault':
      return 'fault';
    case 'unreadable':
      return 'method_response_unreadable';
  }
}

function withResultCode(value: JsonValue): NormalizedAnswer['response'] | 'result_code_missing' {
  if (!isJsonObject(value)) return 'result_code_missing';
  if (hasResultCode(value)) return value;
  const resultCode = readResultCode(value['resultCode']);
  return resultCode === null ? 'result_code_missing' : { ...value, resultCode };
}

function hasResultCode(value: JsonObject): value is NormalizedAnswer['response'] {
  return isResultCode(value['resultCode']);
}

/** Accepts an XML-RPC `<int>`. Logs and metrics show it, so no value as long as a card number may pass. */
function isResultCode(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
}

/**
 * Reads a result code written as text: serializers without types write `<string>1</string>`, or no type. Null for a non-integer.
 */
function readResultCode(value: JsonValue | undefined): number | null {
  const written = typeof value === 'string' ? INTEGER.exec(value)?.[1] : undefined;
  const code = Number(written) + 0; // adding 0 turns -0 into 0
  return isResultCode(code) ? code : null;
}

/** Text of an `<int>` as the XML reader accepts it, with XML white space around it. */
const INTEGER = /^[ \t\r\n]*([+-]?\d{1,19})[ \t\r\n]*$/;

/** Detects a fraction in a number or text. Numbers that JavaScript cannot hold exactly arrive as texts. */
export function hasFraction(amount: JsonValue | undefined): boolean {
  return (typeof amount === 'number' || typeof amount === 'string') && isFraction(String(amount));
}

function readCustomer(body: JsonObject): number | null | 'customer_unreadable' | 'two_customers' {
  const camel = readId(body['customerId']);
  const snake = readId(body['customer_id']);
  if (Number.isNaN(camel) || Number.isNaN(snake)) return 'customer_unreadable';
  return camel !== null && snake !== null && camel !== snake ? 'two_customers' : (camel ?? snake);
}

/** Reads an id: some serializers write 64-bit integers as strings. Null where none exists, NaN for anything else. */
function readId(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : Number.NaN;
}

const DECIMAL = /^\d{1,16}$/;

function unusable(reason: UnusableReason): Normalisation {
  return { kind: 'unusable', reason };
}
