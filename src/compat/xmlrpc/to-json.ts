import { isExactInteger } from '../../core/exact-integer.js';
import type { JsonValue } from '../../core/json.js';
import { CardwayError } from '../../errors.js';
import type { XmlRpcScalar, XmlRpcValue } from './values.js';

/**
 * The value as JSON (contract.md section 4 step 6): integers beyond ±(2^53-1) and doubles that would be rounded to an
 * integer as decimal text, dates and base64 as their text, nil as null. MALFORMED for a double out of range. A member named `__proto__` stays an ordinary member.
 */
export function toJson(value: XmlRpcValue): JsonValue {
  if (value.kind === 'scalar') return scalarToJson(value);
  if (value.kind === 'array') return value.items.map(toJson);
  return Object.fromEntries(Array.from(value.members, ([name, member]) => [name, toJson(member)]));
}

function scalarToJson({ type, text }: XmlRpcScalar): JsonValue {
  switch (type) {
    case 'int':
      return integerToJson(text);
    case 'double':
      return doubleToJson(text);
    case 'boolean':
      return text === '1' || text.toLowerCase() === 'true';
    case 'nil':
      return null;
    case 'string':
    case 'dateTime':
    case 'base64':
      return text;
  }
}

function integerToJson(text: string): JsonValue {
  const integer = Number(text) + 0; // the sum makes zero of a negative zero
  return Number.isSafeInteger(integer) ? integer : text.replace(/^(-?)\+?0*/, '$1');
}

function doubleToJson(text: string): JsonValue {
  const double = Number(text) + 0;
  if (!Number.isFinite(double)) throw new CardwayError('MALFORMED', { message: 'A double is out of range.' });
  return Number.isInteger(double) && !isExactInteger(text) ? text : double;
}
