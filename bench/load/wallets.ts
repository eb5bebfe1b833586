/** Returns a wallet of the benchmark by its number, for the directory and for the calls. */
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
