import { repeat, type Repeating } from '../../platform/background.js';
import type { Timer } from '../ports.js';
import type { EventLog } from './event-port.js';

interface RetentionDeps {
  readonly eventLog: Pick<EventLog, 'expire'>;
  /** Clock of all nodes. A node whose own clock is wrong must not delete events that others need. */
  readonly databaseNowMs: () => Promise<number>;
  readonly timer: Timer;
  readonly retentionMs: number;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Events of one commit. They are few, so that no payment waits. */
const BATCH = 100;

/** Deletes events older than the retention, in batches, from time to time. */
export function startRetention(deps: RetentionDeps): Repeating {
  return repeat({
    ...deps,
    startsAtOnce: true,
    async round(stopping) {
      await expireOld(deps, stopping);
      return false;
    },
  });
}

async function expireOld(deps: RetentionDeps, stopping: AbortSignal): Promise<void> {
  const recordedBeforeMs = (await deps.databaseNowMs()) - deps.retentionMs;
  let after: number | null = 0;
  while (after !== null && !stopping.aborted) {
    ({ through: after } = await deps.eventLog.expire({ recordedBeforeMs, after, limit: BATCH }));
  }
}
