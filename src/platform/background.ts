import type { Timer } from '../use-cases/ports.js';

export interface Repeating {
  /** Waits for the current round and starts no other. */
  stop(): Promise<void>;
}

/**
 * Repeats a round for ever, with a pause between rounds. Reports a failed round to `onFailure` and tries again after the
 * pause.
 */
export function repeat(deps: {
  /** Result `true` means that there may be more to do: the next round starts without a pause. */
  readonly round: (stopping: AbortSignal) => Promise<boolean> | boolean;
  readonly timer: Timer;
  readonly everyMs: number;
  /** Start without a first pause. Left out, a pause comes first. */
  readonly startsAtOnce?: boolean;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  let endPause = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wait = deps.timer.wait(ms);
      endPause = () => {
        wait.cancel();
        resolve();
      };
      void wait.done.then(endPause);
    });
  const loop = async (): Promise<void> => {
    if (deps.startsAtOnce !== true) await pause(deps.everyMs);
    while (!hasStopped(signal)) {
      let isMore = false;
      try {
        isMore = await deps.round(signal);
      } catch (error) {
        deps.onFailure(error);
      }
      if (!hasStopped(signal)) await pause(isMore ? 0 : deps.everyMs);
    }
  };
  const done = loop();
  return {
    stop() {
      stopping.abort();
      endPause();
      return done;
    },
  };
}

/** Does the work for one item after another. A failure holds up none of the others: the first one is thrown at the end. */
export async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Tests the signal in a function, because the compiler assumes that the loop's test cannot change during a wait. */
export function hasStopped(stopping: AbortSignal): boolean {
  return stopping.aborted;
}

/**
 * Creates a wait for a turn of the event loop that nobody else has. Thousands of waiting loops then cost everything else one step
 * of one loop at a time, and not one step of each.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}

/** A wait that a ring cuts short. A ring while nobody waits cuts the next wait short. */
interface Signal {
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function createSignal(timer: Timer): Signal {
  let hasRung = false;
  let wake = (): void => undefined;
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(ms) {
      if (!hasRung) {
        const limit = timer.wait(ms);
        await Promise.race([limit.done, new Promise<void>((resolve) => (wake = resolve))]);
        limit.cancel();
      }
      hasRung = false;
    },
  };
}

/** Work that continues after its caller got a reply. A graceful stop waits for it, within its own limit. */
export interface Background {
  add(work: Promise<unknown>): void;
  readonly size: number;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export function createBackground(onFailure: (error: unknown) => void): Background {
  const works = new Set<Promise<unknown>>();
  return {
    add(work) {
      const watched = work.catch(onFailure).finally(() => works.delete(watched));
      works.add(watched);
    },
    get size() {
      return works.size;
    },
    async idle() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}

/** Background work by the name of what it waits for. */
export interface NamedBackground {
  add(name: string, work: Promise<void>): void;
  /** Returns the names with at least this much work. */
  busy(size: number): readonly string[];
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export function createNamedBackground(onFailure: (error: unknown) => void): NamedBackground {
  const backgrounds = new Map<string, Background>();
  return {
    add(name, work) {
      const background = backgrounds.get(name) ?? createBackground(onFailure);
      backgrounds.set(name, background);
      background.add(work);
    },
    busy: (size) => [...backgrounds].filter(([, works]) => works.size >= size).map(([name]) => name),
    async idle() {
      await Promise.all([...backgrounds.values()].map((works) => works.idle()));
    },
  };
}
