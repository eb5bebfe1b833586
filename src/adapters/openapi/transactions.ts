import { rolesWith } from '../../core/access/permissions.js';
import { describeField, type Field } from '../../core/transactions/fields.js';
import type { Method } from '../../core/transactions/methods.js';
import { KLV_ARGUMENTS } from '../../core/wire/klv-keys.js';
import {
  COMMON_ERRORS,
  errorResponses,
  nullable,
  object,
  reference,
  REPLAYED,
  REQUEST_ID,
  RESULT_CODE,
  SAFE_INTEGER,
  type Schema,
  TIME,
} from './components.js';
import { EXAMPLES } from './examples.js';

/** Returns the paths `/v1/proxy`, `/RPC2` and `/v1/transactions/{request_id}`, from the table that checks their fields. */
export function transactionPaths(): Schema {
  return {
    '/v1/proxy': { post: sendTransaction() },
    '/RPC2': { post: CALL_METHOD },
    '/v1/transactions/{request_id}': { get: readTransaction() },
  };
}

/** Returns a methodCall under each media type that the interfaces read it by. */
function asXml(value: string) {
  const methodCall = { schema: { type: 'string' }, examples: { balance: { value } } } as const;
  return { 'text/xml': methodCall, 'application/xml': methodCall };
}

const sendTransaction = (): Schema => ({
  operationId: 'sendTransaction',
  tags: ['Transactions'],
  summary: 'Forwards a transaction to its wallet service',
  description:
    'JSON: for backends, with a key of role client. XML: a methodCall of a terminal, whose checksum is its credential; ' +
    'with Accept: text/xml the reply is a methodResponse. Sent again with the same request_id, the saved answer comes again.',
  security: [{ client: [] }, {}],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: reference('ProxyRequest'),
        examples: { deduct: { summary: 'A purchase', value: EXAMPLES.deduct.request } },
      },
      ...asXml(EXAMPLES.balanceXml.request),
    },
  },
  responses: {
    '200': {
      description: 'The answer of the wallet service, approved or declined',
      headers: REPLAYED,
      content: {
        'application/json': {
          schema: reference('ProxyReply'),
          examples: {
            deduct: { value: EXAMPLES.deduct.reply },
            balance: { value: EXAMPLES.balanceXml.reply },
          },
        },
        'text/xml': { schema: { type: 'string' } },
      },
    },
    ...errorResponses(TRANSACTION_ERRORS, 'Error'),
  },
});

