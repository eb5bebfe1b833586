import type { Sample } from './run.js';

const WIDTH = 900;
const PANEL = 130;
const LEFT = 70;

/** Four panels over time: memory, latency, files and handles, and what waits. */
export function plot(samples: readonly Sample[], title: string): string {
  const panels: readonly {
    readonly title: string;
    readonly lines: Readonly<Record<string, (s: Sample) => number>>;
  }[] = [
    { title: 'memory, MiB', lines: { resident: (s) => s.residentMb, heap: (s) => s.heapMb } },
    { title: 'latency, ms', lines: { p50: (s) => s.p50Ms, p99: (s) => s.p99Ms } },
    { title: 'open', lines: { files: (s) => s.openFiles, handles: (s) => s.handles } },
    { title: 'waiting', lines: { pending: (s) => s.pending, 'webhooks pending': (s) => s.webhooksPending } },
  ];
  const height = 40 + panels.length * (PANEL + 30);
  const end = samples.at(-1)?.atSeconds ?? 1;
  const body = panels.map((panel, index) => {
    const top = 60 + index * (PANEL + 30);
    const max = Math.max(1, ...Object.values(panel.lines).flatMap((value) => samples.map(value))) * 1.05;
    const lines = Object.entries(panel.lines).map(([name, value], line) => {
      const points = samples.map((sample) => {
        const x = LEFT + (sample.atSeconds / end) * (WIDTH - LEFT - 20);
        return `${x.toFixed(1)},${(top + PANEL - (value(sample) / max) * PANEL).toFixed(1)}`;
      });
      const colour = ['#1f6feb', '#d1242f'][line] ?? '#000';
      return `<polyline fill="none" stroke="${colour}" points="${points.join(' ')}"/><text x="${String(LEFT + 120 + line * 140)}" y="${String(top - 6)}" fill="${colour}">${name}</text>`;
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
