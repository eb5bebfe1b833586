import type { Method } from '../../../core/transactions/methods.js';
import type { JsonValue } from '../../../core/wire/json.js';
import type {
  Card,
  CardDirectory,
  Directory,
  KnownCard,
  Terminal,
  Wallet,
} from '../../directory/directory-port.js';
import { textField, type TransactionCall } from '../call/call.js';

export type DirectoryMode = 'required' | 'xml-only';

export type ResolvedWallet =
  | { readonly kind: 'found'; readonly customerId: number; readonly cardId: number }
  /** The directory does not know the wallet, or the customer or card is not the wallet's own: -4. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The wallet is known, but blocked for money: -29. Balances and advices are accepted. */
  | {
      readonly kind: 'blocked';
      readonly customerId: number;
      readonly cardId: number;
      readonly reason: string;
    };

/** Arguments of the decision, without the wallet. */
export interface JudgeArguments {
  readonly method: Method;
  readonly call: TransactionCall;
  readonly terminal: Pick<Terminal, 'programme'>;
  readonly mode: DirectoryMode;
}

/**
 * Finds customer and card of a call in the wallet directory (docs/reference/protocol.md#wallet-resolution). A terminal's call
 * names neither. Its card is the one that KLV 002 names, else the wallet's default. A wallet of another programme is unknown.
 */
export async function resolveWallet(
  args: JudgeArguments & { readonly directory: Directory & CardDirectory },
): Promise<ResolvedWallet> {
  const wallet = await args.directory.wallet(textField(args.call, 'reference'));
  return judgeWallet(args, wallet, await findNamedCard(args));
}

/** Returns the card that a call names, where the settings accept it without the directory; null where the directory has none. */
export function findNamedCard(
  args: NamedIds & { readonly directory: CardDirectory },
): Promise<KnownCard | null> | null {
  const { cardId } = args.call;
  return cardId !== null && isOnlyOnChecksum(args) ? args.directory.card(cardId) : null;
}

/** Decides on a call with this wallet, or without one. `named` is the card of `findNamedCard`. */
export function judgeWallet(
  args: JudgeArguments,
  wallet: Wallet | null,
  named: KnownCard | null,
): ResolvedWallet {
  const { call, method } = args;
  if (wallet === null) return withoutDirectory(args, named, false);
  if (wallet.programme !== args.terminal.programme) return NOT_KNOWN;
  const card = cardOf(wallet, call);
  const isOwn = call.customerId === null || call.customerId === wallet.customerId;
  if (card === null || !isOwn) {
    const reason = isOwn
      ? 'The card does not belong to the wallet'
      : 'The wallet does not belong to the customer';
    return args.mode === 'required' || call.cardId === null
      ? { kind: 'unknown', reason }
      : withoutDirectory(args, named, wallet.isBlocked);
  }
  if ((wallet.isBlocked || card.isBlocked) && method.effect === 'money')
    return blocked(wallet.customerId, card.cardId);
  return { kind: 'found', customerId: wallet.customerId, cardId: card.cardId };
}

/** Customer and card that a call names, and whether the settings accept them. */
interface NamedIds {
  readonly mode: DirectoryMode;
  readonly call: Pick<TransactionCall, 'customerId' | 'cardId'>;
}

const NOT_KNOWN: ResolvedWallet = { kind: 'unknown', reason: 'The wallet is not known' };

function blocked(customerId: number, cardId: number): ResolvedWallet {
  return { kind: 'blocked', customerId, cardId, reason: 'The wallet or card is blocked' };
}

/**
 * Decides on a call whose wallet and card the directory need not know. It still decides about those that it knows: no caller
 * reaches a card of another programme, or passes a block, by naming a card with the wrong wallet or customer.
 */
function withoutDirectory(args: JudgeArguments, named: KnownCard | null, isBlocked: boolean): ResolvedWallet {
  const { customerId, cardId } = args.call;
  if (!isOnlyOnChecksum(args) || customerId === null || cardId === null) return NOT_KNOWN;
  if (named !== null && named.programme !== args.terminal.programme) return NOT_KNOWN;
  if ((isBlocked || named?.isBlocked === true) && args.method.effect === 'money')
    return blocked(customerId, cardId);
  return { kind: 'found', customerId, cardId };
}

/** Returns whether the settings accept the customer and card that a call names, without the directory. */
function isOnlyOnChecksum({ mode, call }: NamedIds): boolean {
  return mode === 'xml-only' && call.customerId !== null && call.cardId !== null;
}

function cardOf(wallet: Wallet, call: TransactionCall): Card | null {
  if (call.cardId !== null) return wallet.cards.find((card) => card.cardId === call.cardId) ?? null;
  const trackingNumber = trackingNumberOf(call.fields['transactionData'] ?? call.fields['messageData']);
  const named = wallet.cards.find(
    (card) => card.trackingNumber !== null && card.trackingNumber === trackingNumber,
  );
  return named ?? wallet.cards.find((card) => card.isDefault) ?? null;
}

function trackingNumberOf(data: JsonValue | undefined): JsonValue | undefined {
  return data !== null && typeof data === 'object' && !Array.isArray(data)
    ? (data as Record<string, JsonValue>)['tracking_number']
    : undefined;
}
