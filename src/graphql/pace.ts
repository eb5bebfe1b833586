/** What was written to a connection and not yet taken by the other side. */
export interface Pace {
  /** Counts one write; call what is returned once it was taken, or will never be. */
  begin(): () => void;
  /** How long nothing was taken although something waits; 0 when nothing waits. */
  stalledMs(nowMs: number): number;
}

export function createPace(nowMs: () => number): Pace {
  let waiting = 0;
  let movedAtMs = 0;
  return {
    begin() {
      if (waiting === 0) movedAtMs = nowMs();
      waiting += 1;
      return () => {
        waiting -= 1;
        movedAtMs = nowMs();
      };
    },
    stalledMs: (now) => (waiting === 0 ? 0 : now - movedAtMs),
  };
}

/** A reader that falls behind and took nothing for this part of the time that it may take nothing has stopped reading. */
export const BEHIND_STALL_PART = 0.1;
