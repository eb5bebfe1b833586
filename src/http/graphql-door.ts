import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.js';
import type { Moment } from '../core/moment.js';
import { CardwayError } from '../errors.js';
import type { ApiKey } from '../usecase/ports.js';
import type { Door, DoorReply, DoorRequest } from './doors.js';
import type { Explorer } from './explorer.js';

/** What the GraphQL server behind this door takes and gives; transport-free on both sides. */
export interface GraphQLDoorDeps {
  readonly readJson: (body: Buffer) => JsonValue;
  readonly authenticateKey: (authorization: string | undefined, address: string) => Promise<ApiKey | null>;
  /** Undefined where it is switched off. */
  readonly explorer: Explorer | undefined;
  readonly handle: (
    request: {
      method: string;
      search: string;
      headers: ReadonlyMap<string, string>;
      body: JsonValue | undefined;
    },
    caller: { key: ApiKey; receivedAt: Moment; httpRequestId: string; address: string },
  ) => Promise<{ status: number; headers: ReadonlyMap<string, string>; body: string }>;
}

/** `/graphql` over HTTP: POST, GET for queries, and the explorer page for browsers. */
export function createGraphQLDoor(deps: GraphQLDoorDeps): Door {
  return {
    methods: ['POST', 'GET'],
    refuse: graphQLError,
    async answer(request) {
      const page = deps.explorer?.(request) ?? null;
      if (page !== null) return page;
      requireAnyKey(request);
      const body = request.method === 'POST' ? readOperation(deps, request) : undefined;
      const { receivedAt, httpRequestId, address } = request;
      const key = await deps.authenticateKey(request.headers.authorization, address);
      if (key === null) throw new CardwayError('UNAUTHENTICATED');
      const reply = await deps.handle(
        { method: request.method, search: request.search, headers: headerMap(request), body },
        { key, receivedAt, httpRequestId, address },
      );
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: reply.body };
    },
  };
}

/** Without a key nothing is read, not even whether it is JSON. Errors: UNAUTHENTICATED. */
export function requireAnyKey({ headers }: DoorRequest): void {
  if (headers.authorization === undefined) throw new CardwayError('UNAUTHENTICATED');
}

export function readOperation(deps: Pick<GraphQLDoorDeps, 'readJson'>, request: DoorRequest): JsonObject {
  if (request.mediaType !== 'application/json') {
    throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Type must be application/json.' });
  }
  const body = deps.readJson(request.body);
  if (!isJsonObject(body))
    throw new CardwayError('BAD_REQUEST', {
      message: 'The body must be one JSON object; batches are not served.',
    });
  return body;
}

function headerMap(request: DoorRequest): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Refused before there was an operation: the shape of a GraphQL response, with the status of the register. */
export function graphQLError(error: CardwayError): DoorReply {
  const { code, message, retryAfterSeconds } = error;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const body = { errors: [{ message, extensions: { code, ...wait } }] };
  return {
    status: error.entry.httpStatus,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}
