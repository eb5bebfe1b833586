import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  BlockWalletDocument,
  type BlockWalletMutationVariables,
  MoveCardDocument,
  MoveWalletDocument,
  PutWalletDocument,
  UnblockWalletDocument,
  WalletDocument,
  type WalletFieldsFragment,
  WalletsDocument,
} from '../../../../src/generated/operations.js';
import { DataTable } from '../../parts/data-table.js';
import { ActionButton, type FormField, linesIn, PROGRAMME } from '../../parts/entity-form.js';
import { EntityListPage, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { numberIn } from '../../parts/filters.js';
import { Empty, Section } from '../../parts/page.js';
import { addressOf, Badge, type Field, Id, None } from '../../parts/value.js';
import { AttemptsOfCard } from '../provisioning/provisioning-page.js';
import { NewestTransactions } from '../transactions/transaction-row.js';
import { AuditOf } from './audit.js';

type Wallet = WalletFieldsFragment;
type Card = Wallet['cards'][number];

interface WalletProps {
  readonly wallet: Wallet;
}

interface CardProps extends WalletProps {
  readonly card: Card;
}

const FIELDS: readonly Field<Wallet>[] = [
  { label: 'Reference', name: 'reference', kind: 'code' },
  { label: 'State', show: ({ blocked }) => <BlockBadge blocked={blocked} /> },
  { label: 'Customer', name: 'customerId', kind: 'customer' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Cards', show: ({ cards }) => <CardLinks cards={cards} /> },
];

function CardLinks({ cards }: Pick<Wallet, 'cards'>): ReactNode {
  if (cards.length === 0) return <None />;
  return cards.map(({ cardId, blocked, ...card }, index) => (
    <span key={cardId}>
      {index > 0 && ', '}
      <Id kind="card" id={cardId} isInList />
      {card.default && cards.length > 1 && ' (default)'}
      {blocked && ' (blocked)'}
    </span>
  ));
}

/** Shows whether a wallet or a card is closed for money. */
function BlockBadge({ blocked }: { readonly blocked: boolean }): ReactNode {
  return <Badge tone={blocked ? 'bad' : 'good'}>{blocked ? 'blocked' : 'open'}</Badge>;
}

/** Shows the wallets with their cards. */
export function WalletsPage(): ReactNode {
  return (
    <EntityListPage
      title="Wallets"
      document={WalletsDocument}
      exported="wallets"
      filters={[
        { kind: 'text', name: 'text', label: 'Reference', hint: 'its beginning' },
        { kind: 'number', name: 'customer', label: 'Customer', condition: 'customerId' },
        { kind: 'number', name: 'card', label: 'Card', condition: 'cardId' },
        { kind: 'text', name: 'programme', label: 'Programme' },
        {
          kind: 'select',
          name: 'state',
          label: 'State',
          condition: 'blocked',
          options: [
            ['blocked', 'blocked'],
            ['open', 'open'],
          ],
          read: (state) => state === 'blocked',
        },
      ]}
      fields={FIELDS}
      keyOf={({ reference }) => reference}
      kind="wallet"
      actions={<AddWallet />}
      none={
        <>
          Add one with the button above, or a file of them: <code>cardway wallets import FILE</code>
        </>
      }
    />
  );
}

/** Fields of a wallet that can change. */
const CHANGEABLE: readonly FormField[] = [
  { kind: 'number', name: 'customerId', label: 'Customer', isRequired: true },
  {
    kind: 'lines',
    name: 'cards',
    label: 'Cards',
    hint: 'One a line: the card id, then its tracking number if it has one. 5001 0123456789',
    read: cardsIn,
    problem: cardsProblem,
  },
];

const SEPARATOR = /[\s,:]+/;
const CARD_ID = /^\d{1,15}$/;

/** Names the first line that begins with no card id. It does not repeat the line: somebody may write a card number. */
function cardsProblem(written: string): string | undefined {
  const line = written
    .split('\n')
    .findIndex((text) => text.trim() !== '' && !CARD_ID.test(text.trim().split(SEPARATOR)[0] ?? ''));
  return line === -1 ? undefined : `Line ${String(line + 1)} begins with no card id.`;
}

/** Reads cards, one a line, as the form has checked them. */
function cardsIn(written: string): readonly { readonly cardId: number; readonly trackingNumber?: string }[] {
  return linesIn(written.replaceAll(/^\s+|\s+$/gm, '')).map((line) => {
    const [id = '', trackingNumber] = line.split(SEPARATOR);
    const cardId = Number(id);
    return trackingNumber === undefined ? { cardId } : { cardId, trackingNumber };
  });
}

function cardsText({ cards }: Wallet): string {
  return cards
    .map(({ cardId, trackingNumber }) => `${String(cardId)} ${trackingNumber ?? ''}`.trim())
    .join('\n');
}

function AddWallet(): ReactNode {
  return (
    <ActionButton
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
        PROGRAMME,
        ...CHANGEABLE,
      ]}
      document={PutWalletDocument}
      next={({ putWallet: { wallet } }) => addressOf('wallet', wallet.reference)}
    />
  );
}

