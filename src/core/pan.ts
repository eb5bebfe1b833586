/** Card numbers in free text keep their first six and last four digits (PCI DSS 3.4.1). */
export function maskText(text: string): string {
  if (text.length < PAN_LENGTH_MIN || !MAY_HOLD_PAN.test(text)) return text;
  return text
    .replace(CARD_NUMBER, (digits) => (looksLikePan(digits) ? maskPan(digits) : digits))
    .replace(GROUPED_CARD_NUMBER, (grouped) => {
      const digits = grouped.replace(/\D/g, '');
      if (!looksLikePan(digits)) return grouped;
      let at = 0;
      const masked = maskPan(digits);
      return grouped.replace(/\d/g, () => masked.charAt(at++));
    });
}

const PAN_LENGTH_MIN = 13;
/** Nearly no text does: one look instead of two replacements. */
const MAY_HOLD_PAN = /\d{4}[ -]?\d{4}/;
const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;
/** As it is printed on a card: fours, or 4-6-5. */
const GROUPED_CARD_NUMBER =
  /(?<![\d-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1?\d{1,3})?|\d{4}([ -])\d{6}\2\d{5})(?![\d-])/g;

/** First six and last four; all of what is too short to be a card number. */
export function maskPan(digits: string): string {
  if (digits.length < 13) return digits === '' ? '' : 'X'.repeat(digits.length);
  return `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

/** Issuer prefixes of the networks in wire.md 2.3 (Mastercard, Visa, UnionPay) and of American Express, Discover, JCB. */
const ISSUER_PREFIX = /^(?:4|5[1-5]|2[2-7]|62|81|3[47]|6011|64|65|35|50|5[6-9]|6[37])/;

function looksLikePan(digits: string): boolean {
  return ISSUER_PREFIX.test(digits) && satisfiesLuhn(digits);
}

function satisfiesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
