import type { Clock } from '../../src/platform/clock.js';
import type { Timer } from '../../src/use-cases/ports.js';

/** A process that can end at any moment. Nothing of it continues afterwards. */
export interface Life {
  readonly isOver: boolean;
  /** Time until which it stands still: awaited events happen, but it sees them only afterwards. */
  readonly frozenUntilMs?: number;
}

/** Virtual time: it stands still while any work can continue, then jumps to the next waiting entry. */
export interface VirtualTime extends Clock {
  /** Resolves `ms` later, and never where the life is over by then. */
  pause(ms: number, life?: Life): Promise<void>;
  timerOf(life: Life): Timer;
  at(atMs: number, act: () => void): void;
  /** Runs until nothing is left before `untilMs`. */
  run(untilMs: number): Promise<void>;
}

interface Entry {
  readonly atMs: number;
  readonly act: () => void;
}

export function virtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  /** Waiting entries, the next one last. Entries of the same moment run in the order of their requests. */
  const entries: Entry[] = [];

  function at(atMs: number, act: () => void): Entry {
    const entry = { atMs: Math.max(atMs, nowMs), act };
    let index = entries.length;
    while (index > 0 && (entries[index - 1]?.atMs ?? 0) <= entry.atMs) index -= 1;
    entries.splice(index, 0, entry);
    return entry;
  }

  function remove(entry: Entry): void {
    const index = entries.indexOf(entry);
    if (index !== -1) entries.splice(index, 1);
  }

  function wait(ms: number, life: Life): ReturnType<Timer['wait']> {
    let resolve = (): void => undefined;
    const done = new Promise<void>((resolved) => (resolve = resolved));
    const wake = (): void => {
      if (life.isOver) return;
      if ((life.frozenUntilMs ?? 0) > nowMs) entry = at(life.frozenUntilMs ?? 0, wake);
      else resolve();
    };
    let entry = at(nowMs + ms, wake);
    return {
      done,
      cancel: () => {
        remove(entry);
      },
    };
  }

  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    pause: (ms, life = EVERLASTING) => wait(ms, life).done,
    timerOf: (life) => ({ wait: (ms) => wait(ms, life) }),
    at: (atMs, act) => void at(atMs, act),
    async run(untilMs) {
      await settled();
      for (let entry = entries.at(-1); entry !== undefined; entry = entries.at(-1)) {
        if (entry.atMs > untilMs) break;
        entries.pop();
        nowMs = entry.atMs;
        entry.act();
        await settled();
      }
      nowMs = untilMs;
    },
  };
}

/** Returns a promise that a dead process waits for. Each is new, so that waiting work can be forgotten. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

const EVERLASTING: Life = { isOver: false };

/** Resolves when all consequences of past events, promise by promise, have happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
