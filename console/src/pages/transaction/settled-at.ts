/** States without an outcome that counts. The gateway keeps the time of their last attempt in `settledAt`. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'in_doubt', 'queued', 'unmatched']);

/** Returns when a transaction was settled; null while it is not, although `settledAt` has a time. */
export function settledAtOf({
  state,
  settledAt,
}: {
  readonly state: string;
  readonly settledAt: string | null;
}): string | null {
  return OPEN.has(state) ? null : settledAt;
}
