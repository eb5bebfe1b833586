import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatsDocument, type StatsQuery, type StatsSpan } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { Presets } from '../../parts/filter-bar.js';
import { useAddressPart } from '../../parts/filters.js';
import { formatCount, formatDuration, formatRate, formatShare } from '../../parts/format.js';
import { Failure, Loading, Notice, RunbookLink } from '../../parts/page.js';
import { Plot } from '../../parts/plot.js';
import { StateBadge } from '../../parts/value.js';

type Stats = StatsQuery['stats'];

interface StatsProps {
  readonly stats: Stats;
}

/** Spans of the statistics, as the address names them, with the interval at which each is read. */
const SPANS: Readonly<Record<string, readonly [span: StatsSpan, everyMs: number]>> = {
  '24h': ['HOURS_24', 30_000],
  '7d': ['DAYS_7', 60_000],
};
const CHOICES = [
  ['', '15 min'],
  ['24h', '24 h'],
  ['7d', '7 d'],
] as const;

/** Shows rate, latency, results and routes. */
export function Overview(): ReactNode {
  const [span, everyMs] = SPANS[useAddressPart('span')] ?? ['MINUTES_15', 2000];
  const answer = useAnswer(StatsDocument, { span }, { everyMs });
  return (
    <Stack component="section" aria-label="Overview" gap="sm">
      <Presets label="Time" name="span" choices={CHOICES} />
      {answer.data !== undefined ? (
        <>
          <Routes stats={answer.data.stats} />
          <Figures stats={answer.data.stats} />
          <Plots stats={answer.data.stats} />
        </>
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading lines={12} />
      )}
    </Stack>
  );
}

function Figures({ stats }: StatsProps): ReactNode {
  const { inDoubt, contradicted, queued, pending, unmatched } = stats.openNow;
  const isOpen = inDoubt + contradicted > 0;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 6 }} spacing="sm">
      <Figure name="Transactions" value={formatCount(stats.count)} more={formatRate(stats.perSecond)} />
      <Figure
        name="Approved"
        value={formatShare(stats.approved - stats.unheard, stats.count)}
        more={`${formatCount(stats.declined)} declined, ${formatCount(stats.refused)} refused`}
      />
      <Figure
        name="Callers that timed out"
        isAlarm={stats.timedOut > 0}
        value={
          stats.timedOut > 0 ? (
            <Link href="/transactions?got=-7">
              {formatCount(stats.timedOut)} ({formatShare(stats.timedOut, stats.count)})
            </Link>
          ) : (
            '0'
          )
        }
        more={`${formatCount(stats.ownReplies)} got another refusal of the gateway`}
      />
      <Figure
        name="Latency, half within"
        value={msOf(stats.latencyP50Ms)}
        more={`99 of 100 within ${msOf(stats.latencyP99Ms)}`}
      />
      <Figure
        name="In doubt now"
        isAlarm={isOpen}
        value={inDoubt > 0 ? <Link href="/transactions?state=in_doubt">{formatCount(inDoubt)}</Link> : '0'}
        more={
          <>
            {formatCount(contradicted)} contradicted {isOpen && <RunbookLink entry="doubt" />}
          </>
        }
      />
      <Figure
        name="Waiting now"
        value={formatCount(queued + pending)}
        more={`${formatCount(unmatched)} unmatched`}
      />
    </SimpleGrid>
  );
}

/** Shows a number with its name and words about it. It belongs into a `dl`. */
function Figure({
  name,
  value,
  more,
  isAlarm = false,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly more: ReactNode;
  readonly isAlarm?: boolean;
}): ReactNode {
  return (
    <Paper withBorder px="md" py="xs" className={isAlarm ? 'notice doubt' : ''}>
      <Text component="dt" size="xs" className="muted">
        {name}
      </Text>
      <Text component="dd" size="xl" fw={600}>
        {value}
      </Text>
      <Text component="dd" size="xs" className="muted">
        {more}
      </Text>
    </Paper>
  );
}

type Bucket = Stats['buckets'][number];

/** A line of a plot: its name, colour, and value in a bucket of so many seconds. */
type Line = readonly [
  name: string,
  colour: string,
  value: (bucket: Bucket, bucketSeconds: number) => number | null,
];

const RATE_LINES: readonly Line[] = [['per second', '#6366f1', ({ count }, seconds) => count / seconds]];
const LATENCY_LINES: readonly Line[] = [
  ['half within', '#6366f1', ({ latencyP50Ms }) => latencyP50Ms],
  ['99 of 100 within', '#d9a441', ({ latencyP99Ms }) => latencyP99Ms],
];
const RESULT_LINES: readonly Line[] = [
  ['approved', '#2fa36b', ({ approved, unheard }) => approved - unheard],
  ['approved late', '#3b82d0', ({ unheard }) => unheard],
  ['declined', '#d9a441', ({ declined }) => declined],
  ['refused', '#e0527a', ({ refused }) => refused],
  ['in doubt', '#a862cf', ({ inDoubt, contradicted }) => inDoubt + contradicted],
];

function Plots({ stats }: StatsProps): ReactNode {
  const { buckets, bucketSeconds } = stats;
  const times = buckets.map(({ from }) => Date.parse(from) / 1000);
  const seriesOf = (lines: readonly Line[]) =>
    lines.map(([name, colour, value]) => ({
      name,
      colour,
      values: buckets.map((bucket) => value(bucket, bucketSeconds)),
    }));
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="sm">
      <Plot
        title="Rate"
        times={times}
        series={seriesOf(RATE_LINES)}
        summary={`${formatCount(stats.count)} transactions, ${formatRate(stats.perSecond)} on average`}
        format={formatCount}
      />
      <Plot
        title="Latency"
        times={times}
        series={seriesOf(LATENCY_LINES)}
        summary={`half within ${msOf(stats.latencyP50Ms)}, 99 of 100 within ${msOf(stats.latencyP99Ms)}`}
        format={formatDuration}
        isLogarithmic
      />
      <Plot
        title="Results"
        times={times}
        series={seriesOf(RESULT_LINES)}
        summary={`${formatCount(stats.approved)} approved, ${formatCount(stats.declined)} declined, ${formatCount(stats.refused)} refused, ${formatCount(stats.inDoubt + stats.contradicted)} in doubt or contradicted`}
        format={formatCount}
      />
    </SimpleGrid>
  );
}

/** Shows the routes to wallet services. One whose breaker is not closed needs a person. */
function Routes({ stats }: StatsProps): ReactNode {
  return (
    <Stack gap="xs" role="list" aria-label="Routes to wallet services">
      {stats.routes.map(({ route, breaker, concurrent, queued, late, clockDriftMs }) => {
        const words = (
          <>
            <strong>{route}</strong> breaker <StateBadge state={breaker} /> {formatCount(concurrent)} under
            way, {formatCount(queued)} waiting, {formatCount(late)} late
            {clockDriftMs === null ? '' : `, clock ${signed(clockDriftMs)}`}
          </>
        );
        return (
          <div role="listitem" key={route}>
            {breaker === 'closed' ? (
              words
            ) : (
              <Notice tone="bad" actions={<RunbookLink entry="away" />}>
                {words}
              </Notice>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

function signed(ms: number): string {
  return `${ms > 0 ? '+' : ms < 0 ? '−' : '±'}${formatDuration(Math.abs(ms))}`;
}

function msOf(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
