import type { ReactNode } from 'react';
import {
  PutWalletDocument,
  type WalletFieldsFragment,
  type WalletFilter,
  WalletsDocument,
} from '../../../../src/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  numberIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { useOpenEntry } from '../../parts/leaving.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { BlockBadge } from './block.js';
import { FormButton } from './form-button.js';
import { useProgrammeField } from './programme-field.js';
import { cardsIn, WALLET_FIELDS } from './wallet-form.js';

const FIELDS = [
  { kind: 'text', name: 'text', label: 'Reference', hint: 'Its first characters.' },
  { kind: 'number', name: 'customer', label: 'Customer' },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'text', name: 'programme', label: 'Programme' },
  {
    kind: 'select',
    name: 'state',
    label: 'State',
    options: [
      ['blocked', 'blocked'],
      ['open', 'open'],
    ],
  },
] as const satisfies readonly FilterField[];

const BLOCKED: Readonly<Record<string, boolean>> = { blocked: true, open: false };

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): WalletFilter {
  return given({
    text: values.text,
    customerId: numberIn(values.customer),
    cardId: numberIn(values.card),
    programme: values.programme,
    blocked: BLOCKED[values.state],
  });
}

/** Shows the wallets with their cards. */
export function WalletsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'wallets',
    document: WalletsDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ wallets }) => wallets,
  });
  return (
    <Page
      title="Wallets"
      actions={
        <>
          <ExportButton list="wallets" filter={filter} />
          <AddWallet />
        </>
      }
    >
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Wallets"
        columns={COLUMNS}
        {...listing}
        keyOf={({ reference }) => reference}
        hrefOf={({ reference }) => addressOf('wallet', reference)}
        nameOf={({ reference }) => `wallet ${reference}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No wallets.">
              Add one with the button above, or a file of them: <code>cardway wallets import FILE</code>
            </Empty>
          ) : (
            <Empty title="No wallet passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<WalletFieldsFragment>[] = [
  { title: 'Reference', minPx: 128, cell: ({ reference }) => <code>{reference}</code> },
  { title: 'State', minPx: 72, cell: ({ blocked }) => <BlockBadge blocked={blocked} /> },
  {
    title: 'Customer',
    minPx: 90,
    cell: ({ customerId }) => <Id kind="customer" id={customerId} isInList />,
  },
  { title: 'Cards', minPx: 200, cell: ({ cards }) => <Cards cards={cards} /> },
  {
    title: 'Programme',
    minPx: 115,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
];

function Cards({ cards }: Pick<WalletFieldsFragment, 'cards'>): ReactNode {
  if (cards.length === 0) return <span className="muted">–</span>;
  return cards.map(({ cardId, blocked, ...card }, index) => (
    <span key={cardId}>
      {index > 0 && ', '}
      <Id kind="card" id={cardId} isInList />
      {card.default && cards.length > 1 && ' (default)'}
      {blocked && ' (blocked)'}
    </span>
  ));
}

function AddWallet(): ReactNode {
  const open = useOpenEntry();
  const programme = useProgrammeField();
  const put = useAction(PutWalletDocument, 'wallets', 'audit');
  return (
    <FormButton
      name="Add a wallet …"
      permission="PUT_WALLETS"
      isMain
      title="Add a wallet"
      verb="Add"
      consequence="Calls of its cards find it at once. The first card is the default of calls that name none. A wallet of this reference is changed."
      fields={[
        {
          kind: 'text',
          name: 'reference',
          label: 'Reference',
          hint: 'Calls name the wallet by it. 1 to 255 characters.',
          isRequired: true,
        },
        programme,
        ...WALLET_FIELDS,
      ]}
      action={put}
      variables={(values) => ({
        input: {
          reference: values['reference'] ?? '',
          programme: values['programme'] ?? '',
          customerId: numberIn(values['customerId'] ?? '') ?? -1,
          cards: cardsIn(values['cards']),
        },
      })}
      onDone={({ putWallet: { wallet } }) => {
        notifyDone(`Wallet ${wallet.reference} is saved.`);
        open(addressOf('wallet', wallet.reference));
      }}
    />
  );
}
