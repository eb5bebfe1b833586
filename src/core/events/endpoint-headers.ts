/** Own headers of an endpoint, by name. The values may be secrets. */
export type EndpointHeaders = Readonly<Record<string, string>>;

export type ReadHeaders =
  | { readonly kind: 'ok'; readonly headers: EndpointHeaders }
  /** `problem` names the header by its place or its name, and never its value. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** Reads the own headers of an endpoint, each written as `Name: value`. Empty lines count for nothing. */
export function readEndpointHeaders(written: readonly string[]): ReadHeaders {
  const lines = written.filter((line) => line.trim() !== '');
  if (lines.length > HEADERS_MAX) return wrong(`must be at most ${String(HEADERS_MAX)}`);
  const headers = new Map<string, string>();
  const known = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!NAME.test(name))
      return wrong(`must be lines Name: value, and number ${String(index + 1)} is none. ${NAMES}`);
    const key = name.toLowerCase();
    if (RESERVED.test(key)) return wrong(`must not name ${name}, which Cardway sets itself`);
    if (known.has(key)) return wrong(`must name ${name} once`);
    const value = line.slice(colon + 1).trim();
    if (!VALUE.test(value)) return wrong(`must give ${name} a value of 1 to 1024 visible ASCII characters`);
    known.add(key);
    headers.set(name, value);
  }
  return { kind: 'ok', headers: Object.fromEntries(headers) };
}

const HEADERS_MAX = 16;

/** Names with a hyphen: single words are headers of HTTP itself, and names of the client's own methods. */
const NAME = /^(?:authorization|[a-z\d]+(?:-[a-z\d]+)+)$/i;
const NAMES = 'A name is Authorization, or words with hyphens such as X-Api-Key';
const VALUE = /^[\x20-\x7e]{1,1024}$/;

/** Headers of the signature, of the body and of the connection. */
const RESERVED =
  /^(?:webhook-.*|content-.*|accept-.*|proxy-.*|transfer-encoding|keep-alive|user-agent|x-http-method-override)$/;

function wrong(problem: string): ReadHeaders {
  return { kind: 'wrong', problem };
}
