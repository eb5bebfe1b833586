import type { ReactNode } from 'react';
import {
  DigitizationsPageDocument,
  ProvisioningFunnelDocument,
  ProvisioningPageDocument,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { EntityListPage } from '../../parts/entity-list.js';
import { useAddressPart } from '../../parts/filters.js';
import { Failure, Loading } from '../../parts/notice.js';
import { formatCount, formatShare } from '../../parts/numbers.js';
import { Presets } from '../../parts/presets.js';
import type { Field } from '../../parts/value.js';
import { ATTEMPT_FILTERS, ATTEMPT_LIST, DIGITIZATION_FILTERS, DIGITIZATION_LIST } from './rows.js';

/** Shows the provisioning attempts of cards. */
export function ProvisioningPage(): ReactNode {
  return (
    <EntityListPage
      {...ATTEMPT_LIST}
      title="Provisioning"
      document={ProvisioningPageDocument}
      exported="attempts"
      filters={ATTEMPT_FILTERS}
      none={
        <>
          An attempt begins when an integrator asks for a secret. Try it:{' '}
          <code>cardway trigger provisioning --card 5002</code>
        </>
      }
    >
      <Funnel />
    </EntityListPage>
  );
}

/** Shows the tokens of cards in wallets. */
export function DigitizationsPage(): ReactNode {
  return (
    <EntityListPage
      {...DIGITIZATION_LIST}
      title="Digitizations"
      document={DigitizationsPageDocument}
      exported="digitizations"
      filters={DIGITIZATION_FILTERS}
      none={
        <>
          The network reports each token. Try it: <code>cardway trigger provisioning --card 5002</code>
        </>
      }
    />
  );
}

const HOUR_MS = 3_600_000;
const SPANS = [
  ['', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
] as const;

const STAGES = ['issued', 'verified', 'authorized', 'digitized'] as const;
const ENDS = ['expired', 'superseded', 'declined'] as const;

/** Shows how many attempts reach each stage. */
function Funnel(): ReactNode {
  const days = { '7d': 7, '30d': 30 }[useAddressPart('span')] ?? 1;
  // Whole hours: the answer to the same question is kept.
  const hours = Math.floor(Date.now() / HOUR_MS) - 24 * days;
  const filter = { time: { from: new Date(hours * HOUR_MS).toISOString() } };
  const answer = useAnswer(ProvisioningFunnelDocument, { filter }, { everyMs: FRESH_MS });
  const funnel = answer.data?.provisioningFunnel;
  return (
    <section aria-label="Funnel">
      <Presets label="Time" name="span" choices={SPANS} />
      {funnel !== undefined ? (
        <>
          <DataTable
            label="Attempts by stage"
            fields={funnelFields(funnel)}
            rows={STAGES}
            keyOf={(stage) => stage}
            empty={null}
          />
          <p className="muted">{ENDS.map((end) => `${formatCount(funnel[end])} ${end}`).join(' · ')}</p>
        </>
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

type Stage = (typeof STAGES)[number];

function funnelFields(funnel: Readonly<Record<Stage, number>>): readonly Field<Stage>[] {
  return [
    { label: 'Stage', show: (stage) => stage },
    {
      label: 'Part of those issued',
      show: (stage) => <meter max={Math.max(1, funnel.issued)} value={funnel[stage]} aria-label={stage} />,
    },
    { label: 'Attempts', isNumber: true, show: (stage) => formatCount(funnel[stage]) },
    { label: 'Of the stage before', isNumber: true, show: (stage) => shareOf(funnel, stage) },
  ];
}

function shareOf(funnel: Readonly<Record<Stage, number>>, stage: Stage): string {
  const before = STAGES[STAGES.indexOf(stage) - 1];
  return before === undefined ? '–' : formatShare(funnel[stage], funnel[before]);
}
