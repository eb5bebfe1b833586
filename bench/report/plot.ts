import { median } from '../judge/median.js';
import type { RunReport } from './run-report.js';

const WIDTH = 760;
const LABEL_WIDTH = 230;
const ROW_HEIGHT = 24;
const BAR_HEIGHT = 14;
const BAR_WIDTH_MAX = WIDTH - LABEL_WIDTH - 110;

interface Bar {
  readonly label: string;
  readonly values: readonly number[];
}

/** Draws calls per second of every subject: a bar for the median, a line from the slowest to the fastest round. */
export function plotOf(scenario: RunReport['scenarios'][number]): string {
  const bars = scenario.subjects.map(({ name, rounds }): Bar => ({
    label: name,
    values: rounds.map(({ perSecond }) => perSecond),
  }));
  if (scenario.ceilingPerSecond !== null) {
    bars.push({ label: 'generator + downstream alone', values: [scenario.ceilingPerSecond] });
  }
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const height = 44 + bars.length * ROW_HEIGHT;
  const rows = bars.map((bar, index) =>
    rowOf(bar, { y: 40 + index * ROW_HEIGHT, scale: BAR_WIDTH_MAX / most }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(height)}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="8" y="22" font-size="14">${escaped(scenario.name)}: calls a second</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function rowOf({ label, values }: Bar, { y, scale }: { y: number; scale: number }): string {
  const middle = median(values);
  const end = LABEL_WIDTH + middle * scale;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => LABEL_WIDTH + value * scale);
  const lineY = y + BAR_HEIGHT / 2;
  return [
    `<text x="8" y="${String(y + 12)}">${escaped(label)}</text>`,
    `<rect x="${String(LABEL_WIDTH)}" y="${String(y)}" width="${(end - LABEL_WIDTH).toFixed(1)}" height="${String(BAR_HEIGHT)}" fill="#4a7fb5"/>`,
    `<line x1="${(low ?? end).toFixed(1)}" x2="${(high ?? end).toFixed(1)}" y1="${String(lineY)}" y2="${String(lineY)}" stroke="#000"/>`,
    `<text x="${(Math.max(end, high ?? end) + 6).toFixed(1)}" y="${String(y + 12)}">${middle.toFixed(0)}</text>`,
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
