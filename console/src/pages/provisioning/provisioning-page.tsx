import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type AttemptLineFragment,
  type ProvisioningAttemptState,
  ProvisioningPageDocument,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { SelectField, TextField } from '../../parts/field.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { useAddressParts } from '../../parts/search.js';
import { between, Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';
import { Unseen } from '../../parts/unseen.js';
import { Funnel } from './funnel.js';

const STATES: readonly ProvisioningAttemptState[] = [
  'issued',
  'verified',
  'authorized',
  'digitized',
  'expired',
  'superseded',
  'declined',
];

const FRESH_MS = 5000;

/** Shows the provisioning attempts of cards. */
export function ProvisioningPage(): ReactNode {
  useTitle('Provisioning');
  const [written, set] = useAddressParts(['card', 'state']);
  const cardId = Number(written.card);
  const filter = {
    ...(written.card !== '' && Number.isSafeInteger(cardId) ? { cardId } : {}),
    ...(STATES.includes(written.state as ProvisioningAttemptState)
      ? { state: written.state as ProvisioningAttemptState }
      : {}),
  };
  const listing = useListing({
    name: 'attempts',
    document: ProvisioningPageDocument,
    variables: { filter },
    pageIn: ({ provisioningAttempts }) => provisioningAttempts,
    everyMs: FRESH_MS,
  });
  return (
    <>
      <h1>Provisioning</h1>
      <Funnel />
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        <form className="filters" onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Card id"
            inputMode="numeric"
            value={written.card}
            onChange={(event) => set('card', event.target.value.trim())}
          />
          <SelectField
            label="State"
            value={written.state}
            options={[['', 'all'], ...STATES.map((name) => [name, name] as const)]}
            onChange={(event) => set('state', event.target.value)}
          />
        </form>
        <Listing
          label="Provisioning attempts, newest first"
          columns={COLUMNS}
          {...listing}
          keyOf={({ id }) => id}
          hrefOf={hrefOf}
          empty={
            <Empty title="No attempts.">
              An attempt begins when an integrator asks for a secret. Try it:{' '}
              <code>cardway trigger provisioning --card 5002</code>
            </Empty>
          }
        />
      </section>
    </>
  );
}

function hrefOf({ id }: AttemptLineFragment): string {
  return `/provisioning/${encodeURIComponent(id)}`;
}

const COLUMNS: readonly Column<AttemptLineFragment>[] = [
  {
    title: 'Issued',
    width: '12rem',
    cell: (row) => (
      <Link href={hrefOf(row)}>
        <Time at={row.issuedAt} />
        <Unseen>attempt {row.id}</Unseen>
      </Link>
    ),
  },
  { title: 'Card', width: '7rem', isNumber: true, cell: ({ cardId }) => String(cardId) },
  { title: 'State', width: '8rem', cell: ({ state }) => <StateBadge state={state} /> },
  {
    title: 'To the wallet',
    width: '8rem',
    isNumber: true,
    isExtra: true,
    cell: ({ issuedAt, digitizedAt }) => between(issuedAt, digitizedAt),
  },
  { title: 'Programme', width: '9rem', isExtra: true, cell: ({ programme }) => programme },
  { title: 'Token reference', isExtra: true, cell: ({ tokenReference }) => tokenReference ?? '–' },
];
