import { unknownName } from '../../platform/errors.js';
import type {
  CardOfLine,
  ImportedLines,
  RejectedLine,
  WalletImports,
  WalletLine,
} from '../../use-cases/directory/administration-port.js';
import type { Change, Done } from '../access/audit.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { type CardRow, createImportTables, type WalletRow } from './import-tables.js';

/** Returns the imports of wallets, some lines per commit. `invalidate` gets the references of changed wallets. */
export function createWalletImports(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly change: Change;
  readonly invalidate: (references: readonly string[]) => void;
}): WalletImports {
  const { dialect, connection, change } = args;
  const tables = createImportTables(dialect);

  function* merge(lines: readonly WalletLine[], isMove: boolean) {
    const references = [...new Set(lines.map(({ reference }) => reference))];
    const cardIds = lines.flatMap(({ card }) => card?.cardId ?? []);
    const programmes = yield* tables.programmes();
    const wallets = yield* tables.wallets(references);
    const cards = yield* tables.cards({ cardIds, references });
    return mergeLines(lines, { programmes, wallets, cards }, isMove);
  }

  return {
    async take({ subject, lines, actor, isMove, isCheck }) {
      if (isCheck) return countsOf(await connection.read(merge(lines, isMove)));
      const merged = await change(function* (record) {
        const merged = yield* merge(lines, isMove);
        const { added, changed } = merged;
        yield* tables.putWallets(merged.wallets);
        yield* tables.putCards(merged.cards);
        for (const reference of merged.left) yield* tables.chooseDefault(reference);
        if (added + changed > 0) {
          const [firstLine, lastLine] = [lines[0]?.line, lines.at(-1)?.line];
          const after = { firstLine, lastLine, added, changed };
          yield* record({ actor, action: 'import_wallets', subject, before: null, after });
        }
        for (const move of merged.moves) yield* record({ actor, reason: subject, ...move });
        return merged;
      });
      if (merged.touched.length > 0) args.invalidate(merged.touched);
      return countsOf(merged);
    },
  };
}

function countsOf({ added, changed, moves, rejected }: MergedLines): ImportedLines {
  return { added, changed, moved: moves.length, rejected };
}

interface Known {
  readonly programmes: ReadonlySet<string>;
  readonly wallets: readonly WalletRow[];
  /** Cards of the wallets, and cards that the lines name. */
  readonly cards: readonly CardRow[];
}

/** Audit entry of a wallet that gets another customer, or of a card that comes from another wallet. */
type Move = Pick<Done, 'action' | 'subject' | 'before' | 'after'>;

interface MergedLines {
  /** Wallets and cards to write. */
  readonly wallets: readonly WalletRow[];
  readonly cards: readonly CardRow[];
  readonly added: number;
  readonly changed: number;
  readonly moves: readonly Move[];
  readonly rejected: readonly RejectedLine[];
  /** Wallets that were there before and changed. */
  readonly touched: readonly string[];
  /** Wallets that lost a card to another one. */
  readonly left: readonly string[];
}

/** Merges lines of a file into the known rows. A later line overrides an earlier one. Rejects moves unless `isMove`. */
function mergeLines(lines: readonly WalletLine[], known: Known, isMove: boolean): MergedLines {
  const before = {
    wallets: new Map(known.wallets.map((wallet) => [wallet.reference, wallet])),
    cards: new Map(known.cards.map((card) => [card.cardId, card])),
  };
  const wallets = new Map(before.wallets);
  const cards = new Map(before.cards);
  const rejected: RejectedLine[] = [];
  const moves: Move[] = [];
  const left = new Set<string>();
  const merged: WalletLine[] = [];
  for (const line of lines) {
    const wallet = wallets.get(line.reference);
    const card = line.card === null ? undefined : cards.get(line.card.cardId);
    const problem =
      problemOf(line, { programmes: known.programmes, wallet, card }) ??
      (isMove ? null : moveProblem(line, wallet, card));
    if (problem !== null) {
      rejected.push({ line: line.line, ...problem });
      continue;
    }
    merged.push(line);
    moves.push(...movesOf(line, wallet, card));
    if (card !== undefined && card.reference !== line.reference) left.add(card.reference);
    wallets.set(line.reference, walletOf(line, wallet));
    if (line.card !== null) cards.set(line.card.cardId, cardOf(line, line.card, card));
  }
  for (const card of withDefaults(merged, cards)) cards.set(card.cardId, card);
  const changedWallets = [...wallets.values()].filter(
    (row) => !isSame(row, before.wallets.get(row.reference)),
  );
  const changedCards = [...cards.values()].filter((row) => !isSame(row, before.cards.get(row.cardId)));
  const references = new Set([...changedWallets, ...changedCards].map(({ reference }) => reference));
  const changed = [...references].filter((reference) => before.wallets.has(reference));
  return {
    wallets: changedWallets,
    cards: changedCards,
    added: references.size - changed.length,
    changed: changed.length,
    moves,
    rejected,
    touched: [...changed, ...left],
    left: [...left],
  };
}

