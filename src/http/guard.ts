import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { sandboxCallerProblem } from '../core/access/sandbox-caller.js';
import { idText } from '../core/wire/card-numbers.js';
import { CardwayError, type ErrorCode } from '../platform/errors.js';
import type { Connections } from './connections.js';

/** Error for a request that the guard refuses, and its status, which is closer than that of the code. */
interface GuardProblem {
  readonly status: number;
  readonly error: CardwayError;
}

function problem(status: number, message: string, code: ErrorCode = 'BAD_REQUEST'): GuardProblem {
  return { status, error: new CardwayError(code, { message }) };
}

/**
 * Returns the problem of a request that Node's parser accepts and RFC 9110 or RFC 9112 forbid; null for none. Problems are two
 * Host or Authorization headers, too many headers, no Host, TRACE, CONNECT, expectations beside 100-continue, and transfer codings
 * beside chunked. In the sandbox it also refuses callers of other hosts and pages. `sandboxHosts` are the hosts allowed beside loopback;
 * null outside the sandbox.
 */
export function guardProblem(
  request: IncomingMessage,
  sandboxHosts: readonly string[] | null,
): GuardProblem | null {
  const { method, rawHeaders, headers } = request;
  if (method === 'TRACE' || method === 'CONNECT')
    return problem(405, `${method} is not allowed.`, 'METHOD_NOT_ALLOWED');
  for (const { name, lower } of SINGLE) {
    if (count(rawHeaders, lower) > 1) return problem(400, `There is more than one ${name} header.`);
  }
  // After those above, whose second header may stand behind any number of others.
  if (rawHeaders.length > 2 * HEADERS_MAX)
    return problem(431, `There are more than ${String(HEADERS_MAX)} headers.`);
  const { host, origin, expect, 'transfer-encoding': coding } = headers;
  // HTTP/1.0 allows both.
  if (request.httpVersion === '1.1') {
    if (host === undefined) return problem(400, 'Host is missing.');
    if (expect !== undefined && !/\b100-continue\b/i.test(expect))
      return problem(417, 'Expect must be 100-continue.');
  }
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return problem(501, 'Transfer-Encoding must be chunked.');
  const foreign = sandboxHosts === null ? null : sandboxCallerProblem({ host, origin }, sandboxHosts);
  return foreign === null ? null : problem(403, foreign, 'FORBIDDEN');
}

/**
 * Returns the target of a request as path and query. Callers behind a forward proxy send whole URLs, which every server must
 * accept (RFC 9112, 3.2.2). Nothing here depends on the host in them. Other targets become paths that nobody serves, because
 * Express answers some of them with a page of its own.
 */
export function requestTarget(request: IncomingMessage): string {
  const url = request.url ?? '/';
  if (url.startsWith('/')) return url;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return `/${url}`;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Maximum number of headers. An open event stream keeps those of its request: 2,600 short ones within 16 KiB hold 218 KB, and 200
 * hold 31 KB.
 */
const HEADERS_MAX = 200;

/** Headers that may stand only once. Node takes the first of several; a proxy in front may have checked another. */
const SINGLE = ['Host', 'Authorization'].map((name) => ({ name, lower: name.toLowerCase() }));

function count(rawHeaders: readonly string[], lower: string): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === lower.length && name.toLowerCase() === lower) found += 1;
  }
  return found;
}

/**
 * Returns the caller's `X-Request-Id` if it is valid, so that its log and ours can be joined; else a new one
 * (docs/reference/protocol.md#http-rules).
 */
export function httpRequestId(presented: string | string[] | undefined, newId: () => string): string {
  return typeof presented === 'string' && idText(presented) === presented ? presented : newId();
}

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers input that is not HTTP, and ends the connection. */
export function answerUnreadable(server: Server, connections: Connections): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    connections.endUnreadable(socket, lastReply(STATUSES[code] ?? 400, ''));
  });
}

/** Returns the last reply of a connection as it is sent, for a request that Node makes no response for. */
export function lastReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    ...headers,
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Type': 'text/plain',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}
