/** Returns true for an ISO 4217 code: three capital letters that the platform knows as a currency. */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && KNOWN.has(text);
}

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Writes an amount with the decimal places of its currency: 1250 in EUR is `12.50 EUR`, 1250 in JPY is `1250 JPY`. */
export function moneyText(minorUnits: number, currency: string): string {
  const places = decimalPlaces(currency);
  const digits = String(Math.abs(minorUnits)).padStart(places + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  const whole = digits.slice(0, digits.length - places);
  return `${sign}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`} ${currency}`;
}

/** Cache of ISO 4217 decimal places by currency. */
const PLACES = new Map<string, number>();

function decimalPlaces(currency: string): number {
  const known = PLACES.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const places = maximumFractionDigits ?? 2;
  PLACES.set(currency, places);
  return places;
}
