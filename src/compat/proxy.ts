import type { Method, MethodTable } from '../core/methods.js';
import { CardwayError, toCardwayError } from '../errors.js';
import type { TransactionResult } from '../graphql/transactions/transaction-result.type.js';
import {
  JSON_TYPE,
  type AuthenticateKey,
  type CompatReply,
  type CompatRequest,
  type Program,
} from './exchange.js';
import { jsonError } from './faults.js';
import { customerIdOf, namedJsonCall } from './json-call.js';
import { readJson } from './json/reader.js';
import type { JsonLimits } from './json/check.js';
import type { JsonValue } from '../core/json.js';
import { runTransaction } from './run-transaction.js';
import type { JsonDocument } from '../usecase/transactions/call.js';
import type { RpcDoor } from './rpc.js';

export interface ProxyDeps extends Program {
  readonly authenticateKey: AuthenticateKey;
  readonly methods: MethodTable;
  readonly jsonLimits: JsonLimits;
  readonly rpc: RpcDoor;
  readonly onInternalError: (error: Error) => void;
}

/** `POST /v1/proxy` (contract section 3): a JSON envelope of a backend, or a methodCall of a terminal. */
export type ProxyDoor = (request: CompatRequest) => Promise<CompatReply>;

export function createProxyDoor(deps: ProxyDeps): ProxyDoor {
  return (request) => {
    switch (request.mediaType) {
      case 'application/json':
        return answerJson(deps, request);
      case 'text/xml':
      case 'application/xml':
        return wantsXml(request.accept) ? deps.rpc.answer(request) : answerXmlWithJson(deps, request);
      default:
        return Promise.resolve(
          jsonError(
            new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
              message: 'Content-Type must be application/json, text/xml or application/xml.',
            }),
          ),
        );
    }
  };
}

/** A methodResponse is for who asks for XML by name; stock XML-RPC libraries use /RPC2. */
function wantsXml(accept: string | undefined): boolean {
  return (
    accept !== undefined &&
    /\b(?:text|application)\/xml\b/i.test(accept) &&
    !/\bapplication\/json\b/i.test(accept)
  );
}

async function answerJson(deps: ProxyDeps, request: CompatRequest): Promise<CompatReply> {
  let envelope: JsonValue = null;
  let method: Method | undefined;
  try {
    envelope = readJson(request.body, deps.jsonLimits);
    const key = await deps.authenticateKey(request.authorization, ['client'], request.address);
    const call = namedJsonCall(deps.methods, envelope);
    method = call.method;
    const { receivedAt, httpRequestId, address } = request;
    const document = plainDocument(request.body, envelope);
    const caller = { door: 'json', key, receivedAt, httpRequestId, address, document } as const;
    const context = deps.contextOf(caller, 'key');
    return jsonReply(await runTransaction(deps.resolvers.transactions, call, context));
  } catch (thrown) {
    return jsonError(told(deps, thrown), { method, customerId: customerIdOf(envelope) });
  }
}

/**
 * The careful reader takes only what `JSON.parse` reads alike, in UTF-8. A byte order mark is no part of a JSON text (RFC 8259), and
 * with one the envelope is written anew.
 */
function plainDocument(bytes: Buffer, value: JsonValue): JsonDocument | undefined {
  return bytes[0] === BYTE_ORDER_MARK ? undefined : { bytes, value };
}

/** Its first byte in UTF-8, with which no JSON text begins. */
const BYTE_ORDER_MARK = 0xef;

async function answerXmlWithJson(deps: ProxyDeps, request: CompatRequest): Promise<CompatReply> {
  const ran = await deps.rpc.run(request);
  if (ran.kind === 'outcome') return jsonReply(ran.outcome);
  if (ran.kind === 'error') return jsonError(ran.error, ran);
  const value = ran.value;
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) };
}

function jsonReply(outcome: TransactionResult): CompatReply {
  const body = {
    status: outcome.status,
    message: outcome.message,
    customer_id: outcome.customerId,
    response: outcome.response.fields,
  };
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE, ...(outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {}) },
    body: JSON.stringify(body),
  };
}

function told(deps: ProxyDeps, thrown: unknown): CardwayError {
  const error = toCardwayError(thrown);
  if (error.code === 'INTERNAL') deps.onInternalError(error);
  return error;
}
