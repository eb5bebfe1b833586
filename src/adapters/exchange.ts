import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { CallerRole } from '../core/access/permissions.js';
import type { Method } from '../core/transactions/methods.js';
import type { GraphQLContext } from '../graphql/context.js';
import type { Resolvers } from '../graphql/resolvers.js';
import type { Moment } from '../platform/clock.js';
import {
  type CardwayError,
  challengeOf,
  ERRORS,
  type RefusalAbout,
  toCardwayError,
} from '../platform/errors.js';
import type { Refused } from '../use-cases/access/refusal-port.js';
import type { ApiKey } from '../use-cases/directory/directory-port.js';
import type { Caller } from '../use-cases/transactions/call/call.js';
import type { Channel } from '../use-cases/transactions/ledger-port.js';
import { writeFault, writeMethodResponse } from './xmlrpc/writer.js';

/** An HTTP request with its body read, for the interfaces that are served directly from node:http. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Query with its question mark. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** Connection of the request, for its peer and whether it is encrypted. */
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  /** Lower-case media type, without parameters. */
  readonly mediaType: string;
  /** The charset parameter of Content-Type. */
  readonly charset: string | undefined;
  readonly body: Buffer;
  /** Moment at which the last byte came. */
  readonly receivedAt: Moment;
  /** X-Request-Id of the caller, or one made here. */
  readonly httpRequestId: string;
  /** IP address of the sender, behind the trusted proxies. */
  readonly address: string;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | string;
  /**
   * Writes the response instead of `body`, for as long as it likes. It also runs when the caller is gone, to free what it holds.
   */
  readonly stream?: (response: ServerResponse) => void;
  /** The error behind a refusal, for operators. */
  readonly refused?: Refused;
}

/** An interface behind a path. */
export interface HttpRoute {
  readonly methods: readonly string[];
  readonly answer: (request: HttpRequest) => Promise<HttpReply>;
  /** Renders an error from before the interface was called. */
  readonly refuse: (error: CardwayError) => HttpReply;
}

/** Time that bytes may wait for the other side, which takes none. */
export const STALL_MS = 30_000;

/** The only access of an adapter to the program. */
export interface Program {
  readonly resolvers: Resolvers;
  /** Returns the context for calls of the resolvers. */
  readonly contextOf: (caller: Caller, credential: 'key' | 'checksum') => GraphQLContext;
  readonly authenticateKey: AuthenticateKey;
  readonly onInternalError: (error: Error) => void;
}

/**
 * Function that returns the key behind a Bearer header. It counts wrong keys by the sender's address.
 * Errors: UNAUTHENTICATED, FORBIDDEN (a role that is not allowed), RATE_LIMITED.
 */
export type AuthenticateKey = (
  authorization: string | undefined,
  allowed: readonly CallerRole[],
  from: Pick<HttpRequest, 'address'>,
) => Promise<ApiKey>;

/** A route for callers with a key. */
interface KeyRoute<Given> extends Omit<HttpRoute, 'answer'> {
  readonly roles: readonly CallerRole[];
  /** Reads what is asked, before the key is looked at. */
  readonly read: (request: HttpRequest) => Given;
  readonly answer: (given: Given, context: GraphQLContext) => Promise<HttpReply>;
}

/** Creates a route for callers with a key. Every error is rendered by its `refuse`. */
export function keyRoute<Given>(
  deps: Program,
  { roles, read, answer, ...route }: KeyRoute<Given>,
): HttpRoute {
  return {
    ...route,
    async answer(request) {
      let key: ApiKey | undefined;
      try {
        const given = read(request);
        key = await deps.authenticateKey(request.headers.authorization, roles, request);
        const { receivedAt, httpRequestId } = request;
        const context = deps.contextOf({ channel: 'json', key, receivedAt, httpRequestId }, 'key');
        return await answer(given, context);
      } catch (thrown) {
        return route.refuse(callError(deps, thrown, { key }));
      }
    },
  };
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const XML_TYPE = 'text/xml; charset=utf-8';

/** Returns a reply with a JSON body. */
export function jsonReply(body: unknown, { isReplay = false } = {}): HttpReply {
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE, ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}) },
    body: JSON.stringify(body),
  };
}

