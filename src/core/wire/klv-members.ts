import { CardwayError } from '../../platform/errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { klvKey, klvName } from './klv-keys.js';

/**
 * Returns KLV members in ascending order of their keys, then the ones without a key by name, so that equal data gives equal bytes.
 * A key of three digits gets its name. `field` is the JSON name of the whole, for the error.
 * Errors: BAD_REQUEST (a key that is given twice).
 */
export function klvInOrder(
  field: string,
  members: readonly (readonly [name: string, value: JsonValue])[],
): JsonObject {
  const entries = new Map<string, JsonValue>();
  for (const [written, value] of members) {
    const name = THREE_DIGITS.test(written) ? klvName(written) : written;
    if (entries.has(name)) {
      const twice = `${field}.${name}`;
      throw new CardwayError('BAD_REQUEST', { field: twice, message: `${twice} is given more than once.` });
    }
    entries.set(name, value);
  }
  return Object.fromEntries([...entries].sort(([a], [b]) => compareNames(a, b)));
}

/** Returns whether the members already have the names and the order of `klvInOrder`. Then they need no copy. */
export function isKlvInOrder(members: JsonObject): boolean {
  let before: string | null = null;
  for (const name of Object.keys(members)) {
    if (THREE_DIGITS.test(name) || (before !== null && compareNames(before, name) > 0)) return false;
    before = name;
  }
  return true;
}

const THREE_DIGITS = /^\d{3}$/;

function compareNames(a: string, b: string): number {
  const keyA = klvKey(a);
  const keyB = klvKey(b);
  if (keyA === undefined && keyB === undefined) return a < b ? -1 : 1;
  if (keyA === undefined) return 1;
  return keyB === undefined ? -1 : keyA < keyB ? -1 : 1;
}
