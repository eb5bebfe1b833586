import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.js';
import { CardwayError, toCardwayError } from '../errors.js';
import {
  AuthorizeTokenDocument,
  ReportDigitizationDocument,
  type AuthorizeTokenMutationVariables,
  type ReportDigitizationMutationVariables,
} from '../generated/operations.js';
import type { Execute, Execution } from './execute.js';
import {
  JSON_TYPE,
  type AuthenticateKey,
  type CompatContext,
  type CompatReply,
  type CompatRequest,
} from './exchange.js';
import { jsonError } from './faults.js';
import type { JsonLimits } from './json/check.js';
import { readJson } from './json/reader.js';

export interface NetworkDeps {
  readonly execute: Execute;
  readonly authenticateKey: AuthenticateKey;
  readonly jsonLimits: JsonLimits;
  readonly onInternalError: (error: Error) => void;
}

export type NetworkDoor = (request: CompatRequest) => Promise<CompatReply>;

/** `POST /network/v1/token-authorizations` (contract section 3): the decision on a token. */
export function createAuthorizationDoor(deps: NetworkDeps): NetworkDoor {
  return networkDoor(deps, async (members, context) => {
    const input = inputOf(members, AUTHORIZATION_FIELDS) as AuthorizeTokenMutationVariables['input'];
    const { authorizeToken } = dataOf(await deps.execute(AuthorizeTokenDocument, { input }, context));
    const { replayed, ...authorization } = authorizeToken;
    return { body: snakeCased(authorization), isReplay: replayed };
  });
}

/** `POST /network/v1/digitizations`: the acknowledgement of a report, with the event that it became. */
export function createDigitizationDoor(deps: NetworkDeps): NetworkDoor {
  return networkDoor(deps, async (members, context) => {
    const input = inputOf(members, REPORT_FIELDS) as ReportDigitizationMutationVariables['input'];
    const { reportDigitization } = dataOf(await deps.execute(ReportDigitizationDocument, { input }, context));
    return { body: { status: 'accepted', ...snakeCased(reportDigitization) }, isReplay: false };
  });
}

/** Snake-case member → input field. Members of other names are not looked at. */
const SHARED_FIELDS = [
  ['card_id', 'cardId'],
  ['wallet_id', 'walletId'],
  ['token_reference', 'tokenReference'],
  ['token_requestor_id', 'tokenRequestorId'],
  ['device', 'device'],
  ['device_type', 'deviceType'],
] as const;

const AUTHORIZATION_FIELDS = [
  ...SHARED_FIELDS,
  ['path', 'path'],
  ['recommendation', 'recommendation'],
  ['pan_source', 'panSource'],
] as const;

const REPORT_FIELDS = [
  ...SHARED_FIELDS,
  ['event', 'event'],
  ['report_id', 'reportId'],
  ['digitized_pan', 'digitizedPan'],
  ['pan_last_four', 'panLastFour'],
  ['reason_code', 'reasonCode'],
] as const;

type Fields = readonly (readonly [member: string, field: string])[];

interface Answer {
  readonly body: JsonObject;
  readonly isReplay: boolean;
}

function networkDoor(
  deps: NetworkDeps,
  answer: (members: JsonObject, context: CompatContext) => Promise<Answer>,
): NetworkDoor {
  return async (request) => {
    try {
      const members = readMembers(deps, request);
      const key = await deps.authenticateKey(request.authorization, ['network'], request.address);
      const caller = {
        door: 'json',
        key,
        receivedAtMs: request.receivedAtMs,
        httpRequestId: request.httpRequestId,
      } as const;
      const { body, isReplay } = await answer(members, { caller, isTerminal: false });
      const replayed = isReplay ? { 'Idempotent-Replayed': 'true' } : {};
      const headers = { 'Content-Type': JSON_TYPE, ...replayed };
      return { status: 200, headers, body: JSON.stringify(body) };
    } catch (thrown) {
      const error = toCardwayError(thrown);
      if (error.code === 'INTERNAL') deps.onInternalError(error);
      return jsonError(error);
    }
  };
}

function readMembers(deps: NetworkDeps, request: CompatRequest): JsonObject {
  if (request.mediaType !== 'application/json') {
    throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Type must be application/json.' });
  }
  const body = readJson(request.body, deps.jsonLimits);
  if (!isJsonObject(body))
    throw new CardwayError('BAD_REQUEST', { message: 'The body must be a JSON object.' });
  return body;
}

function inputOf(members: JsonObject, fields: Fields): Readonly<Record<string, JsonValue>> {
  const input: Record<string, JsonValue> = {};
  for (const [member, field] of fields) {
    const value = members[member];
    if (value !== undefined && value !== null) input[field] = member === 'card_id' ? cardId(value) : value;
  }
  return input;
}

/** An integer or a digit string, as on the provisioning doors. */
function cardId(value: JsonValue): JsonValue {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
}

function dataOf<Data>(execution: Execution<Data>): Data {
  if (execution.kind === 'error') throw execution.error;
  return execution.data;
}

function snakeCased(object: object): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as JsonValue,
    ]),
  );
}
