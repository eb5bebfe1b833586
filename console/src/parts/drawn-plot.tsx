import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import { timeZone, useChoice } from './choices.js';
import type { PlotProps } from './plot.js';
import { logarithmicTicks, timeTexts } from './plot-ticks.js';

/** Returns the height of a plot: wide ones are higher, so that their lines stay readable. */
function heightOf(width: number): number {
  return Math.min(320, Math.max(168, Math.round(width / 4)));
}

/** Draws the plot on a canvas. */
export function DrawnPlot(props: PlotProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const pointed = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme();
  const zone = useChoice(timeZone);
  const { kind, series, times } = props;
  const shape = `${kind} ${scheme} ${zone} ${series.map(({ name }) => name).join(' ')}`;
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const say = (text: string): void => {
      if (pointed.current !== null) pointed.current.textContent = text;
    };
    const drawn = new uPlot(
      optionsOf(() => latest.current, element.clientWidth, say),
      dataOf(latest.current),
      element,
    );
    plot.current = drawn;
    const resized = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: heightOf(element.clientWidth) }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series]);

  return (
    <>
      <div ref={box} role="img" aria-label={`${props.title}: ${props.summary}`} className="plot-box" />
      <div ref={pointed} className="plot-pointed" aria-hidden="true" />
    </>
  );
}

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function optionsOf(props: () => PlotProps, width: number, say: (text: string) => void): uPlot.Options {
  const { kind, series, isLogarithmic = false } = props();
  const zone = timeZone.read();
  const axis = {
    stroke: colourOf('--muted'),
    grid: { stroke: colourOf('--plot-grid'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
    gap: 6,
  };
  return {
    width,
    height: heightOf(width),
    legend: { show: false },
    cursor: { y: false, points: { show: kind !== 'stack' } },
    // The last label of the time axis is half as wide as this on its right.
    padding: [14, 20, 0, 0],
    ...(zone === 'utc' ? { tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC') } : {}),
    scales: {
      // The last interval is as wide as the others.
      x: { range: (_plot, min, max) => [min, max + props().bucketSeconds] },
      y: isLogarithmic
        ? { distr: 3, range: (_plot, min, max) => [Math.max(min / 1.5, 0.5), Math.max(max * 1.5, 10)] }
        : { range: (_plot, _min, max) => [0, max > 0 ? max * 1.15 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 72, values: timeTexts(zone) },
      {
        ...axis,
        size: 56,
        space: 30,
        ...(isLogarithmic ? { splits: logarithmicTicks, filter: (_plot, splits) => splits } : {}),
        values: (_plot, values) => distinct(values.map((value) => props().format(value))),
      },
    ],
    series: [{}, ...series.map(({ name, colour }) => lineOf(kind, name, colourOf(colour)))],
    hooks: {
      draw: [(drawn) => drawMarks(drawn, props().marks ?? [], props().bucketSeconds)],
      setCursor: [({ cursor }) => say(pointedText(props(), cursor.idx ?? null))],
    },
  };
}

/** Leaves out a text that is equal to the one before it. */
function distinct(texts: readonly string[]): (string | null)[] {
  return texts.map((text, index) => (index > 0 && texts[index - 1] === text ? null : text));
}

/** Bars as wide as their interval, but always wide enough to see. */
const BARS = uPlot.paths.bars?.({ size: [0.85, 40, 2], align: 1 });

function lineOf(kind: PlotProps['kind'], label: string, colour: string): uPlot.Series {
  if (kind === 'stack')
    return {
      label,
      stroke: colour,
      width: 0,
      fill: colour,
      points: { show: false },
      ...(BARS === undefined ? {} : { paths: BARS }),
    };
  return {
    label,
    stroke: colour,
    width: 2,
    ...(kind === 'area' ? { fill: `${colour}22` } : {}),
    // A value alone between gaps would not be seen as a line.
    points: {
      show: true,
      filter: (drawn, line) => alone(drawn.data[line] ?? []),
      size: 5,
      fill: colour,
    },
    spanGaps: false,
  };
}

/** Returns the indices of values without a neighbour. */
function alone(values: ArrayLike<number | null | undefined>): number[] {
  return Array.from(values).flatMap((value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? [index] : [],
  );
}

/** Returns the data. A stack is drawn from its top down, each sum over the next. */
function dataOf({ kind, times, series }: PlotProps): uPlot.AlignedData {
  if (kind !== 'stack') return [[...times], ...series.map(({ values }) => [...values])];
  const sums = times.map((_, index) => series.map(({ values }) => values[index] ?? 0));
  return [
    [...times],
    ...series.map((_, line) =>
      sums.map((values) => values.slice(line).reduce((sum, value) => sum + value, 0)),
    ),
  ];
}

const MARK_PX = 4;

/** Draws a diamond above each interval with doubts. */
function drawMarks(plot: uPlot, marks: readonly { readonly at: number }[], bucketSeconds: number): void {
  const { ctx, bbox } = plot;
  const size = MARK_PX * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colourOf('--doubt');
  for (const { at } of marks) {
    const x = plot.valToPos(at + bucketSeconds / 2, 'x', true);
    const y = bbox.top - size / 2;
    ctx.beginPath();
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, y);
    ctx.fill();
  }
  ctx.restore();
}

/** Returns time and values under the pointer. */
function pointedText({ times, series, format }: PlotProps, index: number | null): string {
  const at = index === null ? undefined : times[index];
  if (index === null || at === undefined) return '';
  const zone = timeZone.read() === 'utc' ? { timeZone: 'UTC' } : {};
  const time = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  }).format(at * 1000);
  const values = series.flatMap(({ name, values: of }) => {
    const value = of[index];
    return value == null ? [] : [`${name} ${format(value)}`];
  });
  return [time, ...values].join(' · ');
}
