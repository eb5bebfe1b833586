import { lazy, Suspense, type ReactNode } from 'react';

/** Values of one name over time. */
export interface PlotSeries {
  readonly name: string;
  /** Colour that is seen on light and on dark. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  readonly title: string;
  /** Description in words, for people who cannot see the plot. */
  readonly summary: string;
  /** Beginnings of the intervals, in epoch seconds. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  /** Returns a value for people: axis and legend show it. */
  readonly format: (value: number) => string;
  /** True for values of different orders of magnitude. */
  readonly isLogarithmic?: boolean;
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
    <figure>
      <figcaption>{props.title}</figcaption>
      <Suspense fallback={null}>
        <DrawnPlot {...props} />
      </Suspense>
    </figure>
  );
}

function InWords({ summary }: PlotProps): ReactNode {
  return <p className="muted">{summary}</p>;
}