type Problem = Omit<RejectedLine, 'line'> | null;

function problemOf(
  { programme }: WalletLine,
  { programmes, wallet, card }: Pick<Known, 'programmes'> & LineRows,
): Problem {
  if (!programmes.has(programme))
    return { field: 'programme', problem: unknownName('Programme', programme, [...programmes].sort()) };
  if (wallet !== undefined && wallet.programme !== programme)
    return { field: 'reference', problem: 'The wallet belongs to another programme.' };
  if (card !== undefined && card.programme !== programme)
    return { field: 'card_id', problem: 'The card belongs to another programme.' };
  return null;
}

/** Rows that a line names. */
interface LineRows {
  readonly wallet: WalletRow | undefined;
  readonly card: CardRow | undefined;
}

/** Returns why a line needs `isMove`. */
function moveProblem(
  { reference, customerId }: WalletLine,
  wallet: LineRows['wallet'],
  card: LineRows['card'],
): Problem {
  if (wallet !== undefined && wallet.customerId !== customerId)
    return {
      field: 'customer_id',
      problem: `The wallet belongs to customer ${String(wallet.customerId)}. ${ONLY_MOVE}`,
    };
  return card === undefined || card.reference === reference
    ? null
    : { field: 'card_id', problem: `The card belongs to wallet ${card.reference}. ${ONLY_MOVE}` };
}

const ONLY_MOVE = 'Only --move moves it.';

function movesOf(
  { reference: subject, customerId }: WalletLine,
  wallet: LineRows['wallet'],
  card: LineRows['card'],
): readonly Move[] {
  const moves: Move[] = [];
  if (wallet !== undefined && wallet.customerId !== customerId) {
    const [before, after] = [{ customerId: wallet.customerId }, { customerId }];
    moves.push({ action: 'put_wallet', subject, before, after });
  }
  if (card !== undefined && card.reference !== subject) {
    const { cardId, reference } = card;
    const [before, after] = [
      { cardId, reference },
      { cardId, reference: subject },
    ];
    moves.push({ action: 'move_card', subject, before, after });
  }
  return moves;
}

function walletOf({ reference, programme, customerId, isBlocked }: WalletLine, known?: WalletRow): WalletRow {
  return { reference, programme, customerId, isBlocked: flagOf(isBlocked, known?.isBlocked) };
}

/** Returns the row of a card. `withDefaults` decides about the default. */
function cardOf({ reference, programme }: WalletLine, card: CardOfLine, known?: CardRow): CardRow {
  const { cardId, isBlocked } = card;
  const trackingNumber = card.trackingNumber ?? known?.trackingNumber ?? null;
  const isDefault = known?.reference === reference ? known.isDefault : 0;
  return {
    ...{ cardId, reference, programme, trackingNumber, isDefault },
    isBlocked: flagOf(isBlocked, known?.isBlocked),
  };
}

const flagOf = (given: boolean | null, known = 0): number => (given === null ? known : Number(given));

/**
 * Returns the cards of the wallets of these lines, each wallet with one default card: the last one that a line wants, else the
 * previous one, else the first. A card that a line does not want as the default comes last.
 */
function withDefaults(lines: readonly WalletLine[], cards: ReadonlyMap<number, CardRow>): readonly CardRow[] {
  const wanted = new Map<string, number>();
  const denied = new Set<number>();
  for (const { reference, card } of lines) {
    if (card?.isDefault === true) wanted.set(reference, card.cardId);
    if (card?.isDefault === false) denied.add(card.cardId);
    else if (card?.isDefault === true) denied.delete(card.cardId);
  }
  const rank = ({ cardId, reference, isDefault }: CardRow): number =>
    (wanted.get(reference) === cardId ? 0 : 2) + (denied.has(cardId) ? 4 : 0) + (1 - isDefault);
  const named = new Set(lines.map(({ reference }) => reference));
  const byWallet = new Map<string, CardRow[]>();
  for (const card of cards.values())
    if (named.has(card.reference))
      byWallet.set(card.reference, [...(byWallet.get(card.reference) ?? []), card]);
  return [...byWallet.values()].flatMap((ofWallet) => {
    const [first] = ofWallet.toSorted(
      (a, b) => rank(a) - rank(b) || (denied.has(a.cardId) ? a.cardId - b.cardId : 0),
    );
    return ofWallet.map((card) => ({ ...card, isDefault: Number(card === first) }));
  });
}

function isSame(row: WalletRow | CardRow, known: WalletRow | CardRow | undefined): boolean {
  return (
    known !== undefined &&
    Object.entries(row).every(([name, value]) => known[name as keyof typeof known] === value)
  );
}
