import { RESULT_CODES } from '../../core/transactions/result-codes.js';
import { type ErrorCode, ERRORS } from '../../platform/errors.js';

export type Schema = Readonly<Record<string, unknown>>;

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const SAFE_INTEGER = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
export const TIME = { type: 'string', format: 'date-time' } as const;
export const nullable = (schema: { readonly type: string }): Schema => ({
  ...schema,
  type: [schema.type, 'null'],
});

/** Returns the schema of an object with all of these members and, now or later, others. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties };
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

const RESULTS = [...RESULT_CODES].map(([code, meaning]) => `${String(code)}: ${meaning}`).join('; ');

export const RESULT_CODE = {
  type: 'integer',
  description: `The outcome. ${RESULTS}. Others of the wallet service are passed on.`,
} as const;

/** Schemas of the JSON error body (docs/reference/protocol.md#errors) and of the provisioning envelope's error. */
export const ERROR_SCHEMAS = {
  Error: object(
    {
      status: { const: 'error' },
      message: { type: 'string', description: 'One sentence' },
      customer_id: nullable({ type: 'integer' }),
      response: object({ resultCode: { ...RESULT_CODE } }),
      error: object(
        {
          code: { type: 'string', enum: CODES },
          field: { type: 'string', description: 'The field at fault, as a path' },
        },
        ['field'],
      ),
    },
    // A processor keeps an advice that nobody accepted: it gets no resultCode.
    ['response'],
  ),
  EnvelopeError: object({
    text: { type: 'string', description: 'One sentence' },
    timestamp: TIME,
    endpoint: { type: 'string' },
    error: object({ code: { type: 'string', enum: CODES }, message: { type: 'string' } }),
    payload: { type: 'object', maxProperties: 0 },
  }),
} as const;

/** Returns the error replies by status, with each registered code that an interface can give. */
export function errorResponses(codes: readonly ErrorCode[], schema: 'Error' | 'EnvelopeError'): Schema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { httpStatus } = ERRORS[code];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
  }
  const responses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    responses.map(([status, those]) => [
      String(status),
      {
        description: those.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
        headers: those.some((code) => 'retryAfterSeconds' in ERRORS[code]) ? RETRY_AFTER : REQUEST_ID,
        content: { 'application/json': { schema: reference(schema) } },
      },
    ]),
  );
}

export const REQUEST_ID = {
  'X-Request-Id': { description: 'Id of this call, as in the log', schema: { type: 'string' } },
} as const;

export const REPLAYED = {
  ...REQUEST_ID,
  'Idempotent-Replayed': {
    description: 'true: the saved answer of an earlier call',
    schema: { const: 'true' },
  },
} as const;

const RETRY_AFTER = {
  ...REQUEST_ID,
  'Retry-After': {
    description: 'Seconds until a retry makes sense',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
} as const;

/** Codes of the errors that a request without a body may get. */
export const ERRORS_WITHOUT_BODY = [
  'MALFORMED',
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes of the errors that every interface may return. */
export const COMMON_ERRORS = [
  ...ERRORS_WITHOUT_BODY,
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ErrorCode[];
