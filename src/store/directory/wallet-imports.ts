import type {
  ImportedLines,
  RejectedLine,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import type { HeldCard } from '../../use-cases/directory/beyond-client.js';
import type { Card, Wallet } from '../../use-cases/directory/directory-port.js';
import type { Step } from '../engine/operation.js';
import { createProgrammes } from './programmes.js';
import type { Done, StoreParts } from '../parts.js';
import { createHeldCards, createWallets, isSameWallet } from './wallets.js';

/** Returns the imports of wallets, some lines per commit. */
export function createWalletImports(
  args: Pick<StoreParts, 'dialect' | 'connection' | 'change'>,
): WalletImports {
  const wallets = createWallets(args.dialect);
  const heldCards = createHeldCards(args.dialect);
  const programmes = createProgrammes(args.dialect);

  /** Changes the wallets of these lines one after the other. Without `record` it only counts what it would do. */
  function* importLines(lines: readonly WalletLine[], isMove: boolean, record: RecordImport | null) {
    const unknown = yield* unknownProgrammes(lines);
    const counts = { added: 0, changed: 0, moved: 0 };
    const rejected: RejectedLine[] = [];
    for (const [reference, ofWallet] of Map.groupBy(lines, (line) => line.reference)) {
      const known = yield* wallets.find(reference);
      const held = yield* heldCards(ofWallet.flatMap(({ card }) => card?.cardId ?? []));
      const merged = mergeLines(ofWallet, { known, held, unknown, isMove });
      rejected.push(...merged.rejected);
      if (merged.wallet === null || (known !== null && isSameWallet(known, merged.wallet))) continue;
      counts[known === null ? 'added' : 'changed'] += 1;
      counts.moved += merged.moves.length;
      if (record === null) continue;
      yield* wallets.put(merged.wallet);
      for (const move of merged.moves) record(move);
    }
    return { ...counts, rejected } satisfies ImportedLines;
  }

  /** Returns what is wrong with programmes of these lines. */
  function* unknownProgrammes(lines: readonly WalletLine[]): Step<ReadonlyMap<string, string>> {
    const unknown = new Map<string, string>();
    for (const programme of new Set(lines.map((line) => line.programme))) {
      const problem = yield* programmes.problem(programme);
      if (problem !== null) unknown.set(programme, problem);
    }
    return unknown;
  }

  return {
    take({ file, lines, actor, move: mayMove, check }) {
      const isMove = mayMove === true;
      if (check === true) return args.connection.read(importLines(lines, isMove, null));
      return args.change(function* (record) {
        const done = yield* importLines(lines, isMove, (move) => record({ actor, reason: file, ...move }));
        const { added, changed, moved } = done;
        const after = { added, changed, moved };
        if (added + changed > 0)
          record({ actor, action: 'import_wallets', subject: file, before: null, after });
        return done;
      });
    },
  };
}

/** Audit entry of a wallet that gets another customer, or of a card that comes from another wallet. */
type Move = Pick<Done, 'action' | 'subject' | 'before' | 'after'>;
type RecordImport = (move: Move) => void;

interface Known {
  /** Null where the directory has no such wallet. */
  readonly known: Wallet | null;
  /** Cards of the lines that some wallet already holds. */
  readonly held: ReadonlyMap<number, HeldCard>;
  /** Problems of programmes that do not exist. */
  readonly unknown: ReadonlyMap<string, string>;
  readonly isMove: boolean;
}

interface Merged {
  /** Wallet after the import. Null where every line of a new wallet is rejected. */
  readonly wallet: Wallet | null;
  readonly moves: readonly Move[];
  readonly rejected: readonly RejectedLine[];
}

/** Merges the lines of one wallet. A later line overrides an earlier one. */
function mergeLines(lines: readonly WalletLine[], of: Known): Merged {
  const { known, held } = of;
  const cards = new Map(known?.cards.map((card) => [card.cardId, card]));
  const taken: WalletLine[] = [];
  const rejected: RejectedLine[] = [];
  let wallet = known;
  for (const line of lines) {
    const problem = problemOf(line, wallet, of);
    if (problem !== null) {
      rejected.push({ line: line.line, ...problem });
      continue;
    }
    const { reference, programme, customerId, card } = line;
    const isBlocked = line.blocked ?? wallet?.isBlocked ?? false;
    wallet = { reference, programme, customerId, isBlocked, cards: [] };
    if (card != null) cards.set(card.cardId, mergeCard(card, cards.get(card.cardId), held.get(card.cardId)));
    taken.push(line);
  }
  if (wallet === null || taken.length === 0) return { wallet: known, moves: [], rejected };
  wallet = { ...wallet, cards: withDefault([...cards.values()], taken) };
  return { wallet, moves: movesTo(wallet, of), rejected };
}

function problemOf(
  { reference, programme, customerId, card }: WalletLine,
  wallet: Wallet | null,
  { held, unknown, isMove }: Known,
): Omit<RejectedLine, 'line'> | null {
  const problem = unknown.get(programme);
  if (problem !== undefined) return { field: 'programme', problem };
  if (wallet !== null && wallet.programme !== programme)
    return { field: 'reference', problem: 'The wallet belongs to another programme.' };
  const before = card == null ? undefined : held.get(card.cardId);
  if (before !== undefined && before.programme !== programme)
    return { field: 'card_id', problem: 'The card belongs to another programme.' };
  if (isMove) return null;
  if (wallet !== null && wallet.customerId !== customerId) {
    const owner = `The wallet belongs to customer ${String(wallet.customerId)}.`;
    return { field: 'customer_id', problem: `${owner} ${ONLY_MOVE}` };
  }
  if (before !== undefined && before.reference !== reference)
    return { field: 'card_id', problem: `The card belongs to wallet ${before.reference}. ${ONLY_MOVE}` };
  return null;
}

const ONLY_MOVE = 'Only --move moves it.';

function movesTo({ reference: subject, customerId, cards }: Wallet, { known, held }: Known): readonly Move[] {
  const moves: Move[] = [];
  if (known !== null && known.customerId !== customerId)
    moves.push({
      action: 'put_wallet',
      subject,
      before: { customerId: known.customerId },
      after: { customerId },
    });
  for (const { cardId } of cards) {
    const reference = held.get(cardId)?.reference ?? subject;
    if (reference !== subject)
      moves.push({
        action: 'move_card',
        subject,
        before: { cardId, reference },
        after: { cardId, reference: subject },
      });
  }
  return moves;
}

/** `own` is the card in this wallet, `held` the card wherever it was. A card that moves keeps its block. */
function mergeCard(
  card: NonNullable<WalletLine['card']>,
  own: Card | undefined,
  held: HeldCard | undefined,
): Card {
  const before = own ?? held;
  return {
    cardId: card.cardId,
    trackingNumber: card.trackingNumber ?? before?.trackingNumber ?? null,
    isDefault: own?.isDefault ?? false,
    isBlocked: card.blocked ?? before?.isBlocked ?? false,
  };
}

/**
 * Makes one card the default: the last one that a line wants, else the previous one, else the first. A card that a line does not
 * want as the default comes last.
 */
function withDefault(cards: readonly Card[], lines: readonly WalletLine[]): readonly Card[] {
  const wishes = new Map(lines.map(({ card }) => [card?.cardId, card?.default]));
  const wanted = lines.findLast(({ card }) => wishes.get(card?.cardId) === true)?.card?.cardId;
  const free = cards.filter(({ cardId }) => wishes.get(cardId) !== false);
  const previous = (among: readonly Card[]): Card | undefined =>
    among.find(({ isDefault }) => isDefault) ?? among[0];
  const chosen = cards.find(({ cardId }) => cardId === wanted) ?? previous(free) ?? previous(cards);
  return cards.map((card) => ({ ...card, isDefault: card.cardId === chosen?.cardId }));
}
