/** What was written to a connection and not yet taken by the other side. One for each of thousands, hence a class. */
export class Pace {
  private waiting = 0;
  private movedAtMs = 0;

  /** Counts one write; `taken` follows once it was taken, or will never be. */
  begin(nowMs: number): void {
    if (this.waiting === 0) this.movedAtMs = nowMs;
    this.waiting += 1;
  }

  taken(nowMs: number): void {
    this.waiting -= 1;
    this.movedAtMs = nowMs;
  }

  /** How long nothing was taken although something waits; 0 when nothing waits. */
  stalledMs(nowMs: number): number {
    return this.waiting === 0 ? 0 : nowMs - this.movedAtMs;
  }
}

/** A reader that falls behind and took nothing for this part of the time that it may take nothing has stopped reading. */
export const BEHIND_STALL_PART = 0.1;
