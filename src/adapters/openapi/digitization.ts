import { z } from 'zod';
import { DIGITIZATION_PAYLOAD_SCHEMA } from '../../core/provisioning/digitization-event.js';
import type { ErrorCode } from '../../platform/errors.js';
import type { Role } from '../../use-cases/directory/directory-port.js';
import {
  ActivationCodeRequest,
  CARD_ID,
  CardRequest,
  DigitizationRequest,
  SecretRequest,
  TokenAuthorizationRequest,
} from '../rest/schemas.js';
import {
  COMMON_ERRORS,
  errorResponses,
  nullable,
  object,
  reference,
  REPLAYED,
  REQUEST_ID,
  SAFE_INTEGER,
  type Schema,
  TIME,
} from './components.js';
import { EXAMPLES } from './examples.js';

/** Returns the paths of the provisioning endpoints and of the card network's endpoints (docs/reference/provisioning.md). */
export function digitizationPaths(): Schema {
  return Object.fromEntries([
    provisioning('generate-time-based-secret', {
      operationId: 'generateSecret',
      role: 'integrator',
      summary: 'A secret for one provisioning attempt, good for 60 seconds',
      request: 'CardRequest',
      payload: 'SecretPayload',
      example: EXAMPLES.generateSecret,
    }),
    provisioning('verify-time-based-secret', {
      operationId: 'verifySecret',
      role: 'network',
      summary: 'Checks a secret, once',
      request: 'SecretRequest',
      payload: 'VerificationPayload',
      example: EXAMPLES.verifySecret,
    }),
    provisioning('activation-code', {
      operationId: 'issueActivationCode',
      role: 'network',
      summary: 'Takes a secret and gives an activation code for a card that was added by hand',
      request: 'SecretRequest',
      payload: 'ActivationCodePayload',
      example: EXAMPLES.activationCode,
    }),
    provisioning('verify-activation-code', {
      operationId: 'verifyActivationCode',
      role: 'network',
      summary: 'Checks an activation code, once',
      request: 'ActivationCodeRequest',
      payload: 'VerificationPayload',
      example: EXAMPLES.verifyActivationCode,
    }),
    network('token-authorizations', {
      operationId: 'authorizeToken',
      summary: 'Decides whether a token may be made of a card; once for each token reference',
      request: 'TokenAuthorizationRequest',
      reply: 'TokenAuthorization',
      example: EXAMPLES.authorizeToken,
    }),
    network('digitizations', {
      operationId: 'reportDigitization',
      summary: 'Takes the report of what became of a token, and makes an event of it',
      request: 'DigitizationRequest',
      reply: 'Digitization',
      example: EXAMPLES.reportDigitization,
    }),
  ]);
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly request: string;
  readonly example: { readonly request: object; readonly reply: object };
}

function provisioning(
  name: string,
  { operationId, role, summary, request, payload, example }: Operation & { role: Role; payload: string },
): [string, Schema] {
  const envelope = object({
    text: { const: 'Success' },
    timestamp: TIME,
    endpoint: { const: `/debit/v1/digitization/${name}` },
    error: { type: 'object', maxProperties: 0 },
    payload: reference(payload),
  });
  const post = {
    operationId,
    tags: ['Push provisioning'],
    summary,
    description: 'card_id may also stand in the query. Two different values are refused.',
    security: [{ [role]: [] }],
    parameters: [
      {
        name: 'card_id',
        in: 'query',
        required: false,
        schema: written(CARD_ID),
        description: 'In place of the body’s',
      },
    ],
    requestBody: {
      content: {
        'application/json': { schema: reference(request), examples: { usual: { value: example.request } } },
        'application/x-www-form-urlencoded': { schema: reference(request) },
      },
    },
    responses: {
      '200': {
        description: 'The envelope; never to be stored',
        headers: { ...REQUEST_ID, 'Cache-Control': { schema: { const: 'no-store' } } },
        content: { 'application/json': { schema: envelope, examples: { usual: { value: example.reply } } } },
      },
      ...errorResponses(COMMON_ERRORS, 'EnvelopeError'),
    },
  };
  return [`/debit/v1/digitization/${name}`, { post }];
}

const NETWORK_ERRORS = [...COMMON_ERRORS, 'IDEMPOTENCY_CONFLICT'] as const satisfies readonly ErrorCode[];

function network(
  name: string,
  { operationId, summary, request, reply, example }: Operation & { reply: string },
): [string, Schema] {
  const post = {
    operationId,
    tags: ['Card network'],
    summary,
    security: [{ network: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: reference(request), examples: { usual: { value: example.request } } },
      },
    },
    responses: {
      '200': {
        description: 'Taken',
        headers: REPLAYED,
        content: {
          'application/json': { schema: reference(reply), examples: { usual: { value: example.reply } } },
        },
      },
      ...errorResponses(NETWORK_ERRORS, 'Error'),
    },
  };
  return [`/network/v1/${name}`, { post }];
}

export function digitizationSchemas(): Readonly<Record<string, Schema>> {
  return {
    CardRequest: written(CardRequest),
    SecretRequest: written(SecretRequest),
    ActivationCodeRequest: written(ActivationCodeRequest),
    TokenAuthorizationRequest: written(TokenAuthorizationRequest),
    DigitizationRequest: written(DigitizationRequest),
    SecretPayload: object({
      secret: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,16}#\\d{1,8}$', description: '<KEY_ID>#<OTP>' },
    }),
    VerificationPayload: either({ attempt_id: nullable({ type: 'string' }), verified_at: nullable(TIME) }),
    ActivationCodePayload: either({
      activation_code: { type: 'string', pattern: '^\\d{8}$' },
      expires_at: TIME,
    }),
    TokenAuthorization: object({
      decision: { type: 'string', enum: ['APPROVED', 'REQUIRE_ADDITIONAL_AUTHENTICATION', 'DECLINED'] },
      reason: { type: 'string' },
      attempt_id: nullable({ type: 'string' }),
      card_id: SAFE_INTEGER,
      token_reference: { type: 'string' },
      decided_at: TIME,
    }),
    Digitization: object({ status: { const: 'accepted' }, ...PAYLOAD }),
  };
}

/** Returns the schema of two alternatives. `valid` says which of them applies. */
function either(alternatives: Readonly<Record<string, Schema>>): Schema {
  const refused = { reason: { type: 'string', enum: ['expired', 'replayed', 'superseded', 'invalid'] } };
  return {
    oneOf: [
      object({ valid: { const: true }, ...alternatives }),
      object({ valid: { const: false }, ...refused }),
    ],
  };
}

/** Payload of the event, in the names of this interface. */
const PAYLOAD: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(DIGITIZATION_PAYLOAD_SCHEMA.properties).map(([name, schema]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    schema,
  ]),
);

function written(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