const DETAILS: readonly Field<Wallet>[] = [
  ...FIELDS.slice(2, 4),
  {
    label: 'Block',
    show: ({ blocked }) => (blocked ? 'Closed for money. Balances and advices go through.' : 'None'),
  },
];

/** Shows one wallet with its cards, transactions and changes. */
export function WalletPage({ id: reference }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Wallet"
      id={reference}
      document={WalletDocument}
      variables={{ reference }}
      badges={({ blocked }) => <BlockBadge blocked={blocked} />}
      actions={(wallet) => <Actions wallet={wallet} />}
      fields={DETAILS}
    >
      {(wallet) => (
        <>
          <Section title="Its cards">
            <DataTable
              label="Cards"
              fields={cardFields(wallet)}
              rows={wallet.cards}
              keyOf={({ cardId }) => String(cardId)}
              kind="card"
              empty={<Empty title="The wallet has no cards.">Add them with Edit.</Empty>}
            />
          </Section>
          <NewestTransactions filter={{ reference }} all={{ wallet: reference }} />
          <AuditOf title="Changes" filter={{ subject: reference }} />
        </>
      )}
    </EntityPage>
  );
}

function cardFields(wallet: Wallet): readonly Field<Card>[] {
  return [
    { label: 'Card', name: 'cardId', kind: 'code' },
    { label: 'State', show: ({ blocked }) => <BlockBadge blocked={blocked} /> },
    { label: 'Default', show: (card) => (card.default ? 'default' : <None />) },
    { label: 'Tracking number', name: 'trackingNumber' },
    { label: 'Change', show: (card) => <BlockButton wallet={wallet} card={card} /> },
  ];
}

function Actions({ wallet }: WalletProps): ReactNode {
  const { reference, programme, customerId } = wallet;
  return (
    <>
      <ActionButton
        name="Edit …"
        permission="PUT_WALLETS"
        title={`Edit wallet ${reference}`}
        verb="Save"
        consequence="A card that you take out belongs to no wallet, and its calls are refused. Blocks and the default card stay."
        fields={CHANGEABLE}
        initial={{ customerId: String(customerId), cards: cardsText(wallet) }}
        document={PutWalletDocument}
        input={{ reference, programme }}
      />
      <ActionButton
        name="Move …"
        permission="MOVE_WALLETS"
        title={`Move wallet ${reference} to another programme`}
        verb="Move"
        consequence="Its cards move with it. Terminals and keys of the programme it leaves cannot use it any more."
        fields={[PROGRAMME]}
        document={MoveWalletDocument}
        input={{ reference }}
      />
      <BlockButton wallet={wallet} />
    </>
  );
}

