import { CardwayError } from '../../platform/errors.js';
import type { Card, Wallet } from './directory-port.js';

/** Card before a wallet is put, with the programme and the state of its wallet. */
export interface HeldCard extends Card {
  readonly reference: string;
  readonly programme: string;
  readonly customerId: number;
  readonly isWalletBlocked: boolean;
}

interface Put {
  /** Wallet before the change. Null where none exists. */
  readonly known: Wallet | null;
  readonly wanted: Wallet;
  /** Wanted cards that a wallet already holds. */
  readonly held: ReadonlyMap<number, HeldCard>;
}

/** Refuses a wallet or card of another programme. Errors: FORBIDDEN, with the field. */
export function requireProgramme({ known, wanted: { programme }, held }: Put): void {
  const problem = 'belongs to another programme';
  if (known !== null && known.programme !== programme) throw beyondClient('reference', problem);
  if ([...held.values()].some((card) => card.programme !== programme))
    throw beyondClient('cards.card_id', problem);
}

/**
 * Refuses a put that only an operator may make (docs/reference/protocol.md#authorization). A client key cannot lift a block, and
 * cannot take a wallet or card of another customer. Several steps do not help: a card may not leave its wallet, because the next
 * call would see it as new. Errors: FORBIDDEN, with the field of the first such change.
 */
export function requireClientChange({ known, wanted, held }: Put): void {
  if (known !== null) requireWallet(known, wanted);
  const closed = new Set<string>();
  for (const card of held.values()) {
    if (card.isBlocked && card.trackingNumber !== null) closed.add(card.trackingNumber);
  }
  for (const card of wanted.cards) {
    const before = held.get(card.cardId);
    if (before !== undefined) requireCard(wanted, card, before);
    // With this tracking number, calls for the blocked card would reach this one.
    if (before?.isBlocked !== true && card.trackingNumber !== null && closed.has(card.trackingNumber))
      throw beyondClient(
        'cards.tracking_number',
        'is that of a blocked card; only an operator gives it to another',
      );
  }
}

function requireWallet(known: Wallet, wanted: Wallet): void {
  if (known.customerId !== wanted.customerId)
    throw beyondClient('customer_id', 'is not that of the wallet; only an operator changes it');
  if (known.isBlocked && !wanted.isBlocked)
    throw beyondClient('blocked', 'is false and the wallet is blocked; only an operator unblocks it');
  const kept = new Set(wanted.cards.map(({ cardId }) => cardId));
  const missing = known.cards.find(({ cardId }) => !kept.has(cardId));
  if (missing === undefined) return;
  const problem = `leaves out ${String(missing.cardId)}; only an operator takes a card out of its wallet, a client key may block it`;
  throw beyondClient('cards', problem);
}

/** The default card and the tracking number decide whether a call meets the block of a card. */
function requireCard(wanted: Wallet, card: Card, before: HeldCard): void {
  const isFree = !before.isBlocked && !before.isWalletBlocked && before.customerId === wanted.customerId;
  if (before.reference !== wanted.reference && !isFree) {
    const problem = `is ${String(before.cardId)}, which belongs to another wallet; only an operator moves it`;
    throw beyondClient('cards.card_id', problem);
  }
  if (!before.isBlocked) return;
  const changed = [
    ['blocked', !card.isBlocked],
    ['default', card.isDefault !== before.isDefault],
    ['tracking_number', card.trackingNumber !== before.trackingNumber],
  ] as const;
  const [field] = changed.find(([, isChanged]) => isChanged) ?? [];
  if (field !== undefined)
    throw beyondClient(
      `cards.${field}`,
      `of ${String(card.cardId)}: only an operator changes a blocked card`,
    );
}

/** Returns the refusal of a change of a wallet. */
export function beyondClient(field: string, problem: string): CardwayError {
  return new CardwayError('FORBIDDEN', { field, message: `${field} ${problem}.` });
}
