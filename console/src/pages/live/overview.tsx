import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { StatsDocument, type StatsQuery, type StatsSpan } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { StateBadge, wordOf } from '../../parts/badge.js';
import { useFilterValues, useSetAddress, type FilterField } from '../../parts/filters.js';
import { LOCALE } from '../../parts/locale.js';
import { Failure, Loading, Notice } from '../../parts/notice.js';
import { formatCount, formatDuration, formatShare } from '../../parts/numbers.js';
import { type PlotSeries, Plot } from '../../parts/plot.js';
import { RunbookLink } from '../../parts/runbook-link.js';

type Stats = StatsQuery['stats'];

const SPANS: Readonly<
  Record<string, { readonly name: string; readonly span: StatsSpan; readonly everyMs: number }>
> = {
  '15m': { name: '15 min', span: 'MINUTES_15', everyMs: 2000 },
  '24h': { name: '24 h', span: 'HOURS_24', everyMs: 30_000 },
  '7d': { name: '7 d', span: 'DAYS_7', everyMs: 60_000 },
};
const FIRST = { span: 'MINUTES_15', everyMs: 2000 } as const;

const FIELDS = [{ kind: 'text', name: 'span', label: 'Time' }] as const satisfies readonly FilterField[];

const RATE = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });

/** Shows rate, latency, results and routes. */
export function Overview(): ReactNode {
  const { span: written } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const chosen = written in SPANS ? written : '15m';
  const { span, everyMs } = SPANS[chosen] ?? FIRST;
  const answer = useAnswer('stats', StatsDocument, { span }, { everyMs });
  const stats = answer.data?.stats;
  return (
    <section aria-label="Overview" className="overview">
      <SegmentedControl
        size="xs"
        aria-label="Time"
        value={chosen}
        data={Object.entries(SPANS).map(([value, { name }]) => ({ value, label: name }))}
        onChange={(value) => set({ span: value === '15m' ? '' : value })}
      />
      {stats !== undefined ? (
        <Figures stats={stats} />
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading lines={12} />
      )}
    </section>
  );
}

function Figures({ stats }: { readonly stats: Stats }): ReactNode {
  const { openNow } = stats;
  const doubts = openNow.inDoubt + openNow.contradicted;
  return (
    <>
      <Alerts stats={stats} />
      <dl className="figures">
        <Figure
          name="Transactions"
          value={formatCount(stats.count)}
          more={`${RATE.format(stats.perSecond)} per second`}
        />
        <Figure
          name="Approved"
          value={formatShare(stats.approved, stats.count)}
          more={`${formatCount(stats.declined)} declined, ${formatCount(stats.refused)} refused`}
        />
        <Figure
          name="Latency, half within"
          value={msOf(stats.latencyP50Ms)}
          more={`99 of 100 within ${msOf(stats.latencyP99Ms)}`}
        />
        <div className={doubts > 0 ? 'figure alarm' : 'figure'}>
          <dt>In doubt now</dt>
          <dd>
            {openNow.inDoubt > 0 ? (
              <Link href="/transactions?state=in_doubt">{formatCount(openNow.inDoubt)}</Link>
            ) : (
              '0'
            )}
          </dd>
          <dd className="more">
            {formatCount(openNow.contradicted)} contradicted {doubts > 0 && <RunbookLink entry="doubt" />}
          </dd>
        </div>
        <Figure
          name="Waiting now"
          value={formatCount(openNow.queued + openNow.pending)}
          more={`${formatCount(openNow.unmatched)} unmatched`}
        />
      </dl>
      <Plots stats={stats} />
      <Routes stats={stats} />
    </>
  );
}

/** Says what needs a person now, with the entry of the runbook. */
function Alerts({ stats: { routes, openNow } }: { readonly stats: Stats }): ReactNode {
  const away = routes.filter(({ breaker }) => breaker !== 'closed');
  if (away.length === 0 && openNow.contradicted === 0) return null;
  return (
    <div className="alerts" role="status">
      {away.map(({ route, breaker }) => (
        <Notice key={route} tone="warn" actions={<RunbookLink entry="away" />}>
          The wallet service of route <strong>{route}</strong> does not answer: its breaker is{' '}
          {wordOf(breaker)}.
        </Notice>
      ))}
      {openNow.contradicted > 0 && (
        <Notice tone="doubt" actions={<RunbookLink entry="doubt" />}>
          <Link href="/transactions?state=contradicted">
            {formatCount(openNow.contradicted)} contradicted
          </Link>
          : money moved although a terminal got a decline, an operator declined it, or a reversal went out
          before.
        </Notice>
      )}
    </div>
  );
}

