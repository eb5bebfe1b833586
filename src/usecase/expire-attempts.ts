import type { Attempts } from './attempt-port.js';
import { verifiedSinceMs } from './authorize-token.js';
import type { Clock } from './ports.js';

/** One round: attempts that nothing more can come of. Returns the number of those that it ended. */
export function expireAttempts(deps: {
  readonly attempts: Pick<Attempts, 'expire'>;
  readonly clock: Clock;
  readonly verifiedForMs: number | null;
  readonly batchMax: number;
}): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const verifiedBeforeMs = verifiedSinceMs(nowMs, deps.verifiedForMs);
  return deps.attempts.expire({ nowMs, verifiedBeforeMs, limit: deps.batchMax });
}
