import { isFraction, isJsonObject, type JsonObject, type JsonValue } from '../wire/json.js';
import { isApproval } from './result-codes.js';

/** The normalized form (docs/reference/protocol.md#normalized-answer); `response` is downstream's own object with every member it had. */
interface NormalisedAnswer {
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
  | { readonly kind: 'answer'; readonly answer: NormalisedAnswer }
  | { readonly kind: 'unusable'; readonly reason: UnusableReason };

/** What a methodResponse says, its value as JSON: integers beyond ±(2^53-1) are strings. */
export type MethodResponseReading =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'fault' }
  | { readonly kind: 'unreadable' };

interface NormaliseInput {
  /** Downstream's body, parsed. */
  readonly body: JsonValue;
  /** The customer that the call was about; null when it was about none. */
  readonly customerId: number | null;
  readonly readMethodResponse: (text: string) => MethodResponseReading;
}

/**
 * Understands downstream's body (docs/reference/protocol.md#raw-answers): `response` is an object, or a string that holds an XML-RPC
 * methodResponse; the customer is called `customerId` or `customer_id`.
 *
 * Only the integer `resultCode`, which may be written as a string, the amount that was approved, which must not be a fraction of a minor
 * unit, and the customer decide whether an answer is usable. Balances, `status` and `message` say nothing about money that moved: where
 * they are missing or no text, `status` follows from `resultCode` (`success` for an approval, else `failed`) and `message` is empty.
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
): NormalisedAnswer['response'] | UnusableReason {
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

function withResultCode(value: JsonValue): NormalisedAnswer['response'] | 'result_code_missing' {
  if (!isJsonObject(value)) return 'result_code_missing';
  if (hasResultCode(value)) return value;
  const resultCode = readResultCode(value['resultCode']);
  return resultCode === null ? 'result_code_missing' : { ...value, resultCode };
}

function hasResultCode(value: JsonObject): value is NormalisedAnswer['response'] {
  return isResultCode(value['resultCode']);
}

/** An XML-RPC `<int>`. Logs and metrics show it, so nothing as long as a card number may pass for one. */
function isResultCode(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
}

/** Serializers without types write `<string>1</string>`, or no type at all. Null for what is no integer. */
function readResultCode(value: JsonValue | undefined): number | null {
  const written = typeof value === 'string' ? INTEGER.exec(value)?.[1] : undefined;
  const code = Number(written) + 0; // the sum makes zero of a negative zero
  return isResultCode(code) ? code : null;
}

/** As the XML reader takes the text of an `<int>`, white space of XML around it included. */
const INTEGER = /^[ \t\r\n]*([+-]?\d{1,19})[ \t\r\n]*$/;

/** Numbers that cannot be held exactly are texts. */
function hasFraction(amount: JsonValue | undefined): boolean {
  return (typeof amount === 'number' || typeof amount === 'string') && isFraction(String(amount));
}

function readCustomer(body: JsonObject): number | null | 'customer_unreadable' | 'two_customers' {
  const camel = readId(body['customerId']);
  const snake = readId(body['customer_id']);
  if (Number.isNaN(camel) || Number.isNaN(snake)) return 'customer_unreadable';
  return camel !== null && snake !== null && camel !== snake ? 'two_customers' : (camel ?? snake);
}

/** Some serializers write 64-bit integers as strings; NaN for what is neither. */
function readId(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : Number.NaN;
}

const DECIMAL = /^\d{1,16}$/;

function unusable(reason: UnusableReason): Normalisation {
  return { kind: 'unusable', reason };
}
