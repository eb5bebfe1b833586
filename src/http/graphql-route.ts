import { createHash } from 'node:crypto';
import { type HttpReply, type HttpRequest, type HttpRoute, retryAfter } from '../adapters/exchange.js';
import { readJsonObject } from '../adapters/json/reader.js';
import type { Credential } from '../graphql/server/connections.js';
import { type GraphQLServer, HeaderMap } from '../graphql/server/server.js';
import { type CardwayError, challengeOf, toCardwayError } from '../platform/errors.js';
import type { Proof } from '../use-cases/access/authenticate-key.js';
import type { Caller } from '../use-cases/transactions/call/call.js';

export interface GraphQLRouteDeps {
  /** Errors: UNAUTHENTICATED for a request without a key or session, FORBIDDEN for the cookie of another page. */
  readonly proofOf: (request: HttpRequest) => Proof;
  /** Authenticates the key or the session of a request. Errors: those of `proofOf`, RATE_LIMITED. */
  readonly authenticate: (request: HttpRequest) => Promise<Credential>;
  /** Explorer page; undefined where it is switched off. */
  readonly explorer: Explorer | undefined;
  readonly handle: (
    request: Parameters<GraphQLServer['handle']>[0],
    caller: Caller,
  ) => ReturnType<GraphQLServer['handle']>;
}

/** Creates the route `/graphql`: POST, GET for queries, and the explorer page for browsers. */
export function createGraphQLRoute(deps: GraphQLRouteDeps): HttpRoute {
  return {
    methods: ['POST', 'GET'],
    refuse: graphQLError,
    async answer(request) {
      const page = deps.explorer?.(request) ?? null;
      if (page !== null) return page;
      const { method, search, receivedAt, httpRequestId } = request;
      // A request without a key is refused before its body is parsed.
      deps.proofOf(request);
      const body = method === 'POST' ? readJsonObject(request) : undefined;
      const { key, session, address } = await deps.authenticate(request);
      const caller = { channel: 'graphql', key, session, receivedAt, httpRequestId, address } as const;
      try {
        const reply = await deps.handle({ method, search, headers: headerMap(request), body }, caller);
        return { ...reply, headers: Object.fromEntries(reply.headers) };
      } catch (thrown) {
        throw toCardwayError(thrown).with({ keyId: key.keyId, programme: key.programme });
      }
    },
  };
}

function headerMap(request: HttpRequest): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const accept = headers.get('accept');
  if (accept !== undefined) headers.set('accept', RESPONSE_JSON.test(accept) ? RESPONSE_TYPE : JSON_TYPE);
  return headers;
}

/**
 * Types of a reply. Each caller gets one of them, whatever else it accepts. The GraphQL server compares types when the operation has
 * run, and answers 406 where none fits: the caller of a payment would not get its outcome.
 */
const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';
const RESPONSE_JSON = /application\/graphql-response\+json/i;

/**
 * Returns the reply to a request that was refused before there was an operation. It has the shape of a GraphQL response and the
 * HTTP status of its error code.
 */
export function graphQLError(error: CardwayError): HttpReply {
  const { code, field, message, retryAfterSeconds } = error;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const body = {
    errors: [{ message, extensions: { code, ...(field === undefined ? {} : { field }), ...wait } }],
  };
  return {
    status: error.entry.httpStatus,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...challengeOf(error),
      ...retryAfter(error),
    },
    body: JSON.stringify(body),
    refused: { channel: 'graphql', error },
  };
}

/** Function that answers a browser's visit to `/graphql`; null for every other request. */
export type Explorer = (request: HttpRequest) => HttpReply | null;

/**
 * Creates the explorer. It shows these keys by role, which only a sandbox has. It reads the page, which the build made
 * (scripts/setup/render-explorer.mjs), at the first visit: the page has 9 MB, which a gateway without visitors need not hold.
 */
export function createExplorer(keys: Readonly<Record<string, string>>, readPage: () => string): Explorer {
  let reply: HttpReply | undefined;
  const pageOf = (): string => {
    try {
      return readPage().replace(KEY_PLACES, (_place, role: string) => keys[role] ?? 'YOUR_KEY');
    } catch {
      return NOT_BUILT;
    }
  };
  return (request) => (isVisit(request) ? (reply ??= replyOf(pageOf())) : null);
}

const KEY_PLACES = /CARDWAY_KEY_OF_([a-z]+)/g;

const NOT_BUILT =
  '<!doctype html><title>Cardway</title><p>The explorer is not built: `npm start` builds it.</p>\n';

/** Returns true for a visit. Programs ask for JSON; a browser names HTML and no JSON. */
function isVisit({ method, headers }: HttpRequest): boolean {
  const accept = headers.accept ?? '';
  return method === 'GET' && /\btext\/html\b/i.test(accept) && !/json/i.test(accept);
}

function replyOf(page: string): HttpReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(page),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    },
    body: Buffer.from(page),
  };
}

/**
 * Returns the policy of the page, which is one file. Its own scripts run, by their digests, and no others. It connects only to
 * this gateway. Its editor's workers are blobs.
 */
function policyOf(page: string): string {
  const ends = page.split(/<\/script>/i).slice(0, -1);
  const digests = ends.map((part) => createHash('sha256').update(scriptIn(part)).digest('base64'));
  return [
    "default-src 'none'",
    `script-src ${digests.map((digest) => `'sha256-${digest}'`).join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the text of the script element that ends a part of the page. It may hold the words `<script` itself. */
function scriptIn(part: string): string {
  return part.slice(part.indexOf('>', part.search(/<script\b/i)) + 1);
}
