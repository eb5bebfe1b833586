/**
 * The life of one attempt to put a card into a wallet (docs/reference/provisioning.md#attempts).
 *
 *   issued ─▶ verified ─▶ authorized ─▶ digitized
 *      │          └────────────────────▶ declined     the token authorization said no
 *      ├─▶ expired        nobody verified the secret in time
 *      └─▶ superseded     a later secret was issued for the card
 *
 * A network that reports a digitization without having asked for an authorization takes an attempt straight to digitized.
 */
export type AttemptState =
  'issued' | 'verified' | 'authorized' | 'digitized' | 'expired' | 'superseded' | 'declined';

const NEXT: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  issued: ['verified', 'authorized', 'digitized', 'declined', 'expired', 'superseded'],
  verified: ['authorized', 'digitized', 'declined', 'superseded', 'expired'],
  authorized: ['digitized', 'expired'],
  digitized: [],
  expired: ['digitized'],
  superseded: ['digitized'],
  declined: ['digitized'],
};

/**
 * Whether an attempt may go from one state to the other. `issued` to `authorized` is for programmes whose verifier is
 * external; a report of a digitization is a fact, so whatever the attempt had become, it is accepted.
 */
export function mayBecome(from: AttemptState, to: AttemptState): boolean {
  return NEXT[from].includes(to);
}

/**
 * Where a card was put (docs/reference/events.md#wallet-providers). `MERCHANT`: a merchant's own card on file; `OTHER`: a wallet that
 * nobody documented.
 */
export const WALLET_PROVIDERS = ['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY', 'MERCHANT', 'OTHER'] as const;

export type WalletProvider = (typeof WALLET_PROVIDERS)[number];

/** The network's wallet id (KLV 255) by name. */
export function walletProvider(walletId: string | null): WalletProvider {
  return BY_ID.get(walletId ?? '') ?? 'OTHER';
}

const BY_ID: ReadonlyMap<string, WalletProvider> = new Map([
  ['103', 'APPLE_PAY'],
  ['216', 'GOOGLE_PAY'],
  ['217', 'SAMSUNG_PAY'],
  ['327', 'MERCHANT'],
]);
