import { lazy, Suspense, type ReactNode } from 'react';

/** Values of one name over time. */
export interface PlotSeries {
  readonly name: string;
  /** Custom property of styles/theme.css. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  readonly title: string;
  /** Description in words, for people who cannot see the plot. */
  readonly summary: string;
  /** Beginnings of the intervals, in epoch seconds. */
  readonly times: readonly number[];
  /** Length of an interval. */
  readonly bucketSeconds: number;
  readonly series: readonly PlotSeries[];
  /** Returns a value for people: axis and pointer show it. */
  readonly format: (value: number) => string;
  readonly kind: 'lines' | 'area' | 'stack';
  /** True for values of different orders of magnitude. */
  readonly isLogarithmic?: boolean;
  /** Intervals with transactions in doubt, which get a marker: a few among many others would not be seen. */
  readonly marks?: readonly { readonly at: number; readonly count: number }[];
}

/** Drawing code, loaded with the first plot. If that fails, the summary is shown in words. */
const DrawnPlot = lazy(() =>
  import('./drawn-plot.js').then(
    ({ DrawnPlot: drawn }) => ({ default: drawn }),
    () => ({ default: InWords }),
  ),
);

/**
 * Shows values over time. uPlot draws them: it takes a tenth of the bytes of the charts of the component library, and draws a
 * plot that changes every two seconds in a millisecond.
 */
export function Plot(props: PlotProps): ReactNode {
  return (
    <figure className="plot">
      <figcaption>
        {props.title}
        <span className="legend">
          {props.series.map(({ name, colour }) => (
            <span key={name}>
              <i className={`swatch ${colour.slice(2)}`} /> {name}
            </span>
          ))}
        </span>
      </figcaption>
      <Suspense fallback={<div className="plot-box" />}>
        <DrawnPlot {...props} />
      </Suspense>
    </figure>
  );
}

function InWords({ summary }: PlotProps): ReactNode {
  return <p className="plot-box muted">{summary}</p>;
}