/** Blocks or unblocks a wallet, or one card of it, after asking. */
function BlockButton({
  wallet: { reference, customerId, ...wallet },
  card,
}: {
  readonly wallet: Wallet;
  /** Left out: the whole wallet. */
  readonly card?: Card;
}): ReactNode {
  const isBlocked = (card ?? wallet).blocked;
  const which = { reference, ...(card === undefined ? {} : { cardId: card.cardId }) };
  const verb = isBlocked ? 'Unblock' : 'Block';
  const name = card === undefined ? `wallet ${reference}` : `card ${String(card.cardId)}`;
  const consequences = {
    Block: `${card === undefined ? 'Its cards cannot pay' : 'The card cannot pay'} any more. Balances and advices go through.`,
    Unblock:
      card === undefined
        ? 'Its cards can pay again, except for cards that are blocked themselves.'
        : 'The card can pay again, unless its wallet is blocked.',
  };
  return (
    <ActionButton<unknown, BlockWalletMutationVariables>
      permission="MANAGE_WALLETS"
      verb={verb}
      title={`${verb} ${name}?`}
      subject={[
        ['Wallet', reference],
        ['Customer', String(customerId)],
        ...(card === undefined ? [] : [['Card', String(card.cardId)] as const]),
      ]}
      consequence={consequences[verb]}
      isDangerous={!isBlocked}
      document={isBlocked ? UnblockWalletDocument : BlockWalletDocument}
      input={which}
    />
  );
}

/** Shows one card with its transactions, attempts and tokens. */
export function CardPage({ id: written }: EntityPageProps): ReactNode {
  const cardId = numberIn(written) ?? -1;
  return (
    <EntityPage
      kind="Card"
      id={written}
      document={WalletDocument}
      variables={{ cardId }}
      pick={({ wallet }) =>
        wallet?.cards.filter((card) => card.cardId === cardId).map((card) => ({ wallet, card }))[0]
      }
      badges={(entity) => (
        <>
          <BlockBadge blocked={entity.card.blocked} />
          {entity.wallet.blocked && <Badge tone="bad">wallet blocked</Badge>}
        </>
      )}
      actions={(entity) => <CardActions {...entity} />}
      none="Add it to its wallet with Edit."
      fields={CARD_FIELDS}
    >
      {(entity) => (
        <>
          <NewestTransactions filter={{ cardId }} all={{ card: written }} />
          <AttemptsOfCard cardId={cardId} />
          <AuditOf title="Changes of its wallet" filter={{ subject: entity.wallet.reference }} />
        </>
      )}
    </EntityPage>
  );
}

const CARD_FIELDS: readonly Field<CardProps>[] = [
  { label: 'Wallet', show: ({ wallet }) => <Id kind="wallet" id={wallet.reference} /> },
  { label: 'Customer', show: ({ wallet }) => <Id kind="customer" id={wallet.customerId} /> },
  { label: 'Programme', show: ({ wallet }) => <Id kind="programme" id={wallet.programme} /> },
  { label: 'Tracking number', show: ({ card }) => card.trackingNumber ?? <None /> },
  {
    label: 'Default',
    show: ({ card }) => (card.default ? 'Calls that name no card are for this one.' : 'no'),
  },
  { label: 'Block', show: blockOf },
  {
    label: 'Events',
    show: ({ card }) => <Link href={`/events/log?card=${String(card.cardId)}`}>Events of this card</Link>,
  },
];

function blockOf({ wallet, card }: CardProps): string {
  if (card.blocked) return 'The card is closed for money. Balances and advices go through.';
  return wallet.blocked ? 'The wallet is closed for money, and so is the card.' : 'None';
}

function CardActions({ wallet, card }: CardProps): ReactNode {
  const { cardId } = card;
  const { reference, programme, customerId } = wallet;
  return (
    <>
      {!card.default && (
        <ActionButton
          verb="Make it the default"
          permission="PUT_WALLETS"
          title={`Make it the default: card ${String(cardId)}?`}
          consequence="Calls of the wallet that name no card are for this card from now on."
          subject={[['Wallet', reference]]}
          document={PutWalletDocument}
          input={{
            reference,
            programme,
            customerId,
            cards: wallet.cards.map((each) => ({ cardId: each.cardId, default: each.cardId === cardId })),
          }}
        />
      )}
      <ActionButton
        name="Move …"
        permission="MOVE_WALLETS"
        title={`Move card ${String(cardId)} to another wallet`}
        verb="Move"
        consequence={`It leaves wallet ${reference}. Its payments take money from the other wallet from now on.`}
        fields={[
          {
            kind: 'text',
            name: 'reference',
            label: 'Wallet reference',
            hint: `A wallet of the programme ${programme}.`,
            isRequired: true,
          },
        ]}
        document={MoveCardDocument}
        input={{ cardId }}
      />
      <BlockButton wallet={wallet} card={card} />
    </>
  );
}
