import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { StatsDocument, type StatsQuery, type StatsSpan } from '../../../../src/cli/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { formatCount } from '../../parts/amount.js';
import { StateBadge } from '../../parts/badge.js';
import { LOCALE } from '../../parts/locale.js';
import { Failure, Loading } from '../../parts/notice.js';
import { type Line, Plot } from '../../parts/plot.js';
import { useAddressParts } from '../../parts/search.js';
import { formatDuration } from '../../parts/time.js';

type Stats = StatsQuery['stats'];

const SPANS: Readonly<
  Record<string, { readonly name: string; readonly span: StatsSpan; readonly everyMs: number }>
> = {
  '15m': { name: '15 min', span: 'MINUTES_15', everyMs: 2000 },
  '24h': { name: '24 h', span: 'HOURS_24', everyMs: 30_000 },
  '7d': { name: '7 d', span: 'DAYS_7', everyMs: 60_000 },
};

const RATE = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });

/** Shows rate, latency, results and routes. */
export function Overview(): ReactNode {
  const [{ span: written }, set] = useAddressParts(['span']);
  const chosen = written in SPANS ? written : '15m';
  const { span, everyMs } = SPANS[chosen] ?? { span: 'MINUTES_15' as const, everyMs: 5000 };
  const answer = useAnswer('stats', StatsDocument, { span }, { everyMs });
  const stats = answer.data?.stats;
  return (
    <section aria-label="Overview" className="overview">
      <div className="bar">
        <div className="choice" role="group" aria-label="Time">
          {Object.entries(SPANS).map(([value, { name }]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === chosen}
              onClick={() => set('span', value === '15m' ? '' : value)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {answer.isError && <Failure error={answer.error} retry={() => void answer.refetch()} />}
      {stats === undefined ? !answer.isError && <Loading /> : <Figures stats={stats} />}
    </section>
  );
}

function Figures({ stats }: { readonly stats: Stats }): ReactNode {
  const { openNow } = stats;
  return (
    <>
      <dl className="figures">
        <Figure
          name="Transactions"
          value={formatCount(stats.count)}
          more={`${RATE.format(stats.perSecond)} per second`}
        />
        <Figure
          name="Approved"
          value={shareOf(stats.approved, stats.count)}
          more={`${formatCount(stats.declined)} declined`}
        />
        <Figure
          name="Latency p50"
          value={msOf(stats.latencyP50Ms)}
          more={`p99 ${msOf(stats.latencyP99Ms)}`}
        />
        <div className={openNow.inDoubt > 0 ? 'figure alarm' : 'figure'}>
          <dt>In doubt now</dt>
          <dd>
            {openNow.inDoubt > 0 ? (
              <Link href="/live?state=in_doubt">{formatCount(openNow.inDoubt)}</Link>
            ) : (
              '0'
            )}
          </dd>
          <dd className="more">{formatCount(openNow.contradicted)} contradicted</dd>
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
  const rate = useMemo<readonly Line[]>(
    () => [
      { name: 'per second', colour: '--accent', values: buckets.map(({ count }) => count / bucketSeconds) },
    ],
    [buckets, bucketSeconds],
  );
  const latency = useMemo<readonly Line[]>(
    () => [
      { name: 'p50', colour: '--accent', values: buckets.map(({ latencyP50Ms }) => latencyP50Ms) },
      { name: 'p99', colour: '--warn', values: buckets.map(({ latencyP99Ms }) => latencyP99Ms) },
    ],
    [buckets],
  );
  const results = useMemo<readonly Line[]>(
    () => [
      { name: 'approved', colour: '--good', values: buckets.map(({ approved }) => approved) },
      { name: 'declined', colour: '--warn', values: buckets.map(({ declined }) => declined) },
      { name: 'refused', colour: '--bad', values: buckets.map(({ refused }) => refused) },
      {
        name: 'in doubt',
        colour: '--doubt',
        values: buckets.map(({ inDoubt, contradicted }) => inDoubt + contradicted),
      },
    ],
    [buckets],
  );
  return (
    <div className="plots">
      <Plot
        title="Rate"
        kind="lines"
        summary={`${formatCount(stats.count)} transactions, ${RATE.format(stats.perSecond)} per second on average`}
        times={times}
        lines={rate}
        format={(value) => RATE.format(value)}
      />
      <Plot
        title="Latency"
        kind="lines"
        summary={`half within ${msOf(stats.latencyP50Ms)}, 99 of 100 within ${msOf(stats.latencyP99Ms)}`}
        times={times}
        lines={latency}
        format={formatDuration}
      />
      <Plot
        title="Results"
        kind="stack"
        summary={`${formatCount(stats.approved)} approved, ${formatCount(stats.declined)} declined, ${formatCount(stats.refused)} refused, ${formatCount(stats.inDoubt + stats.contradicted)} in doubt or contradicted`}
        times={times}
        lines={results}
        format={(value) => formatCount(value)}
      />
    </div>
  );
}

function Routes({ stats }: { readonly stats: Stats }): ReactNode {
  return (
    <table className="plain routes">
      <caption>Downstream routes</caption>
      <thead>
        <tr>
          <th scope="col">Route</th>
          <th scope="col">Breaker</th>
          <th scope="col" className="number">
            Under way
          </th>
          <th scope="col" className="number extra">
            Waiting
          </th>
          <th scope="col" className="number extra">
            Late
          </th>
          <th scope="col" className="number extra">
            Clock
          </th>
        </tr>
      </thead>
      <tbody>
        {stats.routes.map((route) => (
          <tr key={route.route}>
            <th scope="row">{route.route}</th>
            <td>
              <StateBadge state={route.breaker} />
            </td>
            <td className="number">{formatCount(route.concurrent)}</td>
            <td className="number extra">{formatCount(route.queued)}</td>
            <td className="number extra">{formatCount(route.late)}</td>
            <td className="number extra">
              {route.clockDriftMs === null
                ? '–'
                : `${route.clockDriftMs > 0 ? '+' : ''}${formatDuration(route.clockDriftMs)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function msOf(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;
}
