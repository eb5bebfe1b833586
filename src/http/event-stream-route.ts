import type { HttpReply, HttpRequest, HttpRoute } from '../adapters/exchange.js';
import { readJson, readJsonObject } from '../adapters/json/reader.js';
import { isJsonObject, type JsonObject } from '../core/wire/json.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type { OpenEventStream } from '../graphql/server/event-stream.js';
import type { OperationRequest } from '../graphql/server/operate.js';
import { graphQLError, type GraphQLRouteDeps } from './graphql-route.js';

interface EventStreamRouteDeps extends Pick<GraphQLRouteDeps, 'proofOf' | 'authenticate'> {
  readonly open: OpenEventStream;
}

/**
 * Creates the route `/graphql/stream`: one operation by POST, or by GET where it changes nothing. The reply is Server-Sent
 * Events.
 */
export function createEventStreamRoute(deps: EventStreamRouteDeps): HttpRoute {
  return {
    methods: ['POST', 'GET'],
    refuse: graphQLError,
    async answer(request) {
      deps.proofOf(request);
      const isGet = request.method === 'GET';
      const operation = operationOf(isGet ? searchOf(request) : readJsonObject(request));
      const credential = await deps.authenticate(request);
      if (!acceptsEvents(request)) return NOT_ACCEPTABLE;
      const stream = await deps.open({ ...credential, operation, isReadOnly: isGet });
      return { status: 200, headers: HEADERS, body: '', stream };
    },
  };
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Without this, nginx waits until its buffer is full.
  'X-Accel-Buffering': 'no',
};

const NOT_ACCEPTABLE: HttpReply = {
  status: 406,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'Accept must allow text/event-stream.\n',
};

function acceptsEvents({ headers }: HttpRequest): boolean {
  return /text\/event-stream|text\/\*|\*\/\*/i.test(headers.accept ?? '*/*');
}

function searchOf({ search }: HttpRequest): JsonObject {
  const given = new URLSearchParams(search);
  const variables = given.get('variables');
  return {
    query: given.get('query'),
    documentId: given.get('documentId'),
    operationName: given.get('operationName'),
    variables: variables === null ? null : readJson(Buffer.from(variables, 'utf8')),
  };
}

function operationOf(given: JsonObject): OperationRequest {
  const { query = null, documentId = null, operationName = null, variables = null } = given;
  if (documentId !== null && typeof documentId !== 'string') throw wrong('documentId', 'a string');
  if (documentId === null && (query === null || query === '')) throw wrong('query', 'a GraphQL document');
  if (query !== null && typeof query !== 'string') throw wrong('query', 'a GraphQL document');
  if (operationName !== null && typeof operationName !== 'string') throw wrong('operationName', 'a string');
  if (variables !== null && !isJsonObject(variables)) throw wrong('variables', 'an object');
  return { query, documentId, operationName, variables };
}

function wrong(field: string, allowed: string): CardwayError {
  return badRequest(field, `${field} must be ${allowed}.`);
}
