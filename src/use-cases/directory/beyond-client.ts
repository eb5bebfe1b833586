import type { WalletChangeRejection } from './administration-port.js';
import type { Card, Wallet } from './directory-port.js';

/** Card before a wallet is put, with the state of its wallet. */
export interface PriorCard extends Card {
  readonly reference: string;
  readonly customerId: number;
  readonly isWalletBlocked: boolean;
}

interface Put {
  /** Wallet before the change. Null where none exists. */
  readonly known: Wallet | null;
  readonly wanted: Wallet;
  /** Wanted cards that a wallet already holds. */
  readonly held: ReadonlyMap<number, PriorCard>;
}

/**
 * Returns the first change of a put that only an operator may make (docs/reference/protocol.md#authorization), or null. A client
 * key cannot lift a block, and cannot take a wallet or card of another customer. Several steps do not help: a card may not leave
 * its wallet, because the next call would see it as new.
 */
export function operatorOnlyChange({ known, wanted, held }: Put): WalletChangeRejection | null {
  return (known === null ? null : wholeWallet(known, wanted)) ?? eachCard(wanted, held);
}

function wholeWallet(known: Wallet, wanted: Wallet): WalletChangeRejection | null {
  if (known.customerId !== wanted.customerId) {
    return forbidden('customer_id', 'is not that of the wallet; only an operator changes it');
  }
  if (known.isBlocked && !wanted.isBlocked)
    return forbidden('blocked', 'is false and the wallet is blocked; only an operator unblocks it');
  const kept = new Set(wanted.cards.map(({ cardId }) => cardId));
  const missing = known.cards.find(({ cardId }) => !kept.has(cardId));
  if (missing === undefined) return null;
  const problem = `leaves out ${String(missing.cardId)}; only an operator takes a card out of its wallet, a client key may block it`;
  return forbidden('cards', problem);
}

function eachCard(wanted: Wallet, held: Put['held']): WalletChangeRejection | null {
  const closed = new Set<string>();
  for (const card of held.values()) {
    if (card.isBlocked && card.trackingNumber !== null) closed.add(card.trackingNumber);
  }
  for (const card of wanted.cards) {
    const before = held.get(card.cardId) ?? null;
    const refusal = before === null ? null : (moved(wanted, before) ?? changed(card, before));
    if (refusal !== null) return refusal;
    // With this tracking number, calls for the blocked card would reach this one.
    const isBlocked = before?.isBlocked ?? false;
    if (!isBlocked && card.trackingNumber !== null && closed.has(card.trackingNumber))
      return forbidden(
        'cards.tracking_number',
        'is that of a blocked card; only an operator gives it to another',
      );
  }
  return null;
}

function moved(wanted: Wallet, before: PriorCard): WalletChangeRejection | null {
  if (before.reference === wanted.reference) return null;
  const isFree = !before.isBlocked && !before.isWalletBlocked;
  if (isFree && before.customerId === wanted.customerId) return null;
  const problem = `is ${String(before.cardId)}, which belongs to another wallet; only an operator moves it`;
  return forbidden('cards.card_id', problem);
}

/** Refuses changes to a blocked card. The default card and the tracking number decide whether a call meets the block. */
function changed(card: Card, before: PriorCard): WalletChangeRejection | null {
  if (!before.isBlocked) return null;
  const about = (field: string): WalletChangeRejection =>
    forbidden(`cards.${field}`, `of ${String(card.cardId)}: only an operator changes a blocked card`);
  if (!card.isBlocked) return about('blocked');
  if (card.isDefault !== before.isDefault) return about('default');
  return card.trackingNumber === before.trackingNumber ? null : about('tracking_number');
}

function forbidden(field: string, problem: string): WalletChangeRejection {
  return { kind: 'forbidden', field, problem };
}
