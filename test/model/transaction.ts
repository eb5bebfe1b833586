import { checksumOf, requestIdOf, type Call } from '../support/channels/index.js';
import type { Send } from './wallet-service.js';

/** States of docs/reference/transactions.md#states, as they are stored. `absent`: the ledger has no row. */
export type State =
  'absent' | 'pending' | 'answered' | 'refused' | 'in_doubt' | 'queued' | 'unmatched' | 'contradicted';

export type Certainty = 'no' | 'maybe' | 'yes';

export type Effect = 'none' | 'money' | 'advice' | 'state';

interface MethodRules {
  readonly effect: Effect;
  /** Methods that it reverses. */
  readonly reverses: readonly string[];
  /** Whether its route recognises a repeated request id. */
  readonly dedupes: boolean;
}

/** Methods that the model calls. The routes are those of `settings.ts`. */
export const METHODS = {
  Balance: { effect: 'none', reverses: [], dedupes: false },
  Deduct: { effect: 'money', reverses: [], dedupes: false },
  LoadAuth: { effect: 'money', reverses: [], dedupes: true },
  DeductReversal: { effect: 'advice', reverses: ['Deduct'], dedupes: false },
  LoadAuthReversal: { effect: 'advice', reverses: ['LoadAuth'], dedupes: true },
  Stop: { effect: 'advice', reverses: [], dedupes: true },
  ValidatePIN: { effect: 'state', reverses: [], dedupes: false },
  AdministrativeMessage: { effect: 'state', reverses: [], dedupes: true },
} as const satisfies Record<string, MethodRules>;

export type MethodName = keyof typeof METHODS;

