/** The `X-Request-Id` of a caller if it is sane, so that its log and ours can be joined; else a new one (contract section 3). */
export function httpRequestId(presented: string | string[] | undefined, newId: () => string): string {
  return typeof presented === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(presented) ? presented : newId();
}