function Figure(props: { readonly name: string; readonly value: string; readonly more: string }): ReactNode {
  return (
    <div className="figure">
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
      <dd className="more">{props.more}</dd>
    </div>
  );
}

function Plots({ stats }: { readonly stats: Stats }): ReactNode {
  const { buckets, bucketSeconds } = stats;
  const times = useMemo(() => buckets.map(({ from }) => Date.parse(from) / 1000), [buckets]);
  const marks = useMemo(
    () =>
      buckets
        .map(({ from, inDoubt, contradicted }) => ({
          at: Date.parse(from) / 1000,
          count: inDoubt + contradicted,
        }))
        .filter(({ count }) => count > 0),
    [buckets],
  );
  const rate = useMemo<readonly PlotSeries[]>(
    () => [
      { name: 'per second', colour: '--accent', values: buckets.map(({ count }) => count / bucketSeconds) },
    ],
    [buckets, bucketSeconds],
  );
  const latency = useMemo<readonly PlotSeries[]>(
    () => [
      { name: 'half within', colour: '--accent', values: buckets.map(({ latencyP50Ms }) => latencyP50Ms) },
      {
        name: '99 of 100 within',
        colour: '--plot-warn',
        values: buckets.map(({ latencyP99Ms }) => latencyP99Ms),
      },
    ],
    [buckets],
  );
  const results = useMemo<readonly PlotSeries[]>(
    () => [
      { name: 'approved', colour: '--plot-good', values: buckets.map(({ approved }) => approved) },
      { name: 'declined', colour: '--plot-warn', values: buckets.map(({ declined }) => declined) },
      { name: 'refused', colour: '--plot-bad', values: buckets.map(({ refused }) => refused) },
      {
        name: 'in doubt',
        colour: '--plot-doubt',
        values: buckets.map(({ inDoubt, contradicted }) => inDoubt + contradicted),
      },
    ],
    [buckets],
  );
  const common = { times, bucketSeconds };
  return (
    <div className="plots">
      <Plot
        {...common}
        title="Rate"
        kind="area"
        summary={`${formatCount(stats.count)} transactions, ${RATE.format(stats.perSecond)} per second on average`}
        series={rate}
        format={(value) => RATE.format(value)}
      />
      <Plot
        {...common}
        title="Latency"
        kind="lines"
        isLogarithmic
        summary={`half within ${msOf(stats.latencyP50Ms)}, 99 of 100 within ${msOf(stats.latencyP99Ms)}`}
        series={latency}
        format={formatDuration}
      />
      <Plot
        {...common}
        title="Results"
        kind="stack"
        summary={`${formatCount(stats.approved)} approved, ${formatCount(stats.declined)} declined, ${formatCount(stats.refused)} refused, ${formatCount(stats.inDoubt + stats.contradicted)} in doubt or contradicted`}
        series={results}
        marks={marks}
        format={(value) => formatCount(value)}
      />
    </div>
  );
}

function Routes({ stats }: { readonly stats: Stats }): ReactNode {
  return (
    <ul className="routes" aria-label="Routes to wallet services">
      {stats.routes.map((route) => (
        <li key={route.route}>
          <strong>{route.route}</strong>
          <span>
            breaker <StateBadge state={route.breaker} />
          </span>
          <span className="muted">
            {formatCount(route.concurrent)} under way, {formatCount(route.queued)} waiting,{' '}
            {formatCount(route.late)} late
            {route.clockDriftMs === null ? '' : `, clock ${signed(route.clockDriftMs)}`}
          </span>
          {route.breaker !== 'closed' && <RunbookLink entry="away" />}
        </li>
      ))}
    </ul>
  );
}

function signed(ms: number): string {
  return `${ms > 0 ? '+' : ms < 0 ? '−' : '±'}${formatDuration(Math.abs(ms))}`;
}

function msOf(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