/** Returns the error of a failed call, with what operators may know of its caller. Reports an error of this program. */
export function callError(
  { onInternalError }: Pick<Program, 'onInternalError'>,
  thrown: unknown,
  { key, ...about }: RefusalAbout & { readonly key?: ApiKey | undefined },
): CardwayError {
  const error = toCardwayError(thrown).with({ keyId: key?.keyId, programme: key?.programme, ...about });
  if (error.code === 'INTERNAL') onInternalError(error);
  return error;
}

/** Facts about a failed call, for its error message. */
interface FailedCall {
  readonly channel?: Channel | undefined;
  readonly method?: Method | undefined;
  readonly customerId?: number | null | undefined;
  /** True for a report of a digitization, which the processor must send again when nobody accepted it. */
  readonly isReport?: boolean | undefined;
  /** True for a call that failed before its method was read. It may be an advice. */
  readonly isUnread?: boolean | undefined;
}

/** Returns the JSON error body (docs/reference/protocol.md#errors). */
export function jsonError(error: CardwayError, call: FailedCall = {}): HttpReply {
  const body = {
    status: 'error',
    message: error.message,
    customer_id: call.customerId ?? null,
    // A processor keeps an advice or a report that nobody accepted. With a resultCode it would drop it.
    ...(mustBeRepeated(error, call) ? {} : { response: { resultCode: error.resultCode } }),
    error: { code: error.code, ...(error.field === undefined ? {} : { field: error.field }) },
  };
  return {
    status: statusOf(error, call),
    headers: { 'Content-Type': JSON_TYPE, ...challengeOf(error), ...retryAfter(error) },
    body: JSON.stringify(body),
    refused: { channel: call.channel ?? 'json', error },
  };
}

/** Returns the reply of `/RPC2` to an error: a fault, a methodResponse with the resultCode, or the bare HTTP status. */
export function rpcError(error: CardwayError, call: FailedCall = {}): HttpReply {
  const { rpc } = error.entry;
  const { resultCode } = error;
  const refused = { channel: 'xmlrpc', error } as const;
  const message = withParameterPosition(error, call.method);
  if (rpc.kind === 'status' || mustBeRepeated(error, call)) {
    return {
      status: statusOf(error, call),
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...retryAfter(error) },
      body: `${error.code}: ${message}\n`,
      refused,
    };
  }
  const body =
    rpc.kind === 'fault'
      ? writeFault(rpc.faultCode, message)
      : writeMethodResponse({ resultCode, resultText: message });
  return { status: 200, headers: { 'Content-Type': XML_TYPE, ...retryAfter(error) }, body, refused };
}

/** Returns true for what may be an advice or a report, and failed on our side. Nobody accepted it, so it must be sent again. */
function mustBeRepeated(error: CardwayError, { method, isReport, isUnread }: FailedCall): boolean {
  const isOurs = error.code === 'UNAVAILABLE' || error.code === 'INTERNAL';
  return isOurs && (method?.effect === 'advice' || isReport === true || isUnread === true);
}

function statusOf(error: CardwayError, call: FailedCall): number {
  return mustBeRepeated(error, call) ? ERRORS.UNAVAILABLE.httpStatus : error.entry.httpStatus;
}

/** Returns the message with the field's name and position in the terminal's documentation, beside its JSON name. */
function withParameterPosition(error: CardwayError, method: Method | undefined): string {
  const [name] = error.field?.split('.') ?? [];
  const index = method?.parameters.findIndex((parameter) => parameter.jsonName === name) ?? -1;
  const parameter = method?.parameters[index];
  return parameter === undefined
    ? error.message
    : `${error.message} (parameter ${String(index + 1)}, ${parameter.xmlName})`;
}

export function retryAfter(error: CardwayError): Record<string, string> {
  return error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
}

/** Returns a time as replies show it; null for none. */
export function isoTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
