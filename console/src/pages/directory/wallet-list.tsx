import type { ReactNode } from 'react';
import {
  BlockWalletDocument,
  UnblockWalletDocument,
  WalletsDocument,
  type WalletsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { Confirmed } from '../../parts/confirmed.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';

type Wallet = WalletsQuery['wallets']['edges'][number]['node'];

export function WalletList(): ReactNode {
  const listing = useListing({
    name: 'wallets',
    document: WalletsDocument,
    variables: {},
    pageIn: ({ wallets }) => wallets,
  });
  return (
    <Listing
      label="Wallets"
      columns={COLUMNS}
      {...listing}
      keyOf={({ reference }) => reference}
      empty={
        <Empty title="No wallets.">
          Import them: <code>cardway wallets import</code>
        </Empty>
      }
    />
  );
}

const COLUMNS: readonly Column<Wallet>[] = [
  { title: 'Reference', width: '10rem', cell: ({ reference }) => <code>{reference}</code> },
  {
    title: 'State',
    width: '7rem',
    cell: ({ blocked }) => <Badge tone={blocked ? 'bad' : 'good'}>{blocked ? 'blocked' : 'open'}</Badge>,
  },
  { title: 'Customer', width: '7rem', isNumber: true, cell: ({ customerId }) => String(customerId) },
  {
    title: 'Cards',
    isExtra: true,
    cell: ({ cards }) =>
      cards
        .map(
          (card) =>
            `${String(card.cardId)}${card.default ? ' (default)' : ''}${card.blocked ? ' (blocked)' : ''}`,
        )
        .join(', '),
  },
  { title: 'Programme', width: '9rem', isExtra: true, cell: ({ programme }) => programme },
  { title: 'Change', width: '7rem', cell: (wallet) => <Block wallet={wallet} /> },
];

function Block({ wallet: { reference, blocked } }: { readonly wallet: Wallet }): ReactNode {
  const block = useAction(BlockWalletDocument, 'wallets', 'audit');
  const unblock = useAction(UnblockWalletDocument, 'wallets', 'audit');
  return blocked ? (
    <Confirmed
      name="Unblock"
      subject={`wallet ${reference}`}
      consequence="Its cards can pay again."
      action={unblock}
      variables={{ input: { reference } }}
    />
  ) : (
    <Confirmed
      name="Block"
      subject={`wallet ${reference}`}
      consequence="Its cards cannot pay any more; balances and advices go through."
      action={block}
      variables={{ input: { reference } }}
    />
  );
}
