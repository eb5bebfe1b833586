import { median } from './median.js';
import type { Probe } from './probe.js';
import type { Sample } from './run.js';

/** Consecutive samples, usually those of a minute. */
export interface Window extends Figures {
  readonly fromSeconds: number;
  readonly calls: number;
  /**
   * Milliseconds of the gateway's processor time for all its work, per call: less on a busy machine, where calls share commits.
   */
  readonly cpuMs: number;
}

interface Figures {
  readonly residentMb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly controlMs: number;
  readonly openFiles: number;
  /** Number of transactions that wait for a decision or an answer. */
  readonly open: number;
}

/** Groups samples into windows. The first sample only gives the start of the counters. */
export function windowsOf(samples: readonly Sample[], seconds: number): readonly Window[] {
  const windows: Window[] = [];
  let start = 0;
  for (const [index, sample] of samples.entries()) {
    if (sample.atSeconds - samples[start]!.atSeconds < seconds) continue;
    windows.push(windowOf(samples[start]!, samples.slice(start + 1, index + 1)));
    start = index;
  }
  return windows;
}

function windowOf(before: Sample, samples: readonly Sample[]): Window {
  const calls = samples.reduce((sum, sample) => sum + sample.calls, 0);
  return {
    fromSeconds: before.atSeconds,
    calls,
    cpuMs: ((samples.at(-1)!.cpuSeconds - before.cpuSeconds) * 1000) / calls,
    ...figuresOf(samples.map((s) => ({ ...s, open: s.inDoubt + s.contradicted + s.queued }))),
  };
}

function figuresOf(parts: readonly Figures[]): Figures {
  const middle = (value: (part: Figures) => number): number => median(parts.map(value));
  return {
    residentMb: middle((part) => part.residentMb),
    p50Ms: middle((part) => part.p50Ms),
    p99Ms: middle((part) => part.p99Ms),
    controlMs: middle((part) => part.controlMs),
    openFiles: middle((part) => part.openFiles),
    open: middle((part) => part.open),
  };
}

export interface Compared extends Figures {
  readonly relativeCost: number;
}

/** Returns medians of the second quarter and of the last. The first quarter is omitted: a process warms up. */
export function compare(
  windows: readonly Window[],
  probes: readonly Probe[],
): { readonly early: Compared; readonly late: Compared } {
  const part = (from: number, to?: number): Compared => ({
    ...figuresOf(quarters(windows, from, to)),
    relativeCost: median(quarters(probes, from, to).map(({ relativeCost }) => relativeCost)),
  });
  return { early: part(1, 2), late: part(3) };
}

function quarters<Item>(items: readonly Item[], from: number, to = 4): readonly Item[] {
  return items.slice(Math.floor((items.length * from) / 4), Math.ceil((items.length * to) / 4));
}
