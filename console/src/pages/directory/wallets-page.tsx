import type { ReactNode } from 'react';
import {
  BlockWalletDocument,
  UnblockWalletDocument,
  WalletsDocument,
  type WalletsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';

type Wallet = WalletsQuery['wallets']['edges'][number]['node'];

/** Shows the wallets with their cards, and lets operators block them. */
export function WalletsPage(): ReactNode {
  const listing = useListing({
    name: 'wallets',
    document: WalletsDocument,
    variables: {},
    pageIn: ({ wallets }) => wallets,
  });
  return (
    <Page title="Wallets">
      <DataTable
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
    </Page>
  );
}

const COLUMNS: readonly Column<Wallet>[] = [
  { title: 'Reference', minPx: 128, cell: ({ reference }) => <Id kind="wallet" id={reference} isInList /> },
  {
    title: 'State',
    minPx: 90,
    cell: ({ blocked }) => <Badge tone={blocked ? 'bad' : 'good'}>{blocked ? 'blocked' : 'open'}</Badge>,
  },
  { title: 'Customer', minPx: 90, isNumber: true, cell: ({ customerId }) => String(customerId) },
  {
    title: 'Cards',
    minPx: 180,
    cell: ({ cards }) =>
      cards
        .map(
          (card) =>
            `${String(card.cardId)}${card.default ? ' (default)' : ''}${card.blocked ? ' (blocked)' : ''}`,
        )
        .join(', '),
  },
  { title: 'Programme', minPx: 115, cell: ({ programme }) => programme },
  { title: 'Change', minPx: 90, cell: (wallet) => <Block wallet={wallet} /> },
];

function Block({ wallet: { reference, blocked } }: { readonly wallet: Wallet }): ReactNode {
  const block = useAction(BlockWalletDocument, 'wallets', 'audit');
  const unblock = useAction(UnblockWalletDocument, 'wallets', 'audit');
  return blocked ? (
    <ConfirmButton
      verb="Unblock"
      label={`Unblock wallet ${reference}`}
      title={`Unblock wallet ${reference}?`}
      consequence="Its cards can pay again."
      action={unblock}
      variables={() => ({ input: { reference } })}
    />
  ) : (
    <ConfirmButton
      verb="Block"
      label={`Block wallet ${reference}`}
      title={`Block wallet ${reference}?`}
      consequence="Its cards cannot pay any more; balances and advices go through."
      action={block}
      variables={() => ({ input: { reference } })}
    />
  );
}
