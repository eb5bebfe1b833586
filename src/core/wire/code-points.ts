/** Neither NUL nor surrogates: fit to travel, and as many code points as `length`. Nearly every text is; one quick look tells. */
export function isPlain(text: string): boolean {
  return !NUL_OR_SURROGATE.test(text);
}

/**
 * Length in Unicode code points, the unit of every length limit (docs/reference/protocol.md#field-checks). Half of a surrogate pair counts
 * as one.
 */
export function codePointLength(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

type TextFault = 'nul' | 'surrogate';

/**
 * What makes a text unfit to travel: NUL has no form in XML, half of a surrogate pair none in UTF-8, where an encoder would put
 * U+FFFD in its place and so sign something else than was sent.
 */
export function textFault(text: string): TextFault | undefined {
  if (text.includes('\0')) return 'nul';
  return LONE_SURROGATE.test(text) ? 'surrogate' : undefined;
}

const SURROGATE = /[\ud800-\udfff]/;
const NUL_OR_SURROGATE = /[\0\ud800-\udfff]/;
/** With the `u` flag a whole pair is one code point, so only halves match. */
const LONE_SURROGATE = /\p{Surrogate}/u;
