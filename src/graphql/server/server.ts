import { type ErrorCode, ERRORS } from '../../platform/errors.js';
import {
  ApolloServer,
  type GraphQLRequest,
  type GraphQLRequestListener,
  type GraphQLResponse,
  HeaderMap,
  type HTTPGraphQLRequest,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type DocumentNode,
  parse,
  TokenKind,
} from 'graphql';
import type { RefusedCall } from '../../use-cases/access/refusal-port.js';
import type { ApiKey } from '../../use-cases/directory/directory-port.js';
import type { Caller } from '../../use-cases/transactions/call/call.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { requireRoles } from '../roles.js';
import { requireCost } from './cost.js';
import { type RepeatLimits, requireReadable } from './document-checks.js';
import { formatRegistered, registeredError } from './errors.js';
import { type GraphQLLimits, limitRules } from './limits.js';
import { createOperate, keepSubscription, type Operate, requireTransport } from './operate.js';
import type { ReadDocument } from './persisted-documents.js';

export interface GraphQLServer {
  readonly start: () => Promise<void>;
  /** Handles one HTTP request over GraphQL, without transport: the interface reads and writes the bytes. */
  readonly handle: (request: HTTPGraphQLRequest, context: GraphQLContext) => Promise<GraphQLReply>;
  /** Runs one operation of a connection that can carry subscriptions, under the same rules. */
  readonly operate: Operate;
  readonly stop: () => Promise<void>;
}

interface GraphQLReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

interface GraphQLServerOptions {
  readonly schema: GraphQLSchema;
  readonly limits: GraphQLLimits &
    RepeatLimits & {
      readonly tokensMax: number;
      readonly costMax: number;
      readonly pageSizeMax: number;
    };
  /** Finds the document of a request that names it by its id. */
  readonly readDocument: ReadDocument;
  readonly introspection: boolean;
  /** Gets the first error of an operation that had errors. */
  readonly onRefused: (refused: RefusedCall) => void;
  /** Gets failures whose cause only operators may read. */
  readonly onInternalError: (error: Error) => void;
}

/** Apollo's own headers. */
const CSRF_HEADERS = ['x-apollo-operation-name', 'apollo-require-preflight'];

export function createGraphQLServer(options: GraphQLServerOptions): GraphQLServer {
  const format = (error: unknown, formatted: GraphQLFormattedError): GraphQLFormattedError => {
    const registered = registeredError(error, formatted.extensions?.['code']);
    if (registered.code === 'INTERNAL') options.onInternalError(registered);
    return formatRegistered(registered, formatted);
  };
  const documents = createDocumentStore();
  const listening = Promise.resolve(createListener(options));
  const apollo = new ApolloServer<GraphQLContext>({
    schema: options.schema,
    introspection: options.introspection,
    // A foreign page can send a key only after a preflight, which is refused.
    csrfPrevention: { requestHeaders: [...CSRF_HEADERS, 'authorization'] },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: !options.introspection,
    parseOptions: { maxLexicalTokens: options.limits.tokensMax },
    // The standard introspection query needs about 1,000 (200, the default, refuses it).
    maxRecursiveSelections: 1000,
    validationOptions: { maxErrors: 5 },
    validationRules: [...limitRules(options.limits)],
    stopOnTerminationSignals: false,
    persistedQueries: false,
    documentStore: documents,
    formatError: (formatted, error) => format(error, formatted),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      { requestDidStart: () => listening },
    ],
  });
  return {
    start: () => apollo.start(),
    stop: () => apollo.stop(),
    operate: createOperate({
      apollo,
      schema: options.schema,
      format,
      onRefused: (error, { caller }) => options.onRefused(refusedOperation(error, caller)),
      readDocument: options.readDocument,
      parsed: (text) => parsedAgain(documents, text),
      requireAffordable: (query) => requireReadable(query, options.limits),
    }),
    async handle(given, context) {
      const { request, text } = withDocument(given, callerKey(context.caller), options.readDocument);
      requireReadable(text, options.limits);
      const reply = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: request,
        context: () => Promise.resolve(context),
      });
      const body = reply.body.kind === 'complete' ? reply.body.string : '';
      return { status: reply.status ?? 200, headers: reply.headers, body };
    },
  };
}

/**
 * Returns a request with the text of its document, which stands in the request where that names it by its id. Errors: those of
 * `ReadDocument`.
 */
function withDocument(
  request: HTTPGraphQLRequest,
  key: ApiKey,
  readDocument: ReadDocument,
): { readonly request: HTTPGraphQLRequest; readonly text: unknown } {
  const { method, search, body } = request;
  if (method === 'GET') {
    const parameters = new URLSearchParams(search);
    const documentId = parameters.get('documentId');
    const text = readDocument({ query: parameters.get('query'), documentId }, key);
    if (documentId === null) return { request, text };
    parameters.delete('documentId');
    parameters.set('query', String(text));
    return { request: { ...request, search: `?${parameters.toString()}` }, text };
  }
  if (typeof body !== 'object' || body === null) return { request, text: undefined };
  const { documentId, query, ...others } = body as Readonly<Record<'documentId' | 'query', unknown>>;
  const text = readDocument({ query, documentId }, key);
  if (documentId === undefined) return { request, text };
  return { request: { ...request, body: { ...others, query: text } }, text };
}

