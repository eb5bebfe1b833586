/** Value of JSON (RFC 8259). After one of our readers, numbers are within ±(2^53-1) or fractions. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [name: string]: JsonValue;
}

/** Counts the members of all objects in a value. */
export function memberCount(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + memberCount(item), 0);
  if (!isJsonObject(value)) return 0;
  return Object.keys(value).reduce((sum, name) => sum + 1 + memberCount(value[name] ?? null), 0);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares two values, without regard to the order of members. */
export function equalJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) return Array.isArray(other) && equalLists(one, other);
  return isJsonObject(one) && isJsonObject(other) && equalObjects(one, other);
}

function equalLists(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
  return one.length === other.length && one.every((value, index) => equalJson(value, other[index]));
}

function equalObjects(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalJson(one[name], other[name]))
  );
}

/** Returns the value with the members of every object sorted by name. */
export function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name] ?? null)]));
}

/**
 * Returns whether the text of a number is exactly an integer: `1`, `1.0`, `1e2`, `-0`. `0.99999999999999999999` is not, although
 * the nearest number that a computer can hold is 1. False for a non-number.
 */
export function isExactInteger(written: string): boolean {
  const parts = NUMBER.exec(written);
  if (parts === null) return false;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (digits === '') return false;
  // Decimal places up to the last digit that is not zero.
  return end === 0 || end - whole.length <= Number(exponent);
}

/** Returns whether a text is a number, but not exactly an integer. */
export function isFraction(written: string): boolean {
  return NUMBER.test(written) && !isExactInteger(written);
}

const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const ZERO = 0x30;
