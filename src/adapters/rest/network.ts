import type { ZodObject } from 'zod';
import { camelCase } from '../../core/transactions/fields.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import type { GraphQLContext } from '../../graphql/context.js';
import type { DigitizationComplete } from '../../graphql/provisioning/digitization.type.js';
import {
  type HttpReply,
  type HttpRoute,
  isoTime,
  jsonError,
  jsonReply,
  keyRoute,
  type Program,
} from '../exchange.js';
import { readJsonObject } from '../json/reader.js';
import { DigitizationRequest, readMembers, TokenAuthorizationRequest } from './schemas.js';

/**
 * Creates the route `POST /network/v1/token-authorizations` (docs/digitization.md#token-authorization): the decision
 * on a token.
 */
export function createAuthorizationRoute(deps: Program): HttpRoute {
  return networkRoute(deps, async (members, context) => {
    // The schema of the body has the members of the input.
    const input = inputOf(members, TokenAuthorizationRequest) as never;
    const { isReplay, decidedAtMs, decision, reason, attemptId, cardId, tokenReference } =
      await deps.resolvers.digitizations.authorizeToken(input, context);
    const decidedAt = isoTime(decidedAtMs);
    const body = snakeCased({ decision, reason, attemptId, cardId, tokenReference, decidedAt });
    return jsonReply(body, { isReplay });
  });
}

/** Creates the route `POST /network/v1/digitizations`: the acknowledgement of a report, with the event made from it. */
export function createDigitizationRoute(deps: Program): HttpRoute {
  return networkRoute(deps, async (members, context) => {
    const input = inputOf(members, DigitizationRequest) as never;
    const event = await deps.resolvers.digitizations.reportDigitization(input, context);
    return jsonReply({ status: 'accepted', ...snakeCased(eventOf(event)) });
  });
}

/** Returns the documented members, in their order, whatever else was saved. */
function eventOf(event: DigitizationComplete): DigitizationComplete {
  const { id, type, occurredAt, programme, cardId, customerId, wallet, walletId } = event;
  const { tokenReference, tokenRequestorId, deviceType, panLastFour, attemptId } = event;
  return {
    ...{ id, type, occurredAt, programme, cardId, customerId, wallet, walletId },
    ...{ tokenReference, tokenRequestorId, deviceType, panLastFour, attemptId },
  };
}

function networkRoute(
  deps: Program,
  answer: (members: JsonObject, context: GraphQLContext) => Promise<HttpReply>,
): HttpRoute {
  return keyRoute(deps, {
    methods: ['POST'],
    roles: ['network'],
    refuse: jsonError,
    read: readJsonObject,
    answer,
  });
}

/** Returns the input of the operation: the members by their GraphQL names. */
function inputOf(members: JsonObject, schema: ZodObject): unknown {
  const input: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(readMembers(schema, members))) {
    if (value === undefined) continue;
    input[camelCase(member)] = value;
  }
  return input;
}

function snakeCased(object: object): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as JsonValue,
    ]),
  );
}
