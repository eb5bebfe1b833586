import type { ApiKey, Clock, KeyRecords, Timer } from '../ports.js';
import { repeat } from '../repeat.js';

export interface KeyUses {
  /** Costs an entry in a map; what is written, is written later. */
  note(key: ApiKey): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** When keys were used last, written once in a while for all of them, off the way of every call. */
export function noteKeyUses(deps: {
  readonly keys: Pick<KeyRecords, 'noteUses'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): KeyUses {
  const uses = new Map<string, number>();
  const write = async (): Promise<boolean> => {
    if (uses.size === 0) return false;
    const noted = [...uses].map(([keyId, usedAtMs]) => ({ keyId, usedAtMs }));
    uses.clear();
    await deps.keys.noteUses(noted);
    return false;
  };
  const rounds = repeat({ ...deps, round: write });
  return {
    note: ({ keyId }) => {
      uses.set(keyId, deps.clock.nowMs());
    },
    async stop() {
      await rounds.stop();
      // A store that is gone has told so already; when a key was used last is not worth a failed stop.
      await write().catch(deps.onFailure);
    },
  };
}
