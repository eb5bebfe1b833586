import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { sandboxCallerProblem } from '../core/access/sandbox-caller.js';
import { idText } from '../core/wire/card-numbers.js';
import type { ErrorCode } from '../platform/errors.js';
import type { Connections } from './connections.js';

/** Reply to a request that the guard refuses, and the code that it is counted under. */
interface GuardProblem {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
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
  if (request.method === 'TRACE' || request.method === 'CONNECT')
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed' };
  for (const { name, lower } of SINGLE) {
    if (count(request.rawHeaders, lower) > 1)
      return { status: 400, code: 'BAD_REQUEST', message: `More than one ${name} header` };
  }
  // After those above, whose second header may stand behind any number of others.
  if (request.rawHeaders.length > 2 * HEADERS_MAX)
    return { status: 431, code: 'BAD_REQUEST', message: `More than ${String(HEADERS_MAX)} headers` };
  const problem = request.httpVersion === '1.1' ? newProblem(request.headers) : null;
  if (problem !== null) return problem;
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return { status: 501, code: 'BAD_REQUEST', message: 'Transfer-Encoding must be chunked' };
  }
  const { host, origin } = request.headers;
  const foreign = sandboxHosts === null ? null : sandboxCallerProblem({ host, origin }, sandboxHosts);
  return foreign === null ? null : { status: 403, code: 'FORBIDDEN', message: foreign };
}

/** Returns the problem of a request that HTTP/1.0 allows, and HTTP/1.1 does not; null for none. */
function newProblem({ host, expect }: IncomingMessage['headers']): GuardProblem | null {
  if (host === undefined) return { status: 400, code: 'BAD_REQUEST', message: 'Host is missing' };
  if (expect === undefined || /\b100-continue\b/i.test(expect)) return null;
  return { status: 417, code: 'BAD_REQUEST', message: 'Expect must be 100-continue' };
}

/** Returns the reply. A route names the methods that it accepts. */
export function guardReply(
  { status, message }: GuardProblem,
  methods: readonly string[] | undefined,
): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const allowed = status === 405 && methods !== undefined ? { Allow: methods.join(', ') } : {};
  return { status, headers: { 'Content-Type': 'text/plain', ...allowed }, body: `${message}\n` };
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
    const status = STATUSES[code] ?? 400;
    connections.endUnreadable(
      socket,
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n`,
    );
  });
}
