import type { Probe } from './probe.js';
import type { Sample } from './run.js';

const WIDTH = 900;
const PANEL = 130;
const LEFT = 70;

type Points = readonly (readonly [atSeconds: number, value: number])[];

interface Panel {
  readonly title: string;
  readonly lines: Readonly<Record<string, Points>>;
}

/** Draws panels over time: memory, the cost of a call, latency, files and handles, and open transactions. */
export function plot({
  samples,
  probes,
  title,
}: {
  readonly samples: readonly Sample[];
  readonly probes: readonly Probe[];
  readonly title: string;
}): string {
  const of = (value: (sample: Sample) => number): Points => samples.map((s) => [s.atSeconds, value(s)]);
  const panels: readonly Panel[] = [
    { title: 'memory, MiB', lines: { resident: of((s) => s.residentMb), heap: of((s) => s.heapMb) } },
    {
      title: 'processor time of a call that comes alone, ms',
      lines: {
        'as measured': probes.map((p) => [p.atSeconds, p.cpuMs]),
        'fixed work / 10': probes.map((p) => [p.atSeconds, p.referenceMs / 10]),
      },
    },
    { title: 'latency, ms', lines: { p50: of((s) => s.p50Ms), p99: of((s) => s.p99Ms) } },
    { title: 'open', lines: { files: of((s) => s.openFiles), handles: of((s) => s.handles) } },
    {
      title: 'waiting',
      lines: {
        'in doubt or contradicted': of((s) => s.inDoubt + s.contradicted),
        'webhooks pending': of((s) => s.webhooksPending),
      },
    },
  ];
  const height = 40 + panels.length * (PANEL + 30);
  const end = samples.at(-1)?.atSeconds ?? 1;
  const body = panels.map((panel, index) => {
    const top = 60 + index * (PANEL + 30);
    const max =
      Math.max(1, ...Object.values(panel.lines).flatMap((points) => points.map(([, value]) => value))) * 1.05;
    const lines = Object.entries(panel.lines).map(([name, values], line) => {
      const points = values.map(([atSeconds, value]) => {
        const x = LEFT + (atSeconds / end) * (WIDTH - LEFT - 20);
        return `${x.toFixed(1)},${(top + PANEL - (value / max) * PANEL).toFixed(1)}`;
      });
      const colour = ['#1f6feb', '#d1242f'][line] ?? '#000';
      return `<polyline fill="none" stroke="${colour}" points="${points.join(' ')}"/><text x="${String(LEFT + 330 + line * 200)}" y="${String(top - 6)}" fill="${colour}">${name}</text>`;
    });
    return [
      `<text x="${String(LEFT)}" y="${String(top - 6)}" font-weight="bold">${panel.title}</text>`,
      `<rect x="${String(LEFT)}" y="${String(top)}" width="${String(WIDTH - LEFT - 20)}" height="${String(PANEL)}" fill="none" stroke="#ccc"/>`,
      `<text x="${String(LEFT - 6)}" y="${String(top + 10)}" text-anchor="end">${max.toFixed(max < 10 ? 1 : 0)}</text>`,
      `<text x="${String(LEFT - 6)}" y="${String(top + PANEL)}" text-anchor="end">0</text>`,
      ...lines,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(height)}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${String(LEFT)}" y="24" font-size="15">${title}</text>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}
