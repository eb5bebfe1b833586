import type { WalletCall } from './wallet-call.js';

export type Misbehaviour =
  'server_error' | 'no_answer' | 'malformed' | 'cut' | 'fault' | { readonly answersAfterMs: number };

export interface MagicAmount {
  readonly misbehaviour: Misbehaviour;
  /** Whether the call is processed before it goes wrong. */
  readonly isProcessed: boolean;
}

/**
 * The amounts of contract section 9. Where money moved and the answer is lost (953, 954, 957), the truth is in the balance and
 * behind `/inquiry`: that is what an in-doubt transaction looks like that happened. 951, 952 and 956 are the ones that did not.
 */
export const MAGIC_AMOUNTS: ReadonlyMap<number, MagicAmount> = new Map([
  [951, { misbehaviour: 'server_error', isProcessed: false }],
  [952, { misbehaviour: 'no_answer', isProcessed: false }],
  [953, { misbehaviour: 'malformed', isProcessed: true }],
  [954, { misbehaviour: 'cut', isProcessed: true }],
  [955, { misbehaviour: { answersAfterMs: 1500 }, isProcessed: true }],
  [956, { misbehaviour: 'fault', isProcessed: false }],
  [957, { misbehaviour: { answersAfterMs: 3000 }, isProcessed: true }],
]);

export function magicAmountOf(call: WalletCall): MagicAmount | undefined {
  return call.amount === null ? undefined : MAGIC_AMOUNTS.get(call.amount);
}
