/**
 * A request id as the unique index holds it: `<timestamp>_<number>_<card>` for `<card>_<timestamp>_<number>`, so that rows of one
 * time lie side by side (migration 1 says why). Two request ids never share a key.
 */
export function requestKey(requestId: string): string {
  const border = requestId.indexOf('_');
  return border < 0 ? requestId : `${requestId.slice(border + 1)}_${requestId.slice(0, border)}`;
}
