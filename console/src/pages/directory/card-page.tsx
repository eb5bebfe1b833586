import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  WalletDocument,
  MoveCardDocument,
  PutWalletDocument,
  type WalletFieldsFragment,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { numberIn } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { DetailList, Section } from '../../parts/section.js';
import { AttemptsOfCard } from '../provisioning/attempts-of-card.js';
import { AuditOf } from './audit-of.js';
import { BlockBadge, BlockButton } from './block.js';
import { EntryPage } from './entry-page.js';
import { FormButton } from './form-button.js';
import { NewestTransactions } from './newest-transactions.js';

type Card = WalletFieldsFragment['cards'][number];

interface CardProps {
  readonly wallet: WalletFieldsFragment;
  readonly card: Card;
}

/** Shows one card with its transactions, attempts and tokens. */
export function CardPage({ written }: { readonly written: string }): ReactNode {
  const cardId = numberIn(written) ?? -1;
  const answer = useAnswer('wallets', WalletDocument, { cardId }, { everyMs: FRESH_MS });
  const wallet = answer.data?.wallet;
  const card = wallet?.cards.find((each) => each.cardId === cardId);
  const path = wallet == null ? [] : [[wallet.reference, addressOf('wallet', wallet.reference)] as const];
  return (
    <EntryPage
      kind="Card"
      id={written}
      path={[['Wallets', '/directory/wallets'], ...path]}
      query={answer}
      entry={wallet == null || card === undefined ? null : { wallet, card }}
      badges={(entry) => (
        <>
          <BlockBadge blocked={entry.card.blocked} />
          {entry.wallet.blocked && <Badge tone="bad">wallet blocked</Badge>}
        </>
      )}
      actions={(entry) => (
        <>
          <MakeDefault {...entry} />
          <Move {...entry} />
          <BlockButton {...entry} />
        </>
      )}
      none={
        <Empty title="No wallet of the directory has this card.">
          Add it to its wallet with Edit, or: <code>cardway wallets set REFERENCE --card {written}</code>.{' '}
          <Link href={`/transactions?card=${encodeURIComponent(written)}`}>Transactions of this card</Link>
        </Empty>
      }
    >
      {(entry) => (
        <>
          <About {...entry} />
          <NewestTransactions filter={{ cardId }} all={`card=${String(cardId)}`} />
          <AttemptsOfCard cardId={cardId} />
          <AuditOf title="Changes of its wallet" filter={{ subject: entry.wallet.reference }} />
        </>
      )}
    </EntryPage>
  );
}

function About({ wallet, card }: CardProps): ReactNode {
  return (
    <Section title="Card">
      <DetailList
        details={[
          ['Wallet', <Id key="w" kind="wallet" id={wallet.reference} />],
          ['Customer', <Id key="c" kind="customer" id={wallet.customerId} />],
          ['Programme', <Id key="p" kind="programme" id={wallet.programme} />],
          ['Tracking number', card.trackingNumber ?? '–'],
          ['Default', card.default ? 'Calls that name no card are for this one.' : 'no'],
          ['Block', blockOf({ wallet, card })],
          [
            'Events',
            <Link key="e" href={`/events/log?card=${String(card.cardId)}`}>
              Events of this card
            </Link>,
          ],
        ]}
      />
    </Section>
  );
}

function blockOf({ wallet, card }: CardProps): string {
  if (card.blocked) return 'The card is closed for money. Balances and advices go through.';
  return wallet.blocked ? 'The wallet is closed for money, and so is the card.' : 'None';
}

function MakeDefault({ wallet, card: { cardId, ...card } }: CardProps): ReactNode {
  const put = useAction(PutWalletDocument, 'wallets', 'audit');
  if (card.default) return null;
  const { reference, programme, customerId } = wallet;
  return (
    <ConfirmButton
      verb="Make it the default"
      permission="PUT_WALLETS"
      title={`Make card ${String(cardId)} the default?`}
      consequence="Calls of the wallet that name no card are for this card from now on."
      subject={[['Wallet', reference]]}
      action={put}
      variables={() => ({
        input: {
          reference,
          programme,
          customerId,
          cards: wallet.cards.map((each) => ({ cardId: each.cardId, default: each.cardId === cardId })),
        },
      })}
      onDone={() => notifyDone(`Card ${String(cardId)} is the default of its wallet.`)}
    />
  );
}

function Move({ wallet, card: { cardId } }: CardProps): ReactNode {
  const move = useAction(MoveCardDocument, 'wallets', 'audit');
  return (
    <FormButton
      name="Move …"
      permission="MOVE_WALLETS"
      title={`Move card ${String(cardId)} to another wallet`}
      verb="Move"
      consequence={`It leaves wallet ${wallet.reference}. Its payments take money from the other wallet from now on.`}
      fields={[
        {
          kind: 'text',
          name: 'reference',
          label: 'Wallet reference',
          hint: `A wallet of the programme ${wallet.programme}.`,
          isRequired: true,
        },
      ]}
      action={move}
      variables={(values) => ({ input: { cardId, reference: values['reference'] ?? '' } })}
      onDone={() => notifyDone(`Card ${String(cardId)} is moved.`)}
    />
  );
}
