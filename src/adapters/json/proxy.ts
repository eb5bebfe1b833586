import { ENVELOPE_FIELDS, readRequest } from '../../core/transactions/envelope.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import { badRequest, CardwayError, type RefusalAbout, unknownMethod } from '../../platform/errors.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import {
  aboutCall,
  type Caller,
  type TransactionCall,
  type TransactionResult,
} from '../../use-cases/transactions/call/call.js';
import {
  type HttpReply,
  type HttpRequest,
  type HttpRoute,
  jsonError,
  jsonReply,
  callError,
  type Program,
} from '../exchange.js';
import { transactionCall } from '../transaction-call.js';
import type { RpcRoute } from '../xmlrpc/route.js';
import { readJson } from './reader.js';

interface ProxyDeps extends Program {
  readonly methods: MethodTable;
  readonly rpc: RpcRoute;
}

/** Creates the route `POST /v1/proxy`: a JSON envelope of a backend, or a methodCall of a terminal. */
export function createProxyRoute(deps: ProxyDeps): HttpRoute {
  return {
    methods: ['POST'],
    refuse: (error) => jsonError(error, { isUnread: true }),
    async answer(request) {
      switch (request.mediaType) {
        case 'application/json':
          return answerJson(deps, request);
        case 'text/xml':
        case 'application/xml':
          return wantsXml(request.headers.accept)
            ? deps.rpc.answer(request)
            : answerXmlWithJson(deps, request);
        default:
          return jsonError(
            new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
              message: 'Content-Type must be application/json, text/xml or application/xml.',
            }),
          );
      }
    },
  };
}

/** Returns true if the caller prefers XML by name, and so gets a methodResponse. Stock XML-RPC libraries use /RPC2. */
function wantsXml(accept: string | undefined): boolean {
  return accept !== undefined && qualityOf(XML, accept) > qualityOf(JSON_NAME, accept);
}

/** Returns the quality (RFC 9110, 12.4.2) of a type that an Accept header names; 0 where it does not. */
function qualityOf(type: RegExp, accept: string): number {
  const qualities = accept
    .split(',')
    .filter((entry) => type.test(entry))
    .map((entry) => Number(QUALITY.exec(entry)?.[1] ?? 1));
  return Math.max(0, ...qualities);
}

const XML = /^\s*(?:text|application)\/xml\s*(?:;|$)/i;
const JSON_NAME = /^\s*application\/json\s*(?:;|$)/i;
const QUALITY = /;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)/i;

async function answerJson(deps: ProxyDeps, request: HttpRequest): Promise<HttpReply> {
  let envelope: JsonValue = null;
  let key: ApiKey | undefined;
  try {
    envelope = readJson(request.body);
    key = await deps.authenticateKey(request.headers.authorization, ['client'], request);
    const call = readJsonCall(deps.methods, envelope);
    const { receivedAt, httpRequestId, address } = request;
    const caller: Caller = {
      channel: 'json',
      key,
      receivedAt,
      httpRequestId,
      address,
      document: envelope,
    };
    const context = deps.contextOf(caller, 'key');
    return outcomeReply(await deps.resolvers.transactions.run(call, context));
  } catch (thrown) {
    const about = claimsOf(envelope);
    // A failure on our side is answered by the effect of the method, also before the call is read.
    const method = deps.methods.find(about.method ?? '');
    const failed = { method, isUnread: method === undefined, customerId: customerIdOf(envelope) };
    return jsonError(callError(deps, thrown, { key, ...about }), failed);
  }
}

/** Returns what an envelope says about itself, for operators who read of its refusal. */
function claimsOf(envelope: JsonValue): RefusalAbout {
  if (!isJsonObject(envelope) || !isJsonObject(envelope['request'])) return {};
  const { request, request_id: requestId } = envelope;
  const { method_name: method, terminal_id: terminalId, reference, request_amount: requestAmount } = request;
  return aboutCall({
    methodName: typeof method === 'string' ? method : '',
    fields: { terminalId, reference, requestAmount },
    requestId: typeof requestId === 'string' ? requestId : undefined,
  });
}

async function answerXmlWithJson(deps: ProxyDeps, request: HttpRequest): Promise<HttpReply> {
  const ran = await deps.rpc.run(request);
  if (ran.kind === 'outcome') return outcomeReply(ran.outcome);
  if (ran.kind === 'error') return jsonError(ran.error, { ...ran, channel: 'xmlrpc' });
  return jsonReply(ran.value);
}

function outcomeReply(outcome: TransactionResult): HttpReply {
  const { status, message, customerId, response, replayed } = outcome;
  return jsonReply({ status, message, customer_id: customerId, response }, { isReplay: replayed });
}

/**
 * Names the members of a JSON envelope (docs/reference/protocol.md#envelope). Passes on unknown members as they are, and the null
 * of an optional member. Errors: BAD_REQUEST (a member missing or of a wrong type), UNKNOWN_METHOD.
 */
function readJsonCall(methods: MethodTable, envelope: JsonValue): TransactionCall {
  if (!isJsonObject(envelope)) throw badRequest(undefined, 'The body must be a JSON object.');
  const request = envelope['request'];
  if (!isJsonObject(request))
    throw badRequest('request', request === undefined ? 'request is missing.' : 'request must be an object.');
  const method = methodOf(methods, request);
  const { fields, passedOn } = readRequest(method, request);
  textMember(request, 'checksum');
  return transactionCall(method, {
    fields,
    customerId: integerMember(envelope, 'customer_id'),
    cardId: integerMember(envelope, 'card_id'),
    requestId: textMember(envelope, 'request_id'),
    passThrough: { request: passedOn, envelope: beyond(envelope) },
  });
}

/** Returns the customer of a refused envelope, for the error body; null where it names none. */
function customerIdOf(envelope: JsonValue): number | null {
  const id = isJsonObject(envelope) ? envelope['customer_id'] : undefined;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

function methodOf(methods: MethodTable, request: JsonObject): Method {
  const name = textMember(request, 'method_name');
  const method = methods.find(name);
  if (method === undefined) {
    throw unknownMethod(name, {
      field: 'method_name',
      message: 'method_name is not a known method.',
    });
  }
  return method;
}

function beyond(envelope: JsonObject): JsonObject {
  const names = Object.keys(envelope).filter((name) => !ENVELOPE_FIELDS.has(name));
  return Object.fromEntries(names.map((name) => [name, envelope[name] ?? null]));
}

function integerMember(envelope: JsonObject, field: string): number {
  const value = envelope[field];
  if (value === undefined) throw badRequest(field, `${field} is missing.`);
  if (!Number.isSafeInteger(value)) throw badRequest(field, `${field} must be an integer.`);
  return value as number;
}

function textMember(envelope: JsonObject, field: string): string {
  const value = envelope[field];
  if (value === undefined) throw badRequest(field, `${field} is missing.`);
  if (typeof value !== 'string') throw badRequest(field, `${field} must be a string.`);
  return value;
}
