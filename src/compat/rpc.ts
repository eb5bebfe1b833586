import type { JsonValue } from '../core/json.js';
import type { Method, MethodTable } from '../core/methods.js';
import { isDigitizationReport } from '../core/digitization-report.js';
import { CardwayError, toCardwayError } from '../errors.js';
import type { TransactionResult } from '../graphql/transactions/transaction-result.type.js';
import { xmlChecksumTexts } from './checksum-texts.js';
import { XML_TYPE, type CompatReply, type CompatRequest, type Program } from './exchange.js';
import { rpcError } from './faults.js';
import { answerIntrospection } from './introspection.js';
import { runTransaction } from './run-transaction.js';
import { namedXmlCall, xmlMethod } from './xml-call.js';
import type { XmlLimits } from './xmlrpc/limits.js';
import { readMethodCall } from './xmlrpc/reader.js';
import { writeMethodResponse } from './xmlrpc/writer.js';

export interface RpcDeps extends Program {
  readonly methods: MethodTable;
  readonly xmlLimits: Partial<XmlLimits>;
  readonly onInternalError: (error: Error) => void;
}

export type RpcRun =
  | { readonly kind: 'outcome'; readonly outcome: TransactionResult }
  | { readonly kind: 'introspection'; readonly value: JsonValue }
  | {
      readonly kind: 'error';
      readonly error: CardwayError;
      readonly method: Method | undefined;
      readonly isReport: boolean;
    };

/** `POST /RPC2`: terminals with a stock XML-RPC library. Their checksum is their credential. */
export interface RpcDoor {
  /** The reply as every stock client reads it: HTTP 200, also for faults (trust.md 2.4). */
  answer(request: CompatRequest): Promise<CompatReply>;
  /** The same call, its outcome as a value, for the door that writes it as JSON. */
  run(request: CompatRequest): Promise<RpcRun>;
}

export function createRpcDoor(deps: RpcDeps): RpcDoor {
  return {
    run: (request) => run(deps, request),
    async answer(request) {
      // npm's davexmlrpc sends no Content-Type.
      if (!['text/xml', 'application/xml', ''].includes(request.mediaType)) {
        return rpcError(
          new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Type must be text/xml.' }),
        );
      }
      const ran = await run(deps, request);
      if (ran.kind === 'error') return rpcError(ran.error, ran);
      const value = ran.kind === 'outcome' ? ran.outcome.response.fields : ran.value;
      const isReplayed = ran.kind === 'outcome' && ran.outcome.replayed;
      return {
        status: 200,
        headers: { 'Content-Type': XML_TYPE, ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}) },
        body: writeMethodResponse(value),
      };
    },
  };
}

async function run(deps: RpcDeps, request: CompatRequest): Promise<RpcRun> {
  let method: Method | undefined;
  let isReport = false;
  try {
    const methodCall = readMethodCall(request.body, { charset: request.charset, limits: deps.xmlLimits });
    const introspection = answerIntrospection(deps.methods, methodCall);
    if (introspection !== undefined) return { kind: 'introspection', value: introspection };
    method = xmlMethod(deps.methods, methodCall);
    const call = namedXmlCall(method, methodCall);
    isReport = isDigitizationReport(method.name, call.fields['messageName']);
    const caller = {
      door: 'xmlrpc',
      key: null,
      receivedAt: request.receivedAt,
      httpRequestId: request.httpRequestId,
      address: request.address,
      checksumTexts: () => xmlChecksumTexts(call, methodCall.encoding),
    } as const;
    const context = deps.contextOf(caller, 'checksum');
    return { kind: 'outcome', outcome: await runTransaction(deps.resolvers.transactions, call, context) };
  } catch (thrown) {
    const error = toCardwayError(thrown);
    if (error.code === 'INTERNAL') deps.onInternalError(error);
    return { kind: 'error', error, method, isReport };
  }
}