export { HeaderMap };

/**
 * Creates the listener of all requests. It checks an operation before it runs: its transport, its cost, and the roles of its
 * fields. It reports operations with errors, over every transport. It has no state, so that a request makes none.
 */
function createListener(options: GraphQLServerOptions): GraphQLRequestListener<GraphQLContext> {
  const { schema, limits, onRefused } = options;
  return {
    didResolveOperation({ document, operation, request, contextValue: context }) {
      if (operation !== undefined) {
        requireCost({ schema, document, operation, variables: request.variables ?? {}, ...limits });
        requireRoles({ schema, document, operation, context });
      }
      requireTransport(operation, context);
      return DONE;
    },
    responseForOperation({ document, operation, contextValue, response: { http } }) {
      const isKept = keepSubscription(operation, document, contextValue);
      return Promise.resolve(isKept ? { http, body: { kind: 'single', singleResult: {} } } : null);
    },
    didEncounterErrors({ errors: [error], contextValue }) {
      if (error !== undefined) onRefused(refusedOperation(error, contextValue.caller));
      return DONE;
    },
    willSendResponse({ request, response }) {
      setHttpStatus(request, response);
      return DONE;
    },
  };
}

const DONE = Promise.resolve();

function refusedOperation(error: unknown, { key, address, httpRequestId }: Caller): RefusedCall {
  const apolloCode = error instanceof GraphQLError ? error.extensions['code'] : undefined;
  const registered = registeredError(error, apolloCode).with({
    keyId: key?.keyId,
    programme: key?.programme,
  });
  return { channel: 'graphql', error: registered, address, httpRequestId };
}

/**
 * Sets the HTTP statuses of the GraphQL-over-HTTP specification where Apollo's differ. Document errors are 200 for
 * clients that did not ask for application/graphql-response+json. Clients that asked for it get the register's status for each reply
 * without data. A call without credentials is 401 for everyone, and a call over the rate limit is 429.
 */
function setHttpStatus({ query = '', http: asked }: GraphQLRequest, { body, http }: GraphQLResponse): void {
  if (body.kind !== 'single') return;
  const { data, errors = [] } = body.singleResult;
  if (errors.length === 0) return;
  const codes = errors.map((error) => error.extensions?.['code']);
  const accepts = asked?.headers.get('accept') ?? '';
  const asksForStatus = accepts.includes('application/graphql-response+json');
  const isDocumentError = http.status === 400 && query !== '' && asked?.method === 'POST';
  const waits = errors.map((error) => error.extensions?.['retryAfterSeconds']);
  const wait = waits.find((seconds) => typeof seconds === 'number');
  if (wait !== undefined) http.headers.set('retry-after', String(wait));
  if (codes.includes('UNAUTHENTICATED')) http.status = 401;
  else if (codes.includes('RATE_LIMITED')) http.status = 429;
  else if (isDocumentError && !asksForStatus) http.status = 200;
  else if (http.status === 200 && data === undefined && asksForStatus)
    http.status = ERRORS[codes[0] as ErrorCode].httpStatus;
}

/** Memory that the parsed documents of all callers may take. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Memory of a token and of the nodes made of it, as measured at worst. A comment is a token without a node. */
const BYTES_OF_TOKEN = 500;
const BYTES_OF_COMMENT = 100;

/**
 * Creates the store of documents that were valid. The one that was used longest ago goes first. Apollo's own measure counts only the
 * nodes of a document: 20,000 comments counted nothing, and held 1.8 MB for ever.
 */
export function createDocumentStore(maxSize = BYTES_MAX): InMemoryLRUCache<DocumentNode> {
  return new InMemoryLRUCache({ maxSize, sizeCalculation: bytesOf });
}

/** Returns the document of a text that was valid before. Such texts are keys of their own. */
async function parsedAgain(documents: InMemoryLRUCache<DocumentNode>, text: string): Promise<DocumentNode> {
  const known = await documents.get(text);
  if (known !== undefined) return known;
  const document = parse(text);
  await documents.set(text, document);
  return document;
}

/** Returns about the bytes that a document holds: its text, its tokens and its nodes. */
function bytesOf({ loc }: DocumentNode): number {
  let bytes = 2 * (loc?.source.body.length ?? 0);
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) {
    bytes += token.kind === TokenKind.COMMENT ? BYTES_OF_COMMENT : BYTES_OF_TOKEN;
  }
  return bytes;
}
