import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import {
  type AttemptLineFragment,
  type DigitizationFilter,
  type DigitizationLineFragment,
  DigitizationsPageDocument,
  type DigitizationState,
  type ProvisioningAttemptFilter,
  ProvisioningFunnelDocument,
  ProvisioningPageDocument,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { EntityListPage, Newest } from '../../parts/entity.js';
import { Presets } from '../../parts/filter-bar.js';
import { type FilterField, optionsOf, useAddressPart } from '../../parts/filters.js';
import { between, formatCount, formatShare } from '../../parts/format.js';
import { Failure, Loading } from '../../parts/page.js';
import { addressOf, Badge, type Field, type Tone } from '../../parts/value.js';

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
      show: (stage) => (
        <meter
          style={{ width: '100%' }}
          max={Math.max(1, funnel.issued)}
          value={funnel[stage]}
          aria-label={stage}
        />
      ),
    },
    { label: 'Attempts', isNumber: true, show: (stage) => formatCount(funnel[stage]) },
    { label: 'Of the stage before', isNumber: true, show: (stage) => shareOf(funnel, stage) },
  ];
}

function shareOf(funnel: Readonly<Record<Stage, number>>, stage: Stage): string {
  const before = STAGES[STAGES.indexOf(stage) - 1];
  return before === undefined ? '–' : formatShare(funnel[stage], funnel[before]);
}

/** Shows the newest attempts to put a card into a wallet, and its tokens. */
export function AttemptsOfCard({ cardId }: { readonly cardId: number }): ReactNode {
  const query = `card=${String(cardId)}`;
  return (
    <>
      <Newest
        {...ATTEMPT_LIST}
        title="Newest attempts"
        document={ProvisioningPageDocument}
        filter={{ cardId }}
        all={['All its attempts', `/provisioning?${query}`]}
        none={
          <>
            An attempt begins when an integrator asks for a secret of this card. Try it:{' '}
            <code>cardway trigger provisioning --card {cardId}</code>
          </>
        }
      />
      <Newest
        {...DIGITIZATION_LIST}
        title="Digitizations"
        document={DigitizationsPageDocument}
        filter={{ cardId }}
        all={['All its digitizations', `/digitizations?${query}`]}
        none="The network reports it when it is."
      />
    </>
  );
}

const ATTEMPT_FIELDS: readonly Field<AttemptLineFragment>[] = [
  { label: 'Issued', name: 'issuedAt', kind: 'time' },
  { label: 'State', name: 'state', kind: 'state' },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Customer', name: 'customerId', kind: 'customer' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  {
    label: 'To the wallet',
    isNumber: true,
    show: ({ issuedAt, digitizedAt }) => between(issuedAt, digitizedAt),
  },
  { label: 'Token reference', name: 'tokenReference', kind: 'token' },
];

/** A list of provisioning attempts. */
export const ATTEMPT_LIST = {
  fields: ATTEMPT_FIELDS,
  keyOf: ({ id }: AttemptLineFragment) => id,
  kind: 'attempt' as const,
};

type CommonCondition = keyof ProvisioningAttemptFilter & keyof DigitizationFilter;

const COMMON_FILTERS: readonly FilterField<CommonCondition>[] = [
  { kind: 'number', name: 'card', label: 'Card', condition: 'cardId' },
  { kind: 'text', name: 'token', label: 'Token reference', condition: 'tokenReference' },
  { kind: 'text', name: 'programme', label: 'Programme' },
];

export const ATTEMPT_FILTERS: readonly FilterField<CommonCondition>[] = [
  { kind: 'time', name: 'time', label: 'Issued' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.ProvisioningAttemptState) },
  ...COMMON_FILTERS,
];

const TONES: Readonly<Record<DigitizationState, Tone>> = {
  active: 'good',
  stopped: 'warn',
  deleted: 'quiet',
  exception: 'bad',
};

/** A gateway of a newer release may have further ones. */
const WALLETS: Readonly<Partial<Record<string, string>>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
  SAMSUNG_PAY: 'Samsung Pay',
  MERCHANT: 'a merchant',
  OTHER: 'another wallet',
};

const DIGITIZATION_FIELDS: readonly Field<DigitizationLineFragment>[] = [
  { label: 'Changed', name: 'changedAt', kind: 'time' },
  {
    label: 'State',
    show: ({ state, declined }) => (
      <>
        <Badge tone={TONES[state]}>{state}</Badge>
        {declined && <Badge tone="bad">was declined</Badge>}
      </>
    ),
  },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Wallet', show: ({ wallet }) => WALLETS[wallet] ?? wallet },
  { label: 'Token reference', name: 'tokenReference', kind: 'token' },
  {
    label: 'Last event',
    show: ({ lastEvent, lastEventId }) => <Link href={addressOf('event', lastEventId)}>{lastEvent}</Link>,
  },
  { label: 'Attempt', name: 'attemptId', kind: 'attempt' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
];

/** A list of digitizations. */
export const DIGITIZATION_LIST = {
  fields: DIGITIZATION_FIELDS,
  keyOf: ({ id }: DigitizationLineFragment) => id,
};

export const DIGITIZATION_FILTERS: readonly FilterField<keyof DigitizationFilter>[] = [
  { kind: 'time', name: 'time', label: 'Reported' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.DigitizationState) },
  {
    kind: 'select',
    name: 'declined',
    label: 'Decision',
    options: [['true', 'was declined']],
    read: (value) => value === 'true',
  },
  ...COMMON_FILTERS,
];
