/** The wallets of the benchmark, by number: what the directory is filled with and the calls are about. */
export function walletOf(number: number): { reference: string; customerId: number; cardId: number } {
  return {
    reference: String(FIRST_REFERENCE + number),
    customerId: FIRST_CUSTOMER + number,
    cardId: FIRST_CARD + number,
  };
}

export const FIRST_REFERENCE = 43_000_000_000;
export const FIRST_CUSTOMER = 1_000_000;
export const FIRST_CARD = 50_000_000;
