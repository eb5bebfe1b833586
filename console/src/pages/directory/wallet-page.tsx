import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  MoveWalletDocument,
  PutWalletDocument,
  WalletDocument,
  type WalletFieldsFragment,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { numberIn } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { DetailList, Section } from '../../parts/section.js';
import { AuditOf } from './audit-of.js';
import { BlockBadge, BlockButton } from './block.js';
import { EntryPage } from './entry-page.js';
import { FormButton } from './form-button.js';
import { NewestTransactions } from './newest-transactions.js';
import { useProgrammeField } from './programme-field.js';
import { cardsIn, cardsText, WALLET_FIELDS } from './wallet-form.js';

interface WalletProps {
  readonly wallet: WalletFieldsFragment;
}

/** Shows one wallet with its cards, transactions and changes. */
export function WalletPage({ reference }: { readonly reference: string }): ReactNode {
  const answer = useAnswer('wallets', WalletDocument, { reference }, { everyMs: FRESH_MS });
  const all = `wallet=${encodeURIComponent(reference)}`;
  return (
    <EntryPage
      kind="Wallet"
      id={reference}
      path={[['Wallets', '/directory/wallets']]}
      query={answer}
      entry={answer.data?.wallet}
      badges={({ blocked }) => <BlockBadge blocked={blocked} />}
      actions={(wallet) => (
        <>
          <Edit wallet={wallet} />
          <Move wallet={wallet} />
          <BlockButton wallet={wallet} />
        </>
      )}
      none={
        <Empty title="The directory has no wallet of this reference.">
          <Link href="/directory/wallets">Add it to the wallets</Link>, or look at{' '}
          <Link href={`/transactions?${all}`}>the transactions with this reference</Link>.
        </Empty>
      }
    >
      {(wallet) => (
        <>
          <Section title="Wallet">
            <DetailList
              details={[
                ['Customer', <Id key="c" kind="customer" id={wallet.customerId} />],
                ['Programme', <Id key="p" kind="programme" id={wallet.programme} />],
                ['Block', wallet.blocked ? 'Closed for money. Balances and advices go through.' : 'None'],
              ]}
            />
          </Section>
          <Cards wallet={wallet} />
          <NewestTransactions filter={{ reference }} all={all} />
          <AuditOf title="Changes" filter={{ subject: reference }} />
        </>
      )}
    </EntryPage>
  );
}

type Card = WalletFieldsFragment['cards'][number];

function Cards({ wallet }: WalletProps): ReactNode {
  const columns: readonly Column<Card>[] = [
    { title: 'Card', minPx: 96, cell: ({ cardId }) => <code>{cardId}</code> },
    { title: 'State', minPx: 72, cell: ({ blocked }) => <BlockBadge blocked={blocked} /> },
    {
      title: 'Default',
      minPx: 72,
      cell: (card) => (card.default ? 'default' : <span className="muted">–</span>),
    },
    {
      title: 'Tracking number',
      minPx: 120,
      cell: ({ trackingNumber }) => trackingNumber ?? <span className="muted">–</span>,
    },
    {
      title: 'Change',
      minPx: 84,
      canGrow: false,
      cell: (card) => <BlockButton wallet={wallet} card={card} />,
    },
  ];
  return (
    <Section title="Its cards">
      <DataTable
        label="Cards"
        columns={columns}
        rows={wallet.cards}
        keyOf={({ cardId }) => String(cardId)}
        hrefOf={({ cardId }) => addressOf('card', cardId)}
        nameOf={({ cardId }) => `card ${String(cardId)}`}
        empty={<Empty title="The wallet has no cards.">Add them with Edit.</Empty>}
      />
    </Section>
  );
}

function Edit({ wallet }: WalletProps): ReactNode {
  const { reference } = wallet;
  const put = useAction(PutWalletDocument, 'wallets', 'audit');
  return (
    <FormButton
      name="Edit …"
      permission="PUT_WALLETS"
      title={`Edit wallet ${reference}`}
      verb="Save"
      consequence="A card that you take out belongs to no wallet, and its calls are refused. Blocks and the default card stay."
      fields={WALLET_FIELDS}
      initial={{ customerId: String(wallet.customerId), cards: cardsText(wallet) }}
      action={put}
      variables={(values) => ({
        input: {
          reference,
          programme: wallet.programme,
          customerId: numberIn(values['customerId'] ?? '') ?? -1,
          cards: cardsIn(values['cards']),
        },
      })}
      onDone={() => notifyDone(`Wallet ${reference} is changed.`)}
    />
  );
}

function Move({ wallet: { reference, programme } }: WalletProps): ReactNode {
  const field = useProgrammeField();
  const options = field.options?.filter(([name]) => name !== programme) ?? [];
  const move = useAction(MoveWalletDocument, 'wallets', 'audit');
  if (options.length === 0 && field.problem?.('') === undefined) return null;
  return (
    <FormButton
      name="Move …"
      permission="MOVE_WALLETS"
      title={`Move wallet ${reference} to another programme`}
      verb="Move"
      consequence="Its cards move with it. Terminals and keys of the programme it leaves cannot use it any more."
      fields={[{ ...field, options }]}
      action={move}
      variables={(values) => ({ input: { reference, programme: values['programme'] ?? '' } })}
      onDone={() => notifyDone(`Wallet ${reference} is moved.`)}
    />
  );
}
