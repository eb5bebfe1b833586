/** `dlv_` and the place among the deliveries: opaque to callers. */
export function deliveryId(sequence: number): string {
  return `dlv_${String(sequence).padStart(ID_DIGITS, '0')}`;
}

/** Null for a text that no delivery can have. */
export function deliverySequence(id: string): number | null {
  const digits = /^dlv_(\d{1,16})$/.exec(id)?.[1];
  const sequence = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(sequence) && deliveryId(sequence) === id ? sequence : null;
}

const ID_DIGITS = 12;
