import { unknownName } from '../../platform/errors.js';
import type { Done } from '../access/audit.js';
import type { CardOfLine, RejectedLine, WalletLine } from '../../use-cases/directory/administration-port.js';

/** Wallet as stored. Booleans are 0 or 1. */
export interface WalletState {
  readonly reference: string;
  readonly programme: string;
  customerId: number;
  isBlocked: number;
}

export interface CardState {
  readonly cardId: number;
  reference: string;
  trackingNumber: string | null;
  isDefault: number;
  isBlocked: number;
}

export interface KnownCardRow extends CardState {
  readonly programme: string;
}

interface Known {
  readonly programmes: ReadonlySet<string>;
  readonly wallets: readonly WalletState[];
  /** Cards of the wallets, and cards that the lines name. A card can occur twice. */
  readonly cards: readonly KnownCardRow[];
}

/** Audit entry of a wallet that gets another customer, or of a card that comes from another wallet. */
type Move = Pick<Done, 'action' | 'subject' | 'before' | 'after'>;

interface MergedLines {
  /** Wallets to write. */
  readonly wallets: readonly WalletState[];
  readonly cards: readonly CardState[];
  readonly added: number;
  readonly changed: number;
  readonly moves: readonly Move[];
  readonly rejected: readonly RejectedLine[];
  readonly touched: readonly string[];
  /** Wallets that lost their default card to another wallet. */
  readonly withoutDefault: readonly string[];
}

/** Merges lines of a file into the known rows. A later line overrides an earlier one. Rejects moves unless `isMove`. */
export function mergeLines(lines: readonly WalletLine[], known: Known, isMove: boolean): MergedLines {
  const state: State = {
    programmes: known.programmes,
    wallets: new Map(known.wallets.map((wallet) => [wallet.reference, { ...wallet }])),
    cards: new Map(),
    programmeOfCard: new Map(),
    defaults: new Map(),
    added: new Set(),
    changedWallets: new Set(),
    changedCards: new Set(),
    denied: new Set(),
    withoutDefault: new Set(),
    moves: [],
  };
  const before = new Map<number, CardState>();
  for (const { programme, ...card } of known.cards) {
    if (state.cards.has(card.cardId)) continue;
    state.cards.set(card.cardId, card);
    before.set(card.cardId, card);
    state.programmeOfCard.set(card.cardId, programme);
    if (card.isDefault === 1) state.defaults.set(card.reference, card.cardId);
  }
  const rejected: RejectedLine[] = [];
  const named = new Set<string>();
  for (const line of lines) {
    const problem = problemOf(state, line) ?? (isMove ? null : moveIn(state, line));
    if (problem === null) {
      mergeLine(state, line);
      named.add(line.reference);
    } else rejected.push({ line: line.line, ...problem });
  }
  chooseDefaults(state, named, before);
  return resultOf(state, rejected, before);
}

interface State {
  readonly programmes: ReadonlySet<string>;
  readonly wallets: Map<string, WalletState>;
  readonly cards: Map<number, CardState>;
  readonly programmeOfCard: Map<number, string>;
  /** Default card by reference. */
  readonly defaults: Map<string, number>;
  readonly added: Set<string>;
  readonly changedWallets: Set<string>;
  readonly changedCards: Set<number>;
  /** Cards that a line does not want as the default. */
  readonly denied: Set<number>;
  readonly withoutDefault: Set<string>;
  readonly moves: Move[];
}

function problemOf(
  state: State,
  { reference, programme, card }: WalletLine,
): Omit<RejectedLine, 'line'> | null {
  if (!state.programmes.has(programme)) {
    const known = [...state.programmes].sort();
    return { field: 'programme', problem: unknownName('Programme', programme, known) };
  }
  const holder = state.wallets.get(reference);
  if (holder !== undefined && holder.programme !== programme)
    return { field: 'reference', problem: 'The wallet belongs to another programme.' };
  const holding = card === null ? undefined : state.programmeOfCard.get(card.cardId);
  if (holding !== undefined && holding !== programme)
    return { field: 'card_id', problem: 'The card belongs to another programme.' };
  return null;
}

/** Returns the move that a line would make. */
function moveIn(
  state: State,
  { reference, customerId, card }: WalletLine,
): Omit<RejectedLine, 'line'> | null {
  const owner = state.wallets.get(reference)?.customerId ?? customerId;
  if (owner !== customerId)
    return { field: 'customer_id', problem: `The wallet belongs to customer ${String(owner)}. ${ONLY_MOVE}` };
  const holder = (card === null ? undefined : state.cards.get(card.cardId)?.reference) ?? reference;
  if (holder === reference) return null;
  return { field: 'card_id', problem: `The card belongs to wallet ${holder}. ${ONLY_MOVE}` };
}

const ONLY_MOVE = 'Only --move moves it.';

