import { z } from 'zod';
import {
  ActivationCodeRequest,
  CARD_ID,
  CardRequest,
  DigitizationRequest,
  SecretRequest,
  TokenAuthorizationRequest,
} from '../../src/adapters/rest/schemas.js';
import { EXPORT_FORMATS, EXPORT_LISTS } from '../../src/core/access/export-lists.js';
import { ROLE_NAMES, rolesWith } from '../../src/core/access/permissions.js';
import { describeField, type Field } from '../../src/core/transactions/fields.js';
import { BUILT_IN_METHODS, type Method } from '../../src/core/transactions/methods.js';
import { RESULT_CODES } from '../../src/core/transactions/result-codes.js';
import { KLV_ARGUMENTS } from '../../src/core/wire/klv-keys.js';
import { VERSION } from '../../src/platform/build.js';
import { ERRORS } from '../../src/platform/errors.js';
import { BALANCE_CALL, DEDUCT_REQUEST } from '../../src/sandbox/calls.js';
import { DIGITIZATION } from './events.js';

type Schema = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of the interfaces that are neither GraphQL nor the operators'. */
export function openApiDocument(): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cardway',
      version: VERSION,
      summary: 'The gateway between card terminals, backends and wallet services',
      description:
        'The REST interfaces. Everything else is GraphQL, on /graphql. Amounts are integers in minor units. ' +
        'Every reply carries X-Request-Id.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This gateway' }],
    tags: [
      { name: 'Transactions', description: 'Payments, from terminals and backends' },
      { name: 'Push provisioning', description: 'Secrets and activation codes' },
      { name: 'Card network', description: 'Token authorizations and reports' },
      { name: 'Exports', description: 'Lists as files, for people' },
    ],
    paths: { ...transactionPaths(), ...provisioningPaths(), ...networkPaths(), ...exportPath() },
    components: {
      securitySchemes: Object.fromEntries(
        ROLE_NAMES.map((role) => [
          role,
          { type: 'http', scheme: 'bearer', description: `A key of role ${role}` },
        ]),
      ),
      schemas: schemas(),
    },
  };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Roles of the keys that may call it. Null where a checksum is the credential. */
  readonly roles: readonly (string | null)[];
  readonly parameters?: readonly Schema[];
  readonly request?: Schema;
  readonly reply: Schema;
  /** Bodies of errors; those of JSON where it is left out. */
  readonly refusal?: Schema;
}

function operation({ roles, request, reply, refusal = json('Error'), ...rest }: Operation): Schema {
  return {
    ...rest,
    security: roles.map((role) => (role === null ? {} : { [role]: [] })),
    ...(request === undefined ? {} : { requestBody: { content: request } }),
    responses: {
      '200': { description: 'The reply', content: reply },
      '4XX': { description: 'Refused, for the reason that the code names', content: refusal },
      '5XX': { description: 'Failed. The code says whether money may have moved', content: refusal },
    },
  };
}

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string, more: Schema = {}): Schema => ({
  'application/json': { schema: reference(name), ...more },
});
const text = (...types: readonly string[]): Schema =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
const methodCall = { schema: { type: 'string' }, example: BALANCE_CALL };
const XML = { 'text/xml': methodCall, 'application/xml': methodCall };

function transactionPaths(): Schema {
  const tags = ['Transactions'];
  const send = operation({
    tags,
    operationId: 'sendTransaction',
    summary: 'Forwards a transaction to its wallet service',
    description:
      'JSON: for backends, with a key of role client. XML: a methodCall of a terminal, whose checksum is its credential; ' +
      'with Accept: text/xml the reply is a methodResponse. Sent again with the same request_id, the saved answer comes ' +
      'again, with the header Idempotent-Replayed.',
    roles: ['client', null],
    request: { ...json('ProxyRequest', { example: DEDUCT_REQUEST }), ...XML },
    reply: { ...json('ProxyReply'), ...text('text/xml') },
  });
  const call = operation({
    tags,
    operationId: 'callMethod',
    summary: 'XML-RPC for terminals',
    description: 'Any method of the table; faults too come with HTTP 200. The checksum is the credential.',
    roles: [],
    request: XML,
    reply: text('text/xml'),
    refusal: text('text/plain'),
  });
  const read = operation({
    tags,
    operationId: 'readTransaction',
    summary: 'Reads a transaction by its request id',
    roles: rolesWith('readTransactions'),
    parameters: [
      {
        name: 'request_id',
        in: 'path',
        required: true,
        description: 'Request id of the transaction',
        schema: { type: 'string' },
        example: '5001_20200817175857_1',
      },
    ],
    reply: json('Transaction'),
  });
  return {
    '/v1/proxy': { post: send },
    '/RPC2': { post: call },
    '/v1/transactions/{request_id}': { get: read },
  };
}

