/**
 * Returns true for a text without NUL and surrogates. It is fit to send, and `length` counts its code points. Nearly every text
 * is plain.
 */
export function isPlain(text: string): boolean {
  return !NUL_OR_SURROGATE.test(text);
}

/**
 * Returns the length in Unicode code points, the unit of every length limit (docs/reference/protocol.md#field-checks). Half of a
 * surrogate pair counts as one.
 */
export function codePointLength(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

type TextFault = 'nul' | 'surrogate';

/**
 * Returns why a text is unfit to send; undefined when it is fit. NUL has no form in XML. Half of a surrogate pair has none in
 * UTF-8: an encoder writes U+FFFD instead, and signs another text than the one sent.
 */
export function textFault(text: string): TextFault | undefined {
  if (text.includes('\0')) return 'nul';
  return text.isWellFormed() ? undefined : 'surrogate';
}

const SURROGATE = /[\ud800-\udfff]/;
const NUL_OR_SURROGATE = /[\0\ud800-\udfff]/;
