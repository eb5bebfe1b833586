import type { IncomingMessage } from 'node:http';
import { sandboxCallerProblem } from '../core/access/sandbox-caller.js';

/**
 * Returns the problem of a request that Node's parser accepts and RFC 9110 or RFC 9112 forbid; null for none. Problems are two
 * Host or Authorization headers, TRACE, and transfer codings beside chunked. In the sandbox it also refuses callers of other
 * hosts and pages. `sandboxHosts` are the hosts allowed beside loopback; null outside the sandbox.
 */
export function guardProblem(
  request: IncomingMessage,
  sandboxHosts: readonly string[] | null,
): { readonly status: number; readonly message: string } | null {
  if (request.method === 'TRACE' || request.method === 'CONNECT')
    return { status: 405, message: 'Method not allowed' };
  for (const { name, lower } of SINGLE) {
    if (count(request.rawHeaders, lower) > 1) return { status: 400, message: `More than one ${name} header` };
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return { status: 501, message: 'Transfer-Encoding must be chunked' };
  }
  const { host, origin } = request.headers;
  const foreign = sandboxHosts === null ? null : sandboxCallerProblem({ host, origin }, sandboxHosts);
  return foreign === null ? null : { status: 403, message: foreign };
}

/**
 * Returns the target of a request as path and query. Callers behind a forward proxy send whole URLs, which every server must
 * accept (RFC 9112, 3.2.2). Nothing here depends on the host in them.
 */
export function requestTarget(request: IncomingMessage): string {
  const url = request.url ?? '/';
  if (url.startsWith('/')) return url;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

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