function provisioningPaths(): Schema {
  const rows = [
    ['generate-time-based-secret', 'generateSecret', 'integrator', 'CardRequest', 'SecretEnvelope'],
    ['verify-time-based-secret', 'verifySecret', 'network', 'SecretRequest', 'VerificationEnvelope'],
    ['activation-code', 'issueActivationCode', 'network', 'SecretRequest', 'ActivationCodeEnvelope'],
    [
      'verify-activation-code',
      'verifyActivationCode',
      'network',
      'ActivationCodeRequest',
      'VerificationEnvelope',
    ],
  ] as const;
  const paths = rows.map(([name, operationId, role, request, reply]) => {
    const post = operation({
      operationId,
      tags: ['Push provisioning'],
      summary: `The step ${name} of push provisioning; its reply is never to be stored`,
      description: 'card_id may also stand in the query. Two different values are refused.',
      roles: [role],
      parameters: [{ name: 'card_id', in: 'query', required: false, schema: written(CARD_ID) }],
      request: { ...json(request), 'application/x-www-form-urlencoded': { schema: reference(request) } },
      reply: json(reply),
      refusal: json('EnvelopeError'),
    });
    return [`/debit/v1/digitization/${name}`, { post }];
  });
  return Object.fromEntries(paths) as Schema;
}

function networkPaths(): Schema {
  const common = { tags: ['Card network'], roles: ['network'] };
  const authorize = operation({
    ...common,
    operationId: 'authorizeToken',
    summary: 'Decides whether a token may be made of a card; once for each token reference',
    request: json('TokenAuthorizationRequest'),
    reply: json('TokenAuthorization'),
  });
  const report = operation({
    ...common,
    operationId: 'reportDigitization',
    summary: 'Takes the report of what became of a token, and makes an event of it',
    request: json('DigitizationRequest'),
    reply: json('Digitization'),
  });
  return {
    '/network/v1/token-authorizations': { post: authorize },
    '/network/v1/digitizations': { post: report },
  };
}

function exportPath(): Schema {
  const query = (name: string, description: string, schema: Schema): Schema => ({
    ...{ name, in: 'query', description, schema },
  });
  const get = operation({
    operationId: 'exportList',
    tags: ['Exports'],
    summary: 'A list as CSV or NDJSON',
    description:
      'Streams every entry that the filter lets through, transactions oldest first, and other lists in their own order. ' +
      'A response that ends without its last chunk is incomplete. The page "Reconciliation" has the columns of each list.',
    roles: rolesWith('signIn'),
    parameters: [
      { name: 'list', in: 'path', required: true, schema: { type: 'string', enum: EXPORT_LISTS } },
      query(
        'format',
        'CSV as in RFC 4180, with the columns in its first line; or one JSON object on each line.',
        {
          ...{ type: 'string', enum: EXPORT_FORMATS, default: 'csv' },
        },
      ),
      query('filter', 'JSON of the filter that the list has in GraphQL.', { type: 'string' }),
      query('texts', 'true adds the columns request, answer and rawAnswer to transactions.', {
        type: 'boolean',
      }),
    ],
    reply: text('text/csv', 'application/x-ndjson'),
  });
  return { '/v1/exports/{list}': { get } };
}

const TIME = z.string().meta({ format: 'date-time' });
const ID = z.int().min(0);
const CODE = z.enum(Object.keys(ERRORS));
const RESULTS = [...RESULT_CODES].map(([code, meaning]) => `${String(code)}: ${meaning}`).join('; ');
const RESULT_CODE = z.int().describe(`The outcome. ${RESULTS}. Others of the wallet service are passed on.`);
const TRANSACTION_DATA = z
  .looseObject(Object.fromEntries(KLV_ARGUMENTS.map((name) => [name, z.string().max(99).optional()])))
  .describe('KLV by names; further known keys by theirs, unknown ones as klv_<key>');

/** Returns the `request` of a method. Members that the method does not know are passed on. */
function requestOf({ name, purpose, effect, parameters, beside = [] }: Method): z.ZodObject {
  return z
    .object({
      method_name: z.literal(name),
      ...Object.fromEntries([...parameters, ...beside].map((field) => [field.jsonName, shapeOf(field)])),
      checksum: z.string().describe('Hex HMAC-SHA256 under the terminal’s password'),
    })
    .describe(`${purpose} Effect: ${effect}.`);
}

/** Returns the shape of a field. Null means left out. */
function shapeOf(field: Field): z.ZodType {
  const shape = {
    string: () =>
      z
        .string()
        .min(field.lengthMin ?? 0)
        .max(field.lengthMax ?? Infinity),
    int: () =>
      z
        .int()
        .min(field.valueMin ?? 0)
        .max(field.valueMax ?? Number.MAX_SAFE_INTEGER),
    date: () => z.string().regex(/^\d{8}T\d\d:\d\d:\d\d$/),
    klv: () => TRANSACTION_DATA,
  }[field.type]();
  const described = field.type === 'klv' ? shape : shape.describe(describeField(field));
  return field.isOptional === true ? described.nullish() : described;
}

