import type { ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject } from '../core/wire/json.js';
import { badRequest, type CardwayError } from '../platform/errors.js';
import type { Authenticated, Proof } from '../use-cases/access/authenticate-key.js';
import { graphQLError, type GraphQLRouteDeps, readOperation } from './graphql-route.js';
import type { HttpRoute, HttpRouteReply, HttpRouteRequest } from './listener.js';

interface Operation {
  readonly query: string | null;
  readonly documentId: string | null;
  readonly operationName: string | null;
  readonly variables: JsonObject | null;
}

interface EventStreamRouteDeps extends Pick<GraphQLRouteDeps, 'readJson' | 'proofOf' | 'authenticate'> {
  readonly open: (
    args: Authenticated & {
      readonly operation: Operation;
      readonly isReadOnly: boolean;
      readonly proof: Proof;
      readonly address: string;
    },
  ) => Promise<(response: ServerResponse) => void>;
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
      const proof = deps.proofOf(request);
      const isGet = request.method === 'GET';
      const operation = operationOf(isGet ? searchOf(deps, request) : readOperation(deps, request));
      const { address } = request;
      // A stream opens again by itself, so it does not prolong a console session.
      const authenticated = await deps.authenticate(proof, { address, isActivity: false });
      if (!acceptsEvents(request)) return NOT_ACCEPTABLE;
      const stream = await deps.open({ ...authenticated, operation, isReadOnly: isGet, proof, address });
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

const NOT_ACCEPTABLE: HttpRouteReply = {
  status: 406,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'Accept must allow text/event-stream.\n',
};

function acceptsEvents({ headers }: HttpRouteRequest): boolean {
  return /text\/event-stream|text\/\*|\*\/\*/i.test(headers.accept ?? '*/*');
}

function searchOf(deps: EventStreamRouteDeps, { search }: HttpRouteRequest): JsonObject {
  const given = new URLSearchParams(search);
  const variables = given.get('variables');
  return {
    query: given.get('query'),
    documentId: given.get('documentId'),
    operationName: given.get('operationName'),
    variables: variables === null ? null : deps.readJson(Buffer.from(variables, 'utf8')),
  };
}

function operationOf(given: JsonObject): Operation {
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