const readTransaction = (): Schema => ({
  operationId: 'readTransaction',
  tags: ['Transactions'],
  summary: 'Reads a transaction by its request id',
  security: rolesWith('readTransactions').map((role) => ({ [role]: [] })),
  parameters: [
    {
      name: 'request_id',
      in: 'path',
      required: true,
      description: 'Request id of the transaction.',
      schema: { type: 'string' },
      example: EXAMPLES.transaction.pathParameter,
    },
  ],
  responses: {
    '200': {
      description: 'The transaction',
      headers: REQUEST_ID,
      content: {
        'application/json': {
          schema: reference('Transaction'),
          examples: { answered: { value: EXAMPLES.transaction.reply } },
        },
      },
    },
    ...errorResponses(
      ['BAD_REQUEST', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'],
      'Error',
    ),
  },
});

const TEXT_PROBLEM = {
  description: 'The code of the error and one sentence',
  headers: REQUEST_ID,
  content: { 'text/plain': { schema: { type: 'string' } } },
} as const;

const CALL_METHOD = {
  operationId: 'callMethod',
  tags: ['Transactions'],
  summary: 'XML-RPC for terminals',
  description: 'Any method of the table; faults too come with HTTP 200. The checksum is the credential.',
  security: [],
  requestBody: {
    required: true,
    content: asXml(EXAMPLES.balanceRpc.request),
  },
  responses: {
    '200': {
      description: 'A methodResponse or a fault',
      headers: REQUEST_ID,
      content: {
        'text/xml': {
          schema: { type: 'string' },
          examples: { balance: { value: EXAMPLES.balanceRpc.reply } },
        },
      },
    },
    '4XX': TEXT_PROBLEM,
    '503': TEXT_PROBLEM,
  },
} as const;

const TRANSACTION_ERRORS = [
  ...COMMON_ERRORS,
  'UNKNOWN_METHOD',
  'IDEMPOTENCY_CONFLICT',
  'DOWNSTREAM_REFUSED',
  'DOWNSTREAM_INVALID',
  'DOWNSTREAM_TIMEOUT',
  'IN_DOUBT',
] as const;

export function transactionSchemas(methods: readonly Method[]): Readonly<Record<string, Schema>> {
  const requests = Object.fromEntries(methods.map((method) => [`${method.name}Request`, requestOf(method)]));
  const mapping = Object.fromEntries(
    methods.map(({ name }) => [name, `#/components/schemas/${name}Request`] as const),
  );
  return {
    ProxyRequest: object({
      request: {
        type: 'object',
        oneOf: methods.map(({ name }) => reference(`${name}Request`)),
        discriminator: { propertyName: 'method_name', mapping },
      },
      customer_id: SAFE_INTEGER,
      card_id: SAFE_INTEGER,
      request_id: {
        type: 'string',
        pattern: '^\\d{1,16}_\\d{8,17}_\\d{1,20}$',
        description: 'Begins with the card id; the idempotency key',
      },
    }),
    ...requests,
    TransactionData: {
      type: 'object',
      description: 'KLV by names; further known keys by theirs, unknown ones as klv_<key>',
      properties: Object.fromEntries(KLV_ARGUMENTS.map((name) => [name, KLV_VALUE])),
      additionalProperties: { type: 'string' },
    },
    ProxyReply: object({
      status: { type: 'string', enum: ['success', 'failed'] },
      message: { type: 'string' },
      customer_id: nullable({ type: 'integer' }),
      response: answerOf(methods),
    }),
    Transaction: object({
      request_id: { type: 'string' },
      state: {
        type: 'string',
        enum: ['pending', 'answered', 'refused', 'in_doubt', 'failed', 'queued', 'unmatched', 'contradicted'],
      },
      default: { type: 'boolean', description: 'Whether the gateway made the reply itself (a default)' },
      reply_reason: {
        ...nullable({ type: 'string' }),
        description: 'Why the gateway made the reply itself. Null where it did not',
      },
      method_name: { type: 'string' },
      answer: { anyOf: [reference('ProxyReply'), { type: 'null' }] },
      error_code: nullable({ type: 'string' }),
      original_request_id: nullable({ type: 'string' }),
      attempt: { type: 'integer', minimum: 1 },
      received_at: TIME,
      claimed_at: TIME,
      sent_at: nullable(TIME),
      answered_at: nullable(TIME),
      settled_at: nullable(TIME),
    }),
  };
}

/** Returns the schema of an answer: the members that the methods give, and any others of the wallet service. */
function answerOf(methods: readonly Method[]): Schema {
  const members = methods.flatMap(({ answer }) => answer).filter(({ name }) => name !== 'resultCode');
  const others: Record<string, Schema> = {};
  for (const { name, type, meaning } of members)
    others[name] = { ...ANSWER_TYPES[type], description: meaning };
  const properties = { resultCode: RESULT_CODE, ...others };
  return { type: 'object', required: ['resultCode'], properties, additionalProperties: true };
}

/** Types of answers. An integer that JSON readers cannot hold is a string. */
const ANSWER_TYPES = {
  int: { type: ['integer', 'string'] },
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'object', additionalProperties: true } },
} as const;

const KLV_VALUE = { type: 'string', maxLength: 99 } as const;

/** Returns the schema of a request. Members that the method does not know are passed on. */
function requestOf(method: Method): Schema {
  const all = [...method.parameters, ...(method.beside ?? [])];
  const properties = Object.fromEntries(all.map((field) => [field.jsonName, fieldSchema(field)]));
  const optional = all.filter((parameter) => parameter.isOptional === true).map(({ jsonName }) => jsonName);
  const own = {
    method_name: { const: method.name },
    ...properties,
    checksum: { type: 'string', description: 'Hex HMAC-SHA256 under the terminal’s password' },
  };
  return { ...object(own, optional), description: `${method.purpose} Effect: ${method.effect}.` };
}

/** Returns the schema of a field. Null means left out. */
function fieldSchema(field: Field): Schema {
  const schema = valueSchema(field);
  return field.isOptional === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function valueSchema(field: Field): Schema {
  const { type, lengthMin, lengthMax, valueMin, valueMax } = field;
  const description = describeField(field);
  switch (type) {
    case 'string':
      return { type: 'string', minLength: lengthMin, maxLength: lengthMax, description };
    case 'int':
      return { type: 'integer', minimum: valueMin, maximum: valueMax, description };
    case 'date':
      return {
        type: 'string',
        pattern: '^\\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$',
        description,
      };
    case 'klv':
      return reference('TransactionData');
  }
}
