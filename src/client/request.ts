export interface ClientOptions {
  /** URL of the gateway, for example `https://cards.example.com`. */
  readonly url: string;
  readonly key: string;
  /** Class `WebSocket` of the package `ws`, for Node 20, which has none of its own. */
  readonly webSocketImpl?: unknown;
}

/** Error of a call or a subscription that the gateway refused or could not answer. */
export class GatewayError extends Error {
  constructor(
    /** Code of the gateway's register of errors; `UNREACHABLE` where no gateway answered. */
    readonly code: string,
    message: string,
    /** Further members of the error, for example `field`, the field at fault. */
    readonly extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'GatewayError';
  }
}

/** Posts an operation to the URL, and returns its data. Errors: GatewayError. */
export async function post(
  { url, key }: ClientOptions,
  operation: { readonly query: string; readonly variables: unknown },
  signal?: AbortSignal,
): Promise<unknown> {
  const unreachable = (cause: unknown): never => {
    throw new GatewayError('UNREACHABLE', reasonOf(cause));
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(operation),
    signal: AbortSignal.any([AbortSignal.timeout(10_000), ...(signal === undefined ? [] : [signal])]),
    // The key is for this gateway only.
    redirect: 'error',
  }).catch(unreachable);
  const reply = replyIn(await response.text().catch(unreachable));
  if (reply?.errors?.[0] !== undefined) throw refusalOf(reply.errors);
  // Proxies report their own failures as HTML or as JSON. The gateway may have got the call.
  if (reply?.data == null)
    throw new GatewayError('UNREACHABLE', `not a gateway: HTTP ${String(response.status)}`);
  return reply.data;
}

interface Refusal {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns null for a text that is not JSON. */
function replyIn(text: string): { readonly data?: unknown; readonly errors?: readonly Refusal[] } | null {
  try {
    return JSON.parse(text) as ReturnType<typeof replyIn>;
  } catch {
    return null;
  }
}

/** Returns the first of GraphQL's errors. */
export function refusalOf([first]: readonly Refusal[]): GatewayError {
  const { code } = first?.extensions ?? {};
  const message = first?.message ?? '';
  return new GatewayError(typeof code === 'string' ? code : 'INTERNAL', message, first?.extensions);
}

/** Returns why a connection failed or was closed: a code such as `ECONNREFUSED`, or else a text. */
export function reasonOf(failure: unknown): string {
  const { cause, error, code, reason, message } = failure as Readonly<Record<string, unknown>>;
  const inner = cause ?? error;
  if (inner instanceof Error) return reasonOf(inner);
  const closed = typeof code === 'number' ? `closed with ${String(code)}` : 'the connection failed';
  return (
    [code, reason, message].find((text) => typeof text === 'string' && text !== '')?.toString() ?? closed
  );
}