export interface Answer {
  readonly resultCode: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Answers that the gateway gives by itself. */
export const ACCEPTED: Answer = { resultCode: 1, fields: { resultCode: 1 } };
export const REVERSED_FIRST: Answer = { resultCode: -3, fields: { resultCode: -3 } };

/** What the model knows about one request id. */
export interface Transaction {
  /** Name in the printed script. */
  readonly name: string;
  readonly method: MethodName;
  readonly rules: MethodRules;
  /** The call in canonical texts, with customer, card and request id. */
  readonly call: Call;
  readonly requestId: string;
  readonly checksum: string;
  /** Key that made it; null for a terminal. */
  keyId: string | null;
  /** States that it may be in by what was seen. Narrowed by each look at it. */
  possible: ReadonlySet<State>;
  /** Its calls to the wallet service, oldest first. */
  readonly sends: Send[];
  /** Default codes that its terminal got since it last got an answer. */
  readonly terminalHeard: Set<number>;
  /** Codes of all replies to callers without a key that were no answer. */
  readonly everHeard: Set<number>;
  /** Answers that the ledger may hold. */
  readonly answers: Set<Answer>;
  /** The original of a reversal. Undefined where it is not certain. */
  original: Transaction | null | undefined;
  /** Whether a reversal of it left while it was in doubt. */
  reversedEarly: Certainty;
  /** A reply to its terminal was cut, and may have been saved as heard. */
  mayHaveHeard: boolean;
  /** It is the gateway's own reversal of this transaction. */
  readonly ownReversalOf: Transaction | null;
  /** An operator settled it or closed its contradiction. */
  settledByOperator: boolean;
  /** Number of calls in flight, and since when at least one is. */
  inFlight: number;
  inFlightSince: number;
  /** Number of calls so far, those in flight included. */
  callCount: number;
  /** Number of times that it may have come into doubt: one event each. */
  readonly doubts: { min: number; max: number };
  wasContradicted: boolean;
  /** A process ended while it ran. */
  isInterrupted: boolean;
}

export function createTransaction(args: {
  readonly name: string;
  readonly method: MethodName;
  readonly call: Call;
  readonly keyId: string | null;
  readonly ownReversalOf?: Transaction;
}): Transaction {
  const { call } = args;
  return {
    ...args,
    rules: METHODS[args.method],
    requestId: requestIdOf(call),
    checksum: checksumOf(call, 'canonical'),
    possible: new Set<State>(['absent']),
    sends: [],
    terminalHeard: new Set(),
    everHeard: new Set(),
    answers: new Set(),
    original: null,
    reversedEarly: 'no',
    mayHaveHeard: false,
    ownReversalOf: args.ownReversalOf ?? null,
    settledByOperator: false,
    inFlight: 0,
    inFlightSince: 0,
    callCount: 0,
    doubts: { min: 0, max: 0 },
    wasContradicted: false,
    isInterrupted: false,
  };
}

export const only = (tx: Transaction, ...states: readonly State[]): boolean =>
  [...tx.possible].every((state) => states.includes(state));

export const maybe = (tx: Transaction, ...states: readonly State[]): boolean =>
  states.some((state) => tx.possible.has(state));

export function isApproved(answer: Answer): boolean {
  return answer.resultCode > 0;
}

/** Returns whether an approval that becomes known now contradicts what its terminal got, or a reversal that left before. */
export function isDisputed(tx: Transaction): Certainty {
  if (tx.terminalHeard.size > 0 || tx.reversedEarly === 'yes') return 'yes';
  return tx.reversedEarly === 'maybe' || tx.mayHaveHeard ? 'maybe' : 'no';
}

/** Returns the states of a transaction whose approval becomes known after the fact. */
export function statesOfApproval(tx: Transaction): readonly ('answered' | 'contradicted')[] {
  const certainty = isDisputed(tx);
  if (certainty === 'maybe') return ['answered', 'contradicted'];
  return certainty === 'yes' ? ['contradicted'] : ['answered'];
}

const DAY_MS = 86_400_000;

/** Returns the moment of a wire date, in milliseconds. */
export function momentOf(wireDate: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(
    wireDate,
  )!;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

export function wireDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll('-', '');
}

export function isNear(one: string, other: string): boolean {
  return Math.abs(momentOf(one) - momentOf(other)) <= DAY_MS;
}

/** Returns the original of a reversal (docs/reference/transactions.md#originals); undefined where the model cannot know it. */
export function originalOf(
  transactions: readonly Transaction[],
  reversal: Transaction,
): Transaction | null | undefined {
  if (reversal.rules.reverses.length === 0) return null;
  const {
    terminal_id: terminal,
    reference,
    reference_id: id,
    reference_date: date = '',
  } = reversal.call.fields;
  const named = transactions.filter(
    ({ method, call: { fields } }) =>
      reversal.rules.reverses.includes(method) &&
      fields['terminal_id'] === terminal &&
      fields['reference'] === reference &&
      fields['transaction_id'] === id,
  );
  const rows = named.filter((tx) => !only(tx, 'absent'));
  const isCertain = named.every((tx) => only(tx, 'absent') || !maybe(tx, 'absent'));
  const dateOf = (tx: Transaction): string => tx.call.fields['transaction_date'] ?? '';
  const exact = rows.filter((tx) => dateOf(tx) === date);
  const near = rows.filter((tx) => isNear(dateOf(tx), date));
  const among = exact.length > 0 ? exact : new Set(near.map(dateOf)).size === 1 ? near : [];
  // The gateway takes the one that it saved last. The model does not know which one that is.
  if (!isCertain || among.length > 1) return undefined;
  return among[0] ?? null;
}

/** Returns the accepted reversals that block a call for money (docs/reference/transactions.md#blocked-originals). */
export function blockersOf(transactions: readonly Transaction[], tx: Transaction): readonly Transaction[] {
  const {
    terminal_id: terminal,
    reference,
    transaction_id: id,
    transaction_date: date = '',
  } = tx.call.fields;
  return transactions.filter((reversal) => {
    const { fields } = reversal.call;
    if (!reversal.rules.reverses.includes(tx.method) || only(reversal, 'absent')) return false;
    if (reversal.original === tx) return true;
    if (
      fields['terminal_id'] !== terminal ||
      fields['reference'] !== reference ||
      fields['reference_id'] !== id
    )
      return false;
    const named = fields['reference_date'] ?? '';
    return named === date || (reversal.original == null && isNear(named, date));
  });
}

/** Returns those of them that block it for certain. One whose original the model cannot know may have found another one. */
export function certainBlockersOf(
  transactions: readonly Transaction[],
  tx: Transaction,
): readonly Transaction[] {
  const date = tx.call.fields['transaction_date'];
  return blockersOf(transactions, tx).filter(
    ({ original, call: { fields } }) => original !== undefined || fields['reference_date'] === date,
  );
}

/**
 * Returns whether the gateway may be giving the money of another call with the same id and date back. Its reversal blocks this call
 * too, also before the wallet service has seen it.
 */
export function isOneBeingReversed(transactions: readonly Transaction[], tx: Transaction): boolean {
  const names = ['terminal_id', 'reference', 'transaction_id', 'transaction_date'] as const;
  return transactions.some(
    (one) =>
      one !== tx &&
      one.method === tx.method &&
      names.every((name) => one.call.fields[name] === tx.call.fields[name]) &&
      isKnownApproved(one) &&
      (one.settledByOperator || maybe(one, 'contradicted', 'in_doubt', 'pending')) &&
      !transactions.some(({ ownReversalOf }) => ownReversalOf === one),
  );
}

/** Returns whether the gateway may know that its money moved. */
export function isKnownApproved({ sends, settledByOperator }: Transaction): boolean {
  return settledByOperator || sends.some(({ answer }) => answer !== null && isApproved(answer));
}
