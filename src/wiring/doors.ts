import type { AuthenticateKey, CompatReply, CompatRequest, Program } from '../compat/exchange.js';
import { jsonError, rpcError } from '../compat/faults.js';
import { JSON_LIMITS, type JsonLimits } from '../compat/json/check.js';
import { readJson } from '../compat/json/reader.js';
import { createAuthorizationDoor, createDigitizationDoor } from '../compat/network.js';
import { createProxyDoor } from '../compat/proxy.js';
import { createProvisioningDoors, type ProvisioningDoor } from '../compat/provisioning.js';
import { createRpcDoor } from '../compat/rpc.js';
import { readMethodResponse } from '../compat/xmlrpc/response-reader.js';
import { toJson } from '../compat/xmlrpc/to-json.js';
import { memberCount } from '../core/json.js';
import type { MethodTable } from '../core/methods.js';
import type { AnswerReaders } from '../downstream/answer.js';
import type { UseCases } from '../graphql/context.js';
import { createResolvers } from '../graphql/resolvers.js';
import { HeaderMap, type GraphQLServer } from '../graphql/server.js';
import type { OpenEventStream } from '../graphql/sse.js';
import type { Door, DoorRequest } from '../http/doors.js';
import { createEventStreamDoor } from '../http/event-stream-door.js';
import type { Explorer } from '../http/explorer.js';
import { createGraphQLDoor } from '../http/graphql-door.js';
import type { Settings } from '../settings.js';
import type { ApiKey } from '../usecase/ports.js';

/** For whatever callers send as JSON. */
export function jsonLimitsOf({ depthMax }: Settings['json']): JsonLimits {
  return { ...JSON_LIMITS, depthMax };
}

/** How answers of wallet services are read: with the same readers as calls, under their own limits. */
export function answerReaders(settings: Pick<Settings, 'downstream' | 'json'>): AnswerReaders {
  const membersMax = settings.downstream.answerMembersMax;
  const limits = { depthMax: settings.json.depthMax, membersMax };
  // A member, its name, its value and the type of it, and a few around them all.
  const xmlLimits = { elementsMax: 4 * membersMax + 16 };
  return {
    readJson: (body) => readJson(body, limits),
    readMethodResponse(text) {
      const response = readMethodResponse(text, xmlLimits);
      if (response.kind === 'fault') return { kind: 'fault' };
      const value = toJson(response.value);
      return memberCount(value) > membersMax ? { kind: 'unreadable' } : { kind: 'value', value };
    },
  };
}

/** What every adapter is given: the resolvers, and the context of a caller. */
export function compatOf(args: {
  readonly useCases: UseCases;
  readonly authenticateKey: AuthenticateKey;
  readonly onInternalError: (error: Error) => void;
}): Compat {
  const { useCases, authenticateKey, onInternalError } = args;
  return {
    resolvers: createResolvers(),
    contextOf: (caller, credential) => ({ caller, isTerminal: credential === 'checksum', useCases }),
    authenticateKey,
    onInternalError,
  };
}

export interface Compat extends Program {
  readonly authenticateKey: AuthenticateKey;
  readonly onInternalError: (error: Error) => void;
}

/** The doors that are answered straight from node:http. */
export function hotDoors(args: {
  readonly settings: Pick<Settings, 'json'>;
  readonly methods: MethodTable;
  readonly graphql: GraphQLServer;
  readonly useCases: UseCases;
  readonly compat: Compat;
  /** For GraphQL, where each field says who may use it. */
  readonly authenticateKey: (authorization: string | undefined, address: string) => Promise<ApiKey | null>;
  readonly nowMs: () => number;
  readonly openEventStream: OpenEventStream;
  readonly explorer: Explorer | undefined;
}): ReadonlyMap<string, Door> {
  const { settings, methods, compat } = args;
  const jsonLimits = jsonLimitsOf(settings.json);
  const xmlLimits = { depthMax: settings.json.depthMax };
  const rpc = createRpcDoor({ ...compat, methods, xmlLimits });
  const proxy = createProxyDoor({ ...compat, methods, jsonLimits, rpc });
  const provisioning = createProvisioningDoors({ ...compat, jsonLimits, nowMs: args.nowMs });
  return new Map<string, Door>([
    ...provisioning.map((door) => [door.path, provisioningDoor(door)] as const),
    ['/v1/proxy', compatDoor(proxy, jsonError)],
    ['/RPC2', compatDoor((request) => rpc.answer(request), rpcError)],
    // The card network
    [
      '/network/v1/token-authorizations',
      compatDoor(createAuthorizationDoor({ ...compat, jsonLimits }), jsonError),
    ],
    ['/network/v1/digitizations', compatDoor(createDigitizationDoor({ ...compat, jsonLimits }), jsonError)],
    [
      '/graphql',
      createGraphQLDoor({
        explorer: args.explorer,
        readJson: (body) => readJson(body, jsonLimits),
        authenticateKey: args.authenticateKey,
        handle: ({ method, search, headers, body }, caller) =>
          args.graphql.handle(
            { method, search, headers: new HeaderMap(headers), body },
            { caller: { door: 'graphql', ...caller }, isTerminal: false, useCases: args.useCases },
          ),
      }),
    ],
    [
      '/graphql/stream',
      createEventStreamDoor({
        readJson: (body) => readJson(body, jsonLimits),
        authenticateKey: args.authenticateKey,
        open: args.openEventStream,
      }),
    ],
  ]);
}

function compatDoor(answer: (request: CompatRequest) => Promise<CompatReply>, refuse: Door['refuse']): Door {
  return {
    methods: ['POST'],
    refuse,
    answer: (request) => answer(compatRequest(request)),
  };
}

function provisioningDoor(door: ProvisioningDoor): Door {
  return {
    methods: ['POST'],
    refuse: (error) => door.refuse(error),
    answer: (request) => door.answer({ ...compatRequest(request), search: request.search }),
  };
}

function compatRequest(request: DoorRequest): CompatRequest {
  return {
    mediaType: request.mediaType,
    charset: request.charset,
    accept: request.headers.accept,
    authorization: request.headers.authorization,
    body: request.body,
    receivedAt: request.receivedAt,
    httpRequestId: request.httpRequestId,
    address: request.address,
  };
}
