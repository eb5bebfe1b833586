/** Returns an exponential pause with up to a fifth of jitter, so that simultaneous failures do not retry together. */
export function backoffMs(args: {
  readonly attempt: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** In [0, 1). */
  readonly random: number;
}): number {
  const plain = Math.min(args.maxMs, args.minMs * 2 ** Math.min(30, Math.max(0, args.attempt - 1)));
  return Math.round(plain * (0.8 + 0.2 * args.random));
}