/** Returns an answer: the members that the methods give, and any others of the wallet service. */
function answerShape(): z.ZodObject {
  const types = {
    // An integer that JSON readers cannot hold is a string.
    int: () => z.union([z.int(), z.string()]),
    string: () => z.string(),
    array: () => z.array(z.object({})),
  };
  const members = BUILT_IN_METHODS.flatMap(({ answer }) => answer).map(({ name, type, meaning }) => [
    name,
    types[type]().optional().describe(meaning),
  ]);
  return z.object({ ...(Object.fromEntries(members) as z.ZodRawShape), resultCode: RESULT_CODE });
}

const envelope = (payload: z.ZodType): z.ZodObject =>
  z.object({
    text: z.literal('Success'),
    timestamp: TIME,
    endpoint: z.string(),
    error: z.object({}),
    payload,
  });
const eitherValid = (members: z.ZodRawShape): z.ZodType =>
  z.union([
    z.object({ valid: z.literal(true), ...members }),
    z.object({ valid: z.literal(false), reason: z.enum(['expired', 'replayed', 'superseded', 'invalid']) }),
  ]);

/** Returns the shapes of all bodies. The interfaces read requests with the same shapes and tables. */
function shapes(): Readonly<Record<string, z.ZodType>> {
  const requests = BUILT_IN_METHODS.map((method) => [`${method.name}Request`, requestOf(method)] as const);
  const reply = z.object({
    status: z.enum(['success', 'failed']),
    message: z.string(),
    customer_id: z.int().nullable(),
    response: answerShape(),
  });
  return {
    ProxyRequest: z.object({
      request: z.union(requests.map(([, request]) => request)),
      customer_id: ID,
      card_id: ID,
      request_id: z
        .string()
        .regex(/^\d{1,16}_\d{8,17}_\d{1,20}$/)
        .describe('Begins with the card id; the idempotency key'),
    }),
    ...Object.fromEntries(requests),
    TransactionData: TRANSACTION_DATA,
    ProxyReply: reply,
    Transaction: transactionShape(reply),
    ...{ CardRequest, SecretRequest, ActivationCodeRequest, TokenAuthorizationRequest, DigitizationRequest },
    SecretEnvelope: envelope(z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{1,16}#\d{1,8}$/) })),
    VerificationEnvelope: envelope(
      eitherValid({ attempt_id: z.string().nullable(), verified_at: TIME.nullable() }),
    ),
    ActivationCodeEnvelope: envelope(
      eitherValid({ activation_code: z.string().regex(/^\d{8}$/), expires_at: TIME }),
    ),
    TokenAuthorization: z.object({
      decision: z.enum(['APPROVED', 'REQUIRE_ADDITIONAL_AUTHENTICATION', 'DECLINED']),
      reason: z.string(),
      attempt_id: z.string().nullable(),
      card_id: ID,
      token_reference: z.string(),
      decided_at: TIME,
    }),
    Error: z.object({
      status: z.literal('error'),
      message: z.string().describe('One sentence'),
      customer_id: z.int().nullable(),
      // A processor keeps an advice that nobody accepted: it gets no resultCode.
      response: z.object({ resultCode: RESULT_CODE }).optional(),
      error: z.object({ code: CODE, field: z.string().optional().describe('The field at fault, as a path') }),
    }),
    EnvelopeError: z.object({
      text: z.string().describe('One sentence'),
      timestamp: TIME,
      endpoint: z.string(),
      error: z.object({ code: CODE, message: z.string() }),
      payload: z.object({}),
    }),
  };
}

const STATES = 'pending answered refused in_doubt failed queued unmatched contradicted'.split(' ');

function transactionShape(reply: z.ZodType): z.ZodType {
  return z.object({
    request_id: z.string(),
    state: z.enum(STATES),
    default: z.boolean().describe('Whether the gateway made the reply itself (a default)'),
    reply_reason: z
      .string()
      .nullable()
      .describe('Why the gateway made the reply itself. Null where it did not'),
    method_name: z.string(),
    answer: reply.nullable(),
    error_code: z.string().nullable(),
    original_request_id: z.string().nullable(),
    attempt: z.int().min(1),
    received_at: TIME,
    claimed_at: TIME,
    sent_at: TIME.nullable(),
    answered_at: TIME.nullable(),
    settled_at: TIME.nullable(),
  });
}

/** Returns the schemas of all bodies, which refer to each other by name. */
function schemas(): Schema {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shapes())) registry.add(shape, { id });
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` }).schemas;
  const event = Object.entries(DIGITIZATION).map(
    ([name, schema]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), schema] as const,
  );
  const report: Schema = { status: { const: 'accepted' }, ...Object.fromEntries(event) };
  return {
    ...Object.fromEntries(Object.entries(made).map(([name, schema]) => [name, plain(schema)])),
    Digitization: { type: 'object', required: Object.keys(report), properties: report },
  };
}

const written = (shape: z.ZodType): Schema => plain(z.toJSONSchema(shape, { io: 'input' }));

function plain({ $schema: _schema, $id: _id, ...schema }: Schema): Schema {
  return schema;
}
