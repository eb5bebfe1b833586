import { isUtf8 } from 'node:buffer';
import { trimWhiteSpace } from './element.js';
import { decodeWindows1252, encodeIn, type XmlEncoding } from './encoding.js';

/**
 * Type of a scalar. `int` stands for every integer type (i1, i2, i4, i8, biginteger), `double` for every other number (float,
 * bigdecimal).
 */
export type ScalarType = 'string' | 'int' | 'boolean' | 'double' | 'dateTime' | 'base64' | 'nil';

/**
 * A scalar with its text as sent. A string keeps every character as decoded. The text of another type has no outer white space
 * (base64: none at all) and, except for dates, fits its type.
 */
export interface XmlRpcScalar {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly text: string;
}

export type XmlRpcValue =
  | XmlRpcScalar
  | { readonly kind: 'array'; readonly items: readonly XmlRpcValue[] }
  | { readonly kind: 'struct'; readonly members: ReadonlyMap<string, XmlRpcValue> };

export const NIL: XmlRpcScalar = { kind: 'scalar', type: 'nil', text: '' };

/**
 * Returns the text of a scalar as sent, also `0012` of an `<int>`: clients retype strings that look like numbers
 * (docs/reference/protocol.md#xml-rpc-requests). nil is the empty text: clients send it for a text that they do not have. base64 is
 * decoded as UTF-8, else as ISO-8859-1. Undefined for arrays and structs, and for base64 that holds no text.
 */
export function scalarText(value: XmlRpcValue): string | undefined {
  if (value.kind !== 'scalar') return undefined;
  return value.type === 'base64' ? textOfBytes(Buffer.from(value.text, 'base64')) : value.text;
}

/**
 * Returns the bytes of a scalar's text as its sender had them, in the encoding of the document or inside base64. Undefined as for
 * `scalarText`, and where the encoding lacks a character.
 */
export function scalarBytes(value: XmlRpcValue, encoding: XmlEncoding): Buffer | undefined {
  if (value.kind !== 'scalar') return undefined;
  return value.type === 'base64' ? Buffer.from(value.text, 'base64') : encodeIn(value.text, encoding);
}

/** Returns an integer of up to 19 digits and within ±(2^53-1), sent as any integer type or as a string; else undefined. */
export function safeInteger(value: XmlRpcValue): number | undefined {
  if (value.kind !== 'scalar' || (value.type !== 'int' && value.type !== 'string')) return undefined;
  const text = trimWhiteSpace(value.text);
  if (!INTEGER.test(text)) return undefined;
  const integer = Number(text) + 0; // the sum turns -0 into 0
  return Number.isSafeInteger(integer) ? integer : undefined;
}

const INTEGER = /^[+-]?\d{1,19}$/;
const NOT_IN_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns the text of base64; undefined for control characters, which XML must not carry in base64 either. */
function textOfBytes(bytes: Buffer): string | undefined {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : decodeWindows1252(bytes);
  return NOT_IN_XML.test(text) ? undefined : text;
}
