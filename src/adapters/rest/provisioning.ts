import type { ZodType } from 'zod';
import type { JsonValue } from '../../core/wire/json.js';
import type { GraphQLContext } from '../../graphql/context.js';
import type { SecretResolver, SecretVerification } from '../../graphql/provisioning/secret.js';
import { badRequest, CardwayError, challengeOf } from '../../platform/errors.js';
import type { Role } from '../../use-cases/directory/directory-port.js';
import {
  type HttpReply,
  type HttpRequest,
  type HttpRoute,
  JSON_TYPE,
  keyRoute,
  type Program,
  retryAfter,
  isoTime,
} from '../exchange.js';
import { readJsonObject } from '../json/reader.js';
import { decodeUtf8 } from '../malformed.js';
import { ACTIVATION_CODE, CARD_ID, readMember, SECRET } from './schemas.js';

interface ProvisioningDeps extends Program {
  readonly nowMs: () => number;
}

type Payload = Readonly<Record<string, unknown>>;

interface Endpoint {
  readonly path: string;
  readonly role: Role;
  /** Reads its fields and calls its resolver. */
  readonly run: (secrets: SecretResolver, given: GivenFields, context: GraphQLContext) => Promise<Payload>;
}

/** Creates the routes `POST /debit/v1/digitization/…`, by path. */
export function createProvisioningRoutes(
  deps: ProvisioningDeps,
): readonly (readonly [path: string, HttpRoute])[] {
  return ENDPOINTS.map(({ path, role, run }) => {
    const write = (reply: Omit<Envelope, 'endpoint' | 'nowMs'>): HttpReply =>
      envelope({ ...reply, endpoint: path, nowMs: deps.nowMs() });
    const route = keyRoute(deps, {
      methods: ['POST'],
      roles: [role],
      read: readFields,
      async answer(given, context) {
        const payload = await run(deps.resolvers.secrets, given, context);
        return write({ status: 200, text: 'Success', error: {}, payload });
      },
      refuse(error) {
        const { code, message } = error;
        const status = error.entry.httpStatus;
        const reply = write({ status, text: message, error: { code, message }, payload: {} });
        const headers = { ...reply.headers, ...challengeOf(error), ...retryAfter(error) };
        return { ...reply, headers, refused: { channel: 'json', error } };
      },
    });
    return [path, route];
  });
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/debit/v1/digitization/generate-time-based-secret',
    role: 'integrator',
    async run(secrets, given, context) {
      const { secret } = await secrets.generateProvisioningSecret(cardIdOf(given), context);
      return { secret };
    },
  },
  {
    path: '/debit/v1/digitization/verify-time-based-secret',
    role: 'network',
    async run(secrets, given, context) {
      const [cardId, secret] = [cardIdOf(given), textInBody(given, 'secret', SECRET)];
      return verificationPayload(await secrets.verifyProvisioningSecret(cardId, secret, context));
    },
  },
  {
    path: '/debit/v1/digitization/activation-code',
    role: 'network',
    async run(secrets, given, context) {
      const [cardId, secret] = [cardIdOf(given), textInBody(given, 'secret', SECRET)];
      const issued = await secrets.issueActivationCode(cardId, secret, context);
      return issued.valid
        ? { valid: true, activation_code: issued.activationCode, expires_at: isoTime(issued.expiresAtMs) }
        : { valid: false, reason: issued.reason };
    },
  },
  {
    path: '/debit/v1/digitization/verify-activation-code',
    role: 'network',
    async run(secrets, given, context) {
      const cardId = cardIdOf(given);
      const activationCode = textInBody(given, 'activation_code', ACTIVATION_CODE);
      return verificationPayload(await secrets.verifyActivationCode(cardId, activationCode, context));
    },
  },
];

function verificationPayload(verification: SecretVerification): Payload {
  const { valid, reason, attemptId, verifiedAtMs } = verification;
  return valid ? { valid, attempt_id: attemptId, verified_at: isoTime(verifiedAtMs) } : { valid, reason };
}

/** Envelope of every reply of a provisioning endpoint (docs/reference/protocol.md#provisioning-envelope). */
interface Envelope {
  readonly status: number;
  readonly text: string;
  readonly endpoint: string;
  readonly nowMs: number;
  readonly error: { readonly code: string; readonly message: string } | Readonly<Record<string, never>>;
  readonly payload: Payload;
}

function envelope({ status, text, endpoint, nowMs, error, payload }: Envelope): HttpReply {
  // The offset is in digits: not every reader of the published form accepts a Z.
  const timestamp = new Date(nowMs).toISOString().replace('Z', '+00:00');
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
    body: JSON.stringify({ text, timestamp, endpoint, error, payload }),
  };
}

/** Values of a request by place and name: a field may stand in the query and in the body. */
interface GivenFields {
  readonly query: URLSearchParams;
  readonly inBody: (name: string) => readonly JsonValue[];
}

/**
 * Reads the fields of a provisioning call: a JSON object, a form, the query, or both of the query and one of the others.
 * Errors: MALFORMED, BAD_REQUEST (JSON that is no object), UNSUPPORTED_MEDIA_TYPE.
 */
function readFields(request: HttpRequest): GivenFields {
  const query = new URLSearchParams(request.search);
  // An empty body has no media type, whatever its headers say.
  if (request.body.length === 0) return { query, inBody: () => [] };
  if (request.mediaType === 'application/json') {
    const json = readJsonObject(request);
    return { query, inBody: (name) => (name in json ? [json[name] ?? null] : []) };
  }
  if (request.mediaType === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(decodeUtf8(request.body, 'the bytes are not UTF-8'));
    return { query, inBody: (name) => form.getAll(name) };
  }
  throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'Content-Type must be application/json or application/x-www-form-urlencoded.',
  });
}

/** Reads `card_id`, an integer or a string of digits, wherever it stands. Errors: BAD_REQUEST. */
function cardIdOf({ query, inBody }: GivenFields): number {
  const given = [...query.getAll('card_id'), ...inBody('card_id')];
  const [first, ...others] = given.map((value) => readMember('card_id', CARD_ID, value));
  if (first === undefined) return readMember('card_id', CARD_ID, undefined);
  if (others.some((other) => other !== first))
    throw badRequest('card_id', 'card_id is given in two places with two values.');
  return first;
}

/** Reads a text in the body. A secret must not stand in a URL, where logs keep it. Errors: BAD_REQUEST. */
function textInBody({ query, inBody }: GivenFields, name: string, schema: ZodType<string>): string {
  if (query.has(name)) throw badRequest(name, `${name} must be in the body, not in the query.`);
  const [value, second] = inBody(name);
  if (second !== undefined) throw badRequest(name, `${name} is given more than once.`);
  return readMember(name, schema, value);
}
