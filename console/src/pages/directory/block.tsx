import type { ReactNode } from 'react';
import {
  BlockWalletDocument,
  UnblockWalletDocument,
  type WalletFieldsFragment,
} from '../../../../src/generated/operations.js';
import { useAction } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmSwitch } from '../../parts/confirm-dialog.js';
import { notifyDone } from '../../parts/notify.js';
import type { Detail } from '../../parts/section.js';

type Card = WalletFieldsFragment['cards'][number];

/** Shows whether a wallet or a card is closed for money. */
export function BlockBadge({ blocked }: { readonly blocked: boolean }): ReactNode {
  return <Badge tone={blocked ? 'bad' : 'good'}>{blocked ? 'blocked' : 'open'}</Badge>;
}

/** Blocks or unblocks a wallet, or one card of it, after asking. */
export function BlockButton({
  wallet: { reference, customerId, ...wallet },
  card,
}: {
  readonly wallet: WalletFieldsFragment;
  /** Left out: the whole wallet. */
  readonly card?: Card;
}): ReactNode {
  const block = useAction(BlockWalletDocument, 'wallets', 'audit');
  const unblock = useAction(UnblockWalletDocument, 'wallets', 'audit');
  const name = card === undefined ? `wallet ${reference}` : `card ${String(card.cardId)}`;
  const shared = {
    subject: [
      ['Wallet', reference],
      ['Customer', String(customerId)],
      ...(card === undefined ? [] : [['Card', String(card.cardId)] satisfies Detail]),
    ] satisfies Detail[],
    variables: () => ({ input: { reference, ...(card === undefined ? {} : { cardId: card.cardId }) } }),
  };
  return (
    <ConfirmSwitch
      permission="MANAGE_WALLETS"
      isOn={(card ?? wallet).blocked}
      on={{
        verb: 'Block',
        label: `Block ${name}`,
        title: `Block ${name}?`,
        consequence: `${card === undefined ? 'Its cards cannot pay' : 'The card cannot pay'} any more. Balances and advices go through.`,
        isDangerous: true,
        action: block,
        onDone: () => notifyDone(`The ${name} is blocked.`),
        ...shared,
      }}
      off={{
        verb: 'Unblock',
        label: `Unblock ${name}`,
        title: `Unblock ${name}?`,
        consequence:
          card === undefined
            ? 'Its cards can pay again, except for cards that are blocked themselves.'
            : 'The card can pay again, unless its wallet is blocked.',
        action: unblock,
        onDone: () => notifyDone(`The ${name} is open.`),
        ...shared,
      }}
    />
  );
}
