import type { Clock } from '../../src/platform/clock.js';
import type { Timer } from '../../src/use-cases/ports.js';

/** A process that can end at any moment; nothing of it goes on afterwards. */
export interface Life {
  readonly isOver: boolean;
  /** It stands still until then: what it waits for happens, but it sees nothing of it before. */
  readonly frozenUntilMs?: number;
}

/** Virtual time: it stands still while anything can go on, then jumps to the next thing that waits. */
export interface VirtualTime extends Clock {
  /** Resolves `ms` later, never when the life is over by then. */
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
  /** The next one last; of one moment, the one that was asked for first is the first. */
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

/** What a dead process waits for; a new one each time, so that what waits is forgotten. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

const EVERLASTING: Life = { isOver: false };

/** Everything that follows from what has happened, promise by promise, has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
