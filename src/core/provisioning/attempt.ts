/**
 * States of one attempt to put a card into a wallet (docs/digitization.md#attempts).
 *
 *   issued ─▶ verified ─▶ authorized ─▶ digitized
 *      │          └────────────────────▶ declined     the token authorization declined
 *      ├─▶ expired        by time: nobody verified the secret, or authorized a token with it (also from verified)
 *      └─▶ superseded     a later secret was issued for the card
 *
 * A digitization report is a fact, so every other state accepts it, also without an authorization request. With an external verifier an
 * attempt goes from issued to authorized.
 */
export type AttemptState =
  'issued' | 'verified' | 'authorized' | 'digitized' | 'expired' | 'superseded' | 'declined';

/** How long a verified attempt can approve one token. */
export const VERIFIED_FOR_MS = 10 * 60_000;

/**
 * Wallets that hold a card (docs/reference/events.md#wallet-providers). `MERCHANT` is a merchant's own card on file. `OTHER` is
 * an undocumented wallet.
 */
export const WALLET_PROVIDERS = ['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY', 'MERCHANT', 'OTHER'] as const;

export type WalletProvider = (typeof WALLET_PROVIDERS)[number];

/** Returns the name of the network's wallet id (KLV 255). */
export function walletProvider(walletId: string | null): WalletProvider {
  return BY_ID.get(walletId ?? '') ?? 'OTHER';
}

const BY_ID: ReadonlyMap<string, WalletProvider> = new Map([
  ['103', 'APPLE_PAY'],
  ['216', 'GOOGLE_PAY'],
  ['217', 'SAMSUNG_PAY'],
  ['327', 'MERCHANT'],
]);
