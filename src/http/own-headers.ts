/**
 * Returns the caller's `X-Request-Id` if it is valid, so that its log and ours can be joined; else a new one
 * (docs/reference/protocol.md#http-rules).
 */
export function httpRequestId(presented: string | string[] | undefined, newId: () => string): string {
  return typeof presented === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(presented) ? presented : newId();
}

/** Returns the headers of a reply. Replies and refusals are for their caller alone: no cache may keep them. */
export function headersOf(
  headers: Readonly<Record<string, string | string[]>>,
): Readonly<Record<string, string | string[]>> {
  return { 'Cache-Control': 'no-store', ...headers };
}
