import type { CardOfLine, RejectedLine, WalletLine } from '../../usecase/ports.js';

/** A wallet as it is stored; truth is 0 or 1. */
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
  /** Those of the wallets, and those that the lines name; some may come twice. */
  readonly cards: readonly KnownCardRow[];
}

export interface MergedLines {
  /** What is to be written. */
  readonly wallets: readonly WalletState[];
  readonly cards: readonly CardState[];
  readonly added: number;
  readonly changed: number;
  readonly rejected: readonly RejectedLine[];
  readonly touched: readonly string[];
  /** Wallets that lost their default card to another one. */
  readonly bereft: readonly string[];
}

/** What some lines of a file make of what is there, the later line having the last word. */
export function mergeLines(lines: readonly WalletLine[], known: Known): MergedLines {
  const state: State = {
    programmes: known.programmes,
    wallets: new Map(known.wallets.map((wallet) => [wallet.reference, { ...wallet }])),
    cards: new Map(),
    programmeOfCard: new Map(),
    defaults: new Map(),
    added: new Set(),
    changedWallets: new Set(),
    changedCards: new Set(),
    bereft: new Set(),
  };
  for (const { programme, ...card } of known.cards) {
    if (state.cards.has(card.cardId)) continue;
    state.cards.set(card.cardId, card);
    state.programmeOfCard.set(card.cardId, programme);
    if (card.isDefault === 1) state.defaults.set(card.reference, card.cardId);
  }
  const rejected: RejectedLine[] = [];
  for (const line of lines) {
    const problem = problemOf(state, line);
    if (problem === null) mergeLine(state, line);
    else rejected.push({ line: line.line, ...problem });
  }
  return resultOf(state, rejected);
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
  readonly bereft: Set<string>;
}

function problemOf(
  state: State,
  { reference, programme, card }: WalletLine,
): Omit<RejectedLine, 'line'> | null {
  if (!state.programmes.has(programme)) return { field: 'programme', problem: 'The programme is not known.' };
  const holder = state.wallets.get(reference);
  if (holder !== undefined && holder.programme !== programme)
    return { field: 'reference', problem: 'The wallet belongs to another programme.' };
  const holding = card === null ? undefined : state.programmeOfCard.get(card.cardId);
  if (holding !== undefined && holding !== programme)
    return { field: 'card_id', problem: 'The card belongs to another programme.' };
  return null;
}

function mergeLine(state: State, line: WalletLine): void {
  const { reference, programme, customerId } = line;
  const known = state.wallets.get(reference);
  const isBlocked = line.isBlocked === null ? (known?.isBlocked ?? 0) : Number(line.isBlocked);
  if (known === undefined) {
    state.wallets.set(reference, { reference, programme, customerId, isBlocked });
    state.added.add(reference);
  } else if (known.customerId !== customerId || known.isBlocked !== isBlocked) {
    known.customerId = customerId;
    known.isBlocked = isBlocked;
    state.changedWallets.add(reference);
  }
  if (line.card !== null) mergeCard(state, line, line.card);
}

function mergeCard(state: State, { reference, programme }: WalletLine, card: CardOfLine): void {
  const { cardId } = card;
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
  if (known !== undefined && !isHere) leave(state, known);
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

/** The card goes to another wallet. */
function leave(state: State, { cardId, reference, isDefault }: CardState): void {
  if (isDefault === 0) return;
  if (state.defaults.get(reference) === cardId) state.defaults.delete(reference);
  state.bereft.add(reference);
}

/** A wallet has one default card. */
function setDefault(state: State, { reference, cardId, isDefault }: CardState): void {
  const former = state.defaults.get(reference);
  if (isDefault === 1 && former !== undefined && former !== cardId) {
    const card = state.cards.get(former);
    if (card !== undefined) state.cards.set(former, { ...card, isDefault: 0 });
    state.changedCards.add(former);
  }
  if (isDefault === 1) state.defaults.set(reference, cardId);
  else if (former === cardId) state.defaults.delete(reference);
}

/** In the order of their keys, so that rows that lie together are written together. */
function resultOf(state: State, rejected: readonly RejectedLine[]): MergedLines {
  const written = new Set([...state.added, ...state.changedWallets]);
  const wallets = [...written].flatMap((name) => state.wallets.get(name) ?? []);
  const cards = [...state.changedCards].flatMap((cardId) => state.cards.get(cardId) ?? []);
  const touched = new Set([...state.changedWallets].filter((name) => !state.added.has(name)));
  for (const { reference } of cards) if (!state.added.has(reference)) touched.add(reference);
  return {
    wallets: wallets.sort((a, b) => (a.reference < b.reference ? -1 : 1)),
    cards: cards.sort((a, b) => a.cardId - b.cardId),
    added: state.added.size,
    changed: touched.size,
    rejected,
    touched: [...touched, ...state.bereft],
    bereft: [...state.bereft],
  };
}
