import type { Clock } from '../../../src/platform/clock.js';
import type { Timer } from '../../../src/use-cases/ports.js';

interface Pause {
  readonly atMs: number;
  readonly resolve: () => void;
}

/** Clocks and a timer that stand still until a test moves them. */
export class ManualTime implements Clock, Timer {
  private pauses: Pause[] = [];

  private steppedMs = 0;

  constructor(private ms = 1_000_000) {}

  nowMs(): number {
    return this.ms + this.steppedMs;
  }

  monotonicMs(): number {
    return this.ms;
  }

  /** Sets the machine's clock, and nothing else. Negative sets it back. */
  step(ms: number): void {
    this.steppedMs += ms;
  }

  wait(ms: number): { readonly done: Promise<void>; cancel(): void } {
    let pause!: Pause;
    const done = new Promise<void>((resolve) => {
      pause = { atMs: this.ms + ms, resolve };
      this.pauses.push(pause);
    });
    return {
      done,
      cancel: () => {
        this.pauses = this.pauses.filter((other) => other !== pause);
      },
    };
  }

  /** Advances all clocks. Negative sets them back. */
  advance(ms: number): void {
    this.ms += ms;
    const due = this.pauses.filter((pause) => pause.atMs <= this.ms);
    this.pauses = this.pauses.filter((pause) => pause.atMs > this.ms);
    for (const pause of due) pause.resolve();
  }

  /** Returns whether a pause ends exactly this long from now. */
  isDue(ms: number): boolean {
    return this.pauses.some(({ atMs }) => atMs === this.ms + ms);
  }

  pending(): number {
    return this.pauses.length;
  }
}
