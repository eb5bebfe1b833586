import { lazy, Suspense, type ReactNode } from 'react';

export interface Line {
  readonly name: string;
  /** Custom property of the style sheet. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  readonly title: string;
  /** Description in words, for people who cannot see the plot. */
  readonly summary: string;
  /** Epoch seconds. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly kind: 'lines' | 'stack';
}

/** Drawing code, loaded with the first plot. If that fails, the summary is shown in words. */
const DrawnPlot = lazy(() =>
  import('./drawn-plot.js').then(
    ({ DrawnPlot: drawn }) => ({ default: drawn }),
    () => ({ default: InWords }),
  ),
);

/** Shows values over time. */
export function Plot(props: PlotProps): ReactNode {
  return (
    <figure className="plot">
      <figcaption>
        {props.title}
        <span className="legend">
          {props.lines.map(({ name, colour }) => (
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
