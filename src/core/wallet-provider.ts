/** Where a card was put (contract section 8). `MERCHANT`: a merchant's own card on file; `OTHER`: a wallet that nobody documented. */
export const WALLET_PROVIDERS = ['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY', 'MERCHANT', 'OTHER'] as const;

export type WalletProvider = (typeof WALLET_PROVIDERS)[number];

/** The network's wallet id (KLV 255, wire.md 2.3) by name. */
export function walletProvider(walletId: string | null): WalletProvider {
  return BY_ID.get(walletId ?? '') ?? 'OTHER';
}

const BY_ID: ReadonlyMap<string, WalletProvider> = new Map([
  ['103', 'APPLE_PAY'],
  ['216', 'GOOGLE_PAY'],
  ['217', 'SAMSUNG_PAY'],
  ['327', 'MERCHANT'],
]);
