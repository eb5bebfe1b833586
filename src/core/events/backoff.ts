/** Returns an exponential pause, shortened by up to a fifth, so that simultaneous failures do not retry together. */
export function backoffMs(args: {
  /** Failed attempts, from 1. */
  readonly attempt: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** In [0, 1). */
  readonly random: number;
}): number {
  const plain = Math.min(args.maxMs, args.minMs * 2 ** (args.attempt - 1));
  return Math.round(plain * (0.8 + 0.2 * args.random));
}