function mergeLine(state: State, line: WalletLine): void {
  const { reference, programme, customerId } = line;
  const known = state.wallets.get(reference);
  const isBlocked = line.isBlocked === null ? (known?.isBlocked ?? 0) : Number(line.isBlocked);
  if (known === undefined) {
    state.wallets.set(reference, { reference, programme, customerId, isBlocked });
    state.added.add(reference);
  } else if (known.customerId !== customerId || known.isBlocked !== isBlocked) {
    if (known.customerId !== customerId) {
      const [before, after] = [{ customerId: known.customerId }, { customerId }];
      state.moves.push({ action: 'put_wallet', subject: reference, before, after });
    }
    known.customerId = customerId;
    known.isBlocked = isBlocked;
    state.changedWallets.add(reference);
  }
  if (line.card !== null) mergeCard(state, line, line.card);
}

function mergeCard(state: State, { reference, programme }: WalletLine, card: CardOfLine): void {
  const { cardId } = card;
  if (card.isDefault === false) state.denied.add(cardId);
  else if (card.isDefault === true) state.denied.delete(cardId);
  const known = state.cards.get(cardId);
  const isHere = known?.reference === reference;
  const isDefault = card.isDefault ?? (isHere ? known.isDefault === 1 : !state.defaults.has(reference));
  const wanted: CardState = {
    cardId,
    reference,
    trackingNumber: card.trackingNumber ?? known?.trackingNumber ?? null,
    isDefault: Number(isDefault),
    isBlocked: card.isBlocked === null ? (known?.isBlocked ?? 0) : Number(card.isBlocked),
  };
  if (known !== undefined && isSame(known, wanted)) return;
  if (known !== undefined && !isHere) leave(state, known, reference);
  setDefault(state, wanted);
  state.cards.set(cardId, wanted);
  state.programmeOfCard.set(cardId, programme);
  state.changedCards.add(cardId);
}

function isSame(a: CardState, b: CardState): boolean {
  return (
    a.reference === b.reference &&
    a.trackingNumber === b.trackingNumber &&
    a.isDefault === b.isDefault &&
    a.isBlocked === b.isBlocked
  );
}

/** Records that a card leaves its wallet for another one. */
function leave(state: State, { cardId, reference, isDefault }: CardState, to: string): void {
  const [before, after] = [
    { cardId, reference },
    { cardId, reference: to },
  ];
  state.moves.push({ action: 'move_card', subject: to, before, after });
  if (isDefault === 0) return;
  if (state.defaults.get(reference) === cardId) state.defaults.delete(reference);
  state.withoutDefault.add(reference);
}

/** Sets or clears the default card, so that a wallet has at most one. */
function setDefault(state: State, { reference, cardId, isDefault }: CardState): void {
  const previous = state.defaults.get(reference);
  if (isDefault === 1 && previous !== undefined && previous !== cardId) {
    const card = state.cards.get(previous);
    if (card !== undefined) state.cards.set(previous, { ...card, isDefault: 0 });
    state.changedCards.add(previous);
  }
  if (isDefault === 1) state.defaults.set(reference, cardId);
  else if (previous === cardId) state.defaults.delete(reference);
}

/**
 * Chooses a default card for each wallet of a line that has none, because a call that names no card needs it. All cards of these
 * wallets are known. A card that no line denies comes first, then the previous default, then the lowest number. The same file
 * thus chooses the same card again.
 */
function chooseDefaults(
  state: State,
  named: ReadonlySet<string>,
  before: ReadonlyMap<number, CardState>,
): void {
  const chosen = new Map<string, CardState>();
  const rank = ({ cardId, reference }: CardState): number => {
    const known = before.get(cardId);
    const wasDefault = known?.reference === reference && known.isDefault === 1;
    return (state.denied.has(cardId) ? 2 : 0) + (wasDefault ? 0 : 1);
  };
  for (const card of state.cards.values()) {
    const { reference } = card;
    if (!named.has(reference) || state.defaults.has(reference)) continue;
    const other = chosen.get(reference);
    const difference = other === undefined ? -1 : rank(card) - rank(other) || card.cardId - other.cardId;
    if (difference < 0) chosen.set(reference, card);
  }
  for (const [reference, card] of chosen) {
    state.defaults.set(reference, card.cardId);
    state.cards.set(card.cardId, { ...card, isDefault: 1 });
    state.changedCards.add(card.cardId);
  }
}

/** Returns the rows in the order of their keys, so that neighbouring rows are written together. */
function resultOf(
  state: State,
  rejected: readonly RejectedLine[],
  before: ReadonlyMap<number, CardState>,
): MergedLines {
  const written = new Set([...state.added, ...state.changedWallets]);
  const wallets = [...written].flatMap((name) => state.wallets.get(name) ?? []);
  const cards = [...state.changedCards].flatMap((cardId) => {
    const card = state.cards.get(cardId);
    const known = before.get(cardId);
    return card === undefined || (known !== undefined && isSame(known, card)) ? [] : card;
  });
  const touched = new Set([...state.changedWallets].filter((name) => !state.added.has(name)));
  for (const { reference } of cards) if (!state.added.has(reference)) touched.add(reference);
  return {
    wallets: wallets.sort((a, b) => (a.reference < b.reference ? -1 : 1)),
    cards: cards.sort((a, b) => a.cardId - b.cardId),
    added: state.added.size,
    changed: touched.size,
    moves: state.moves,
    rejected,
    touched: [...touched, ...state.withoutDefault],
    withoutDefault: [...state.withoutDefault],
  };
}
