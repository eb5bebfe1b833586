import { isDigitizationReport } from '../../core/provisioning/digitization-report.js';
import type { Field } from '../../core/transactions/fields.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import type { JsonValue } from '../../core/wire/json.js';
import { CardwayError, type RefusalAbout, unknownMethod } from '../../platform/errors.js';
import { aboutCall, type TransactionResult } from '../../use-cases/transactions/call/call.js';
import {
  type HttpRequest,
  type HttpRoute,
  callError,
  type Program,
  rpcError,
  XML_TYPE,
} from '../exchange.js';
import { readXmlCall, xmlChecksumTexts, xmlMethod } from './call.js';
import { type MethodCall, readMethodCall } from './reader.js';
import { safeInteger, scalarText } from './values.js';
import { writeMethodResponse } from './writer.js';

interface RpcDeps extends Program {
  readonly methods: MethodTable;
}

type RpcRun =
  | { readonly kind: 'outcome'; readonly outcome: TransactionResult }
  | { readonly kind: 'introspection'; readonly value: JsonValue }
  | {
      readonly kind: 'error';
      readonly error: CardwayError;
      readonly method: Method | undefined;
      readonly isReport: boolean;
    };

/** Route `POST /RPC2`, for terminals with a stock XML-RPC library. Their checksum is their credential. */
export interface RpcRoute extends HttpRoute {
  /** Runs the same call and returns its outcome as a value, for the interface that writes it as JSON. */
  run(request: HttpRequest): Promise<RpcRun>;
}

export function createRpcRoute(deps: RpcDeps): RpcRoute {
  return {
    methods: ['POST'],
    refuse: (error) => rpcError(error, { isUnread: true }),
    run: (request) => run(deps, request),
    /** Returns a reply that every stock client reads: HTTP 200, also for faults (docs/reference/protocol.md#xml-rpc-answers). */
    async answer(request) {
      // npm's davexmlrpc sends no Content-Type.
      if (!['text/xml', 'application/xml', ''].includes(request.mediaType)) {
        return rpcError(
          new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Type must be text/xml.' }),
        );
      }
      const ran = await run(deps, request);
      if (ran.kind === 'error') return rpcError(ran.error, ran);
      const value = ran.kind === 'outcome' ? ran.outcome.response : ran.value;
      const isReplayed = ran.kind === 'outcome' && ran.outcome.replayed;
      return {
        status: 200,
        headers: { 'Content-Type': XML_TYPE, ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}) },
        body: writeMethodResponse(value),
      };
    },
  };
}

async function run(deps: RpcDeps, request: HttpRequest): Promise<RpcRun> {
  let method: Method | undefined;
  let isReport = false;
  let methodCall: MethodCall | undefined;
  try {
    methodCall = readMethodCall(request.body, request.charset);
    const introspection = answerIntrospection(deps.methods, methodCall);
    if (introspection !== undefined) return { kind: 'introspection', value: introspection };
    const known = xmlMethod(deps.methods, methodCall);
    method = known;
    const { encoding } = methodCall;
    const { call, texts } = readXmlCall(known, methodCall);
    isReport = isDigitizationReport(known.name, call.fields['messageName']);
    const caller = {
      channel: 'xmlrpc',
      key: null,
      receivedAt: request.receivedAt,
      httpRequestId: request.httpRequestId,
      address: request.address,
      checksumTexts: () => xmlChecksumTexts(known, texts, encoding),
    } as const;
    const context = deps.contextOf(caller, 'checksum');
    return { kind: 'outcome', outcome: await deps.resolvers.transactions.run(call, context) };
  } catch (thrown) {
    const about = method === undefined || methodCall === undefined ? {} : claimsOf(method, methodCall);
    return { kind: 'error', error: callError(deps, thrown, about), method, isReport };
  }
}

/** Returns what a call says about itself, for operators who read of its refusal. */
function claimsOf({ name: methodName, parameters }: Method, { params }: MethodCall): RefusalAbout {
  const named = (wanted: string) => params[parameters.findIndex(({ name }) => name === wanted)];
  const terminalId = scalarText(named('terminalId'));
  const reference = scalarText(named('reference'));
  const requestAmount = safeInteger(named('requestAmount'));
  return aboutCall({ methodName, fields: { terminalId, reference, requestAmount } });
}

const SYSTEM_METHODS: ReadonlyMap<string, string> = new Map([
  ['system.listMethods', 'Lists the methods of this server.'],
  ['system.methodSignature', 'Gives the types of a method: its result, then its parameters.'],
  ['system.methodHelp', 'Says what a method does.'],
  ['system.getCapabilities', 'Lists the specifications that this server follows.'],
]);

/**
 * Answers the introspection calls of generic XML-RPC clients; undefined for every other method.
 * `system.multicall` is refused: one request must not carry many transactions.
 * Errors: BAD_REQUEST (no method named), UNKNOWN_METHOD.
 */
function answerIntrospection(methods: MethodTable, call: MethodCall): JsonValue | undefined {
  switch (call.methodName) {
    case 'system.listMethods':
      return [...methods.all.map((method) => method.name), ...SYSTEM_METHODS.keys()];
    case 'system.methodSignature':
      return signatureOf(methods, namedMethod(call));
    case 'system.methodHelp':
      return helpOf(methods, namedMethod(call));
    case 'system.getCapabilities':
      return {
        xmlrpc: { specUrl: 'http://www.xmlrpc.com/spec', specVersion: 1 },
        introspection: { specUrl: 'http://phpxmlrpc.sourceforge.net/doc-2/ch10.html', specVersion: 2 },
        faults_interop: {
          specUrl: 'http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php',
          specVersion: 20010516,
        },
      };
    case 'system.multicall':
      throw new CardwayError('UNKNOWN_METHOD', {
        message: 'system.multicall is not served: send one call a request.',
      });
    default:
      return undefined;
  }
}

function namedMethod(call: MethodCall): string {
  const name = scalarText(call.params[0]);
  if (name === undefined)
    throw new CardwayError('BAD_REQUEST', { message: `${call.methodName} takes the name of a method.` });
  return name;
}

function signatureOf(methods: MethodTable, name: string): JsonValue {
  if (SYSTEM_METHODS.has(name)) return [name === 'system.listMethods' ? ['array'] : ['array', 'string']];
  const method = methods.find(name);
  if (method === undefined) throw unknownMethod(name, { message: 'No method has this name.' });
  return [['struct', ...method.parameters.map(typeOf), 'string']];
}

function typeOf(parameter: Field): string {
  return { string: 'string', klv: 'string', int: 'int', date: 'dateTime.iso8601' }[parameter.type];
}

function helpOf(methods: MethodTable, name: string): JsonValue {
  const system = SYSTEM_METHODS.get(name);
  if (system !== undefined) return system;
  const method = methods.find(name);
  if (method === undefined) throw unknownMethod(name, { message: 'No method has this name.' });
  const parameters = [...method.parameters.map((parameter) => parameter.xmlName), 'checksum'].join(', ');
  return `${method.purpose} Parameters, in this order: ${parameters}.`;
}
