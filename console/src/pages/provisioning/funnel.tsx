import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProvisioningFunnelDocument } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { type FilterField, useFilterValues, useSetAddress } from '../../parts/filters.js';
import { Failure, Loading } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';

const HOUR_MS = 3_600_000;
const SPANS: Readonly<Record<string, { readonly name: string; readonly ms: number }>> = {
  '24h': { name: '24 h', ms: 24 * HOUR_MS },
  '7d': { name: '7 d', ms: 7 * 24 * HOUR_MS },
  '30d': { name: '30 d', ms: 30 * 24 * HOUR_MS },
};

const FIELDS = [{ kind: 'text', name: 'span', label: 'Time' }] as const satisfies readonly FilterField[];

const STAGES = ['issued', 'verified', 'authorized', 'digitized'] as const;
const ENDS = ['expired', 'superseded', 'declined'] as const;
const FRESH_MS = 5000;

/** Shows how many attempts reach each stage. */
export function Funnel(): ReactNode {
  const { span: written } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const chosen = written in SPANS ? written : '24h';
  // Whole hours: the answer to the same question is kept.
  const hours = Math.floor((Date.now() - (SPANS[chosen]?.ms ?? 24 * HOUR_MS)) / HOUR_MS);
  const from = new Date(hours * HOUR_MS).toISOString();
  const answer = useAnswer(
    'funnel',
    ProvisioningFunnelDocument,
    { filter: { time: { from } } },
    { everyMs: FRESH_MS },
  );
  const funnel = answer.data?.provisioningFunnel;
  return (
    <section aria-label="Funnel">
      <SegmentedControl
        size="xs"
        aria-label="Time"
        value={chosen}
        data={Object.entries(SPANS).map(([value, { name }]) => ({ value, label: name }))}
        onChange={(value) => set({ span: value === '24h' ? '' : value })}
      />
      {funnel === undefined ? (
        answer.isError ? (
          <Failure error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <ol className="funnel">
            {STAGES.map((stage, index) => {
              const before = STAGES[index - 1];
              return (
                <li key={stage}>
                  <span className="stage">{stage}</span>
                  <meter min={0} max={Math.max(1, funnel.issued)} value={funnel[stage]} aria-label={stage}>
                    {funnel[stage]}
                  </meter>
                  <span className="number">{formatCount(funnel[stage])}</span>
                  <span className="muted">
                    {before === undefined ? '' : shareOf(funnel[stage], funnel[before], before)}
                  </span>
                </li>
              );
            })}
          </ol>
          <p className="muted">{ENDS.map((end) => `${formatCount(funnel[end])} ${end}`).join(' · ')}</p>
        </>
      )}
    </section>
  );
}

function shareOf(part: number, whole: number, name: string): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100).toString()} % of ${name}`;
}
