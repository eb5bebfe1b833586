import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plot } from './plot.js';
import type { Probe } from './probe.js';
import type { Sample, SoakReport } from './run.js';
import { compare, windowsOf, type Window } from './windows.js';

export interface SoakRecord {
  readonly sample: (sample: Sample) => void;
  readonly probe: (probe: Probe) => void;
  /** Writes the figures and the plot. */
  readonly end: (report: SoakReport, callsPerSecond: number) => void;
}

/**
 * Prints the progress of a soak, window by window. With a folder, writes `samples.ndjson` and `probes.ndjson` during the run. At
 * the end it writes `summary.json` (totals, the second quarter beside the last, windows, probes) and `soak.svg`.
 */
export function startRecord(options: {
  readonly folder: string | undefined;
  readonly windowSeconds: number;
  readonly say: (line: string) => void;
}): SoakRecord {
  const { folder, windowSeconds, say } = options;
  if (folder === undefined) return { sample: () => undefined, probe: () => undefined, end: () => undefined };
  mkdirSync(folder, { recursive: true });
  const keep = (file: string, value: object): void => {
    appendFileSync(join(folder, file), `${JSON.stringify(value)}\n`);
  };
  const samples: Sample[] = [];
  let told = 0;
  return {
    sample(sample) {
      samples.push(sample);
      keep('samples.ndjson', sample);
      const windows = windowsOf(samples, windowSeconds);
      for (const window of windows.slice(told)) say(lineOf(window));
      told = windows.length;
    },
    probe(probe) {
      keep('probes.ndjson', probe);
      const { atSeconds, cpuMs, referenceMs, relativeCost } = probe;
      say(
        `${at(atSeconds)}  alone: cpu of a call ${cpuMs.toFixed(2)} ms  fixed work ${referenceMs.toFixed(1)} ms  cost ${relativeCost.toFixed(4)}`,
      );
    },
    end(report, callsPerSecond) {
      const { calls, faults, sockets, webhooks, settled, unexpected, probes } = report;
      const windows = windowsOf(report.samples, windowSeconds);
      const compared = compare(windows, probes);
      const seconds = Math.round(report.samples.at(-1)?.atSeconds ?? 0);
      const totals = { seconds, callsPerSecond, calls, faults, sockets, webhooks, settled, unexpected };
      const growth = compared.late.relativeCost / compared.early.relativeCost;
      const summary = { ...totals, ...compared, growth, windows, probes };
      writeFileSync(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
      const title = `${String(Math.round(seconds / 60))} minutes: ${String(calls)} calls and ${String(faults)} faults, at ${String(callsPerSecond)} a second`;
      writeFileSync(join(folder, 'soak.svg'), plot({ samples: report.samples, probes, title }));
      say(
        `${title}; a call costs ${growth.toFixed(2)} times of what it did; ${String(unexpected.length)} unexpected`,
      );
    },
  };
}

function lineOf(window: Window): string {
  const told: Readonly<Record<string, string>> = {
    calls: String(window.calls),
    'cpu by calls': `${window.cpuMs.toFixed(2)} ms`,
    p50: `${window.p50Ms.toFixed(1)} ms`,
    p99: `${window.p99Ms.toFixed(0)} ms`,
    resident: `${window.residentMb.toFixed(0)} MiB`,
    open: String(window.open),
  };
  const figures = Object.entries(told).map(([name, value]) => `${name} ${value}`);
  return `${at(window.fromSeconds)}  ${figures.join('  ')}`;
}

const at = (seconds: number): string => `${String(Math.round(seconds)).padStart(5)} s`;
