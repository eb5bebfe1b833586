import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useLocation } from 'wouter';
import type { PlotProps, PlotSeries } from './plot.js';
import { useZone } from './time.js';

const HEIGHT_PX = 190;

/**
 * Draws the plot on a canvas. The legend below shows the values under the pointer. A click on an interval, or a stroke over several,
 * leads to their transactions.
 */
export function DrawnPlot(props: PlotProps): ReactNode {
  const { times, series, title, summary } = props;
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, box);
  const plot = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme();
  const zone = useZone();
  const latest = useRef(props);
  latest.current = props;
  const [, navigate] = useLocation();
  const lead = (first: number, last: number): void => {
    const text = (at?: number): string => (at === undefined ? '' : new Date(at * 1000).toISOString());
    const { times: now } = latest.current;
    navigate(`/transactions?time=${text(now[first])}..${text(now[last + 1])}`);
  };
  const isSized = width > 0;
  useEffect(() => {
    if (!isSized || box.current === null) return undefined;
    const drawn = new uPlot(
      optionsOf(latest.current, zone, box.current, lead),
      dataOf(latest.current),
      box.current,
    );
    plot.current = drawn;
    return () => drawn.destroy();
  }, [isSized, scheme, zone]);
  useEffect(() => plot.current?.setSize({ width, height: HEIGHT_PX }), [width, scheme, zone]);
  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series]);
  return <div ref={ref} role="img" aria-label={`${title}: ${summary}`} className="plot muted" />;
}

/** Texts of the time axis: days, and times of the day with their date where it is another. */
const TIMES: uPlot.Axis.Values = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
];

function dataOf({ times, series }: PlotProps): uPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
}

function optionsOf(
  { series, format, isLogarithmic = false }: PlotProps,
  zone: 'local' | 'utc',
  box: HTMLElement,
  lead: (first: number, last: number) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: getComputedStyle(box).color,
    grid: { stroke: '#88888833', width: 1 },
    ticks: { show: false },
  };
  const lineOf = ({ name, colour }: PlotSeries): uPlot.Series => ({
    label: name,
    stroke: colour,
    width: 2,
    value: (_plot, value: number | null) => (value === null ? '–' : format(value)),
  });
  return {
    width: 300,
    height: HEIGHT_PX,
    ...(zone === 'utc' ? { tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC') } : {}),
    cursor: { drag: { setScale: false } },
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width > 0) lead(plot.posToIdx(left), plot.posToIdx(left + width));
        },
      ],
      ready: [
        ({ over, cursor }) =>
          over.addEventListener('click', () => {
            if (cursor.idx != null) lead(cursor.idx, cursor.idx);
          }),
      ],
    },
    scales: {
      y: isLogarithmic ? { distr: 3 } : { range: (_plot, _min, max) => [0, max > 0 ? max * 1.15 : 1] },
    },
    axes: [
      { ...axis, values: TIMES },
      {
        ...axis,
        size: 64,
        values: (_plot, values) =>
          values.map((value) => ((value as number | null) === null ? '' : format(value))),
      },
    ],
    series: [{ label: 'Time', value: '{D} {MMM} {HH}:{mm}' }, ...series.map(lineOf)],
  };
}
