import type { EventLog } from './event-port.js';
import type { Clock, Timer } from './ports.js';

export interface Retention {
  /** Ends the round that runs, starts no other. */
  stop(): Promise<void>;
}

export interface RetentionDeps {
  readonly eventLog: Pick<EventLog, 'expire'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly retentionMs: number;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Events of one commit: few, so that no payment waits for it. */
const BATCH = 100;

/** Deletes events that are older than is kept, batch by batch, now and then. */
export function startRetention(deps: RetentionDeps): Retention {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await expireOld(deps, stopping.signal).catch(deps.onFailure);
      const pause = deps.timer.wait(deps.everyMs);
      await Promise.race([pause.done, stopped]);
      pause.cancel();
    }
  };
  const done = loop();
  return {
    stop() {
      stopping.abort();
      return done;
    },
  };
}

async function expireOld(deps: RetentionDeps, stopping: AbortSignal): Promise<void> {
  const recordedBeforeMs = deps.clock.nowMs() - deps.retentionMs;
  let after: number | null = 0;
  while (after !== null && !stopping.aborted) {
    ({ through: after } = await deps.eventLog.expire({ recordedBeforeMs, after, limit: BATCH }));
  }
}
