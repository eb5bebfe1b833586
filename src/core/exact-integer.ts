/**
 * Whether the text of a number is an integer exactly: `1`, `1.0`, `1e2`, `-0`. A `0.99999999999999999999` is none, although the number
 * nearest to it that a computer can hold is 1. False for what is no number.
 */
export function isExactInteger(written: string): boolean {
  const parts = NUMBER.exec(written);
  if (parts === null) return false;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (digits === '') return false;
  // Places behind the point of the last digit that is not zero.
  return end === 0 || end - whole.length <= Number(exponent);
}

/** Whether a text is a number that is no integer exactly. */
export function isFraction(written: string): boolean {
  return NUMBER.test(written) && !isExactInteger(written);
}

const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const ZERO = 0x30;
