import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { PlotProps } from './plot.js';

const HEIGHT_PX = 130;
const POINT_PX = 4;

/** Draws the plot on a canvas. */
export function DrawnPlot(props: PlotProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { kind, lines, times } = props;
  const shape = `${kind} ${lines.map(({ name }) => name).join(' ')}`;
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const draw = (): void => {
      plot.current?.destroy();
      plot.current = new uPlot(
        optionsOf(latest.current, element.clientWidth),
        dataOf(latest.current),
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    resized.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      themes.disconnect();
      scheme.removeEventListener('change', draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, lines]);

  return <div ref={box} role="img" aria-label={`${props.title}: ${props.summary}`} className="plot-box" />;
}

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function optionsOf({ kind, lines, format }: PlotProps, width: number): uPlot.Options {
  const axis = {
    stroke: colourOf('--muted'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { stroke: colourOf('--line'), width: 1 },
    font: '12px system-ui, sans-serif',
  };
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false },
    padding: [8, 8, 0, 0],
    scales: {
      // The last interval is as wide as the others.
      x: { range: (plot, min, max) => [min, max + ((plot.data[0][1] ?? min) - min)] },
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      { ...axis, values: TIMES },
      { ...axis, size: 58, values: (_plot, values) => values.map(format) },
    ],
    series: [
      {},
      ...lines.map(({ name, colour }) => ({
        label: name,
        stroke: colourOf(colour),
        width: kind === 'stack' ? 1 : 2,
        ...(kind === 'stack'
          ? {
              fill: colourOf(colour),
              points: { show: false },
              ...(BARS === undefined ? {} : { paths: BARS }),
            }
          : { points: { show: true, size: POINT_PX, fill: colourOf(colour) } }),
      })),
    ],
  };
}

/** Steps of an axis in seconds, with 24-hour time formats. */
const TIMES: uPlot.Axis.Values = [
  [86_400, '{DD}.{MM}.', null, null, null, null, null, null, 1],
  [3600, '{HH}:{mm}', '\n{DD}.{MM}.', null, '\n{DD}.{MM}.', null, null, null, 1],
  [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
];

/** Bars as wide as their interval, but always wide enough to see. */
const BARS = uPlot.paths.bars?.({ size: [0.9, 40, 2], align: 1 });

/** Returns the data. A stack is drawn from its top down, each sum over the next. */
function dataOf({ kind, times, lines }: PlotProps): uPlot.AlignedData {
  if (kind === 'lines') return [[...times], ...lines.map(({ values }) => [...values])];
  const sums = times.map((_, index) => lines.map(({ values }) => values[index] ?? 0));
  return [
    [...times],
    ...lines.map((_, line) =>
      sums.map((values) => values.slice(line).reduce((sum, value) => sum + value, 0)),
    ),
  ];
}
