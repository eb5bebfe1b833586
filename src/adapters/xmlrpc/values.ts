import { isUtf8 } from 'node:buffer';
import { isExactInteger, type JsonObject, type JsonValue } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import {
  NOT_IN_XML,
  onlyChild,
  refuseElement,
  refuseText,
  trimWhiteSpace,
  type XmlElement,
} from './element.js';
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

/** A parameter of a call. */
export type XmlRpcParam =
  | XmlRpcScalar
  /** An array or a struct, which no method takes. */
  | { readonly kind: 'nested'; readonly value: JsonValue }
  /** A text that does not fit its type, such as `12.5` in an int. The field is wrong, and the document is not. */
  | { readonly kind: 'misfit'; readonly type: string };

export const NIL: XmlRpcScalar = { kind: 'scalar', type: 'nil', text: '' };

/** Reads the `<value>` of a parameter. Errors: those of `readValue`, except for a scalar whose text does not fit its type. */
export function readParamValue(element: XmlElement, depth: number): XmlRpcParam {
  const typed = typedChild(element);
  if (typed === undefined) return { kind: 'scalar', type: 'string', text: element.text };
  if (!SCALAR_TYPES.has(typed.name)) return { kind: 'nested', value: readValue(element, depth) };
  return readScalar(typed) ?? { kind: 'misfit', type: typed.name };
}

/**
 * Reads a `<value>` element, with at most `depth` arrays and structs inside each other, as JSON
 * (docs/reference/protocol.md#raw-answers). Text without a type is a string. Integers beyond ±(2^53-1) and doubles that would be
 * rounded to an integer become decimal text. Dates and base64 keep their text, nil becomes null. Errors: MALFORMED for unknown
 * types, text that does not fit its type, a double out of range, repeated members, and `__proto__`.
 */
export function readValue(element: XmlElement, depth: number): JsonValue {
  const typed = typedChild(element);
  if (typed === undefined) return element.text;
  if (SCALAR_TYPES.has(typed.name))
    return jsonOf(readScalar(typed) ?? refuseElement(typed, `the text does not fit the type ${typed.name}`));
  if (depth < 1) refuseElement(typed, 'nested too deep');
  if (typed.name === 'struct') return readMembers(typed, depth - 1);
  if (typed.name === 'array') return readItems(typed, depth - 1);
  return refuseElement(typed, 'not a type of XML-RPC');
}

/** Returns the type element of a value; undefined for text without a type. */
function typedChild(element: XmlElement): XmlElement | undefined {
  const [typed, second] = element.children;
  if (second !== undefined) refuseElement(second, 'a value of two types');
  if (typed !== undefined) refuseText(element);
  return typed;
}

function readMembers(struct: XmlElement, depth: number): JsonObject {
  refuseText(struct);
  const members = new Map<string, JsonValue>();
  for (const member of struct.children) {
    if (member.name !== 'member') refuseElement(member, 'only members belong in a struct');
    refuseText(member);
    const name = memberName(onlyChild(member, 'name'));
    const value = onlyChild(member, 'value');
    if (member.children.length > 2) refuseElement(member, 'a member is a name and a value');
    if (members.has(name)) refuseElement(member, 'the member name is repeated');
    members.set(name, readValue(value, depth));
  }
  return Object.fromEntries(members);
}

function memberName(element: XmlElement): string {
  if (element.children.length > 0) refuseElement(element, 'an element inside a name');
  const name = trimWhiteSpace(element.text);
  if (name === '__proto__') refuseElement(element, 'the member name is not allowed');
  return name;
}

function readItems(array: XmlElement, depth: number): JsonValue[] {
  refuseText(array);
  const data = onlyChild(array, 'data');
  if (array.children.length > 1) refuseElement(array, 'only <data> belongs in an array');
  refuseText(data);
  return data.children.map((item) => {
    if (item.name !== 'value') refuseElement(item, 'only values belong in an array');
    return readValue(item, depth);
  });
}

/** Reads the scalar in a type element; undefined where its text does not fit: `1e+21` in an int, `nan`, broken base64. */
function readScalar(element: XmlElement): XmlRpcScalar | undefined {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, `an element inside <${element.name}>`);
  const type = SCALAR_TYPES.get(element.name) ?? 'string';
  if (type === 'string') return { kind: 'scalar', type, text: element.text };
  const text = type === 'base64' ? element.text.replace(/[ \t\r\n]+/g, '') : trimWhiteSpace(element.text);
  if (!FITS[type].test(text) || (type === 'base64' && text.length % 4 > 0)) return undefined;
  if (type !== 'numeric') return { kind: 'scalar', type, text };
  return { kind: 'scalar', type: FITS.int.test(text) ? 'int' : 'double', text };
}

/** Scalar types by element name. In samples of the processor `numeric` stands for either kind of number. */
const SCALAR_TYPES: ReadonlyMap<string, ScalarType | 'numeric'> = new Map([
  ['string', 'string'],
  ['int', 'int'],
  ['i4', 'int'],
  ['boolean', 'boolean'],
  ['double', 'double'],
  ['dateTime.iso8601', 'dateTime'],
  ['base64', 'base64'],
  ['numeric', 'numeric'],
  // The types of Apache XML-RPC
  ['i1', 'int'],
  ['i2', 'int'],
  ['i8', 'int'],
  ['biginteger', 'int'],
  ['float', 'double'],
  ['bigdecimal', 'double'],
  ['dateTime', 'dateTime'],
  ['nil', 'nil'],
]);

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Texts that fit a type. Integers may have any length: a digit string that the client retyped is not an integer to its receiver.
 */
const FITS = {
  int: /^[+-]?\d+$/,
  double: NUMBER,
  numeric: NUMBER,
  boolean: /^(?:[01]|true|false)$/i,
  base64: /^[A-Za-z0-9+/]*={0,2}$/,
  nil: /^$/,
  dateTime: /^/,
};

function jsonOf({ type, text }: XmlRpcScalar): JsonValue {
  switch (type) {
    case 'int': {
      const integer = Number(text) + 0; // the sum turns -0 into 0
      return Number.isSafeInteger(integer) ? integer : text.replace(/^(-?)\+?0*/, '$1');
    }
    case 'double': {
      const double = Number(text) + 0;
      if (!Number.isFinite(double))
        throw new CardwayError('MALFORMED', { message: 'A double is out of range.' });
      return Number.isInteger(double) && !isExactInteger(text) ? text : double;
    }
    case 'boolean':
      return text === '1' || text.toLowerCase() === 'true';
    case 'nil':
      return null;
    default:
      return text;
  }
}

/**
 * Returns the text of a scalar as sent, also `0012` of an `<int>`: clients retype strings that look like numbers
 * (docs/reference/protocol.md#xml-rpc-requests). nil is the empty text: clients send it for a text that they do not have. base64 is
 * decoded as UTF-8, else as ISO-8859-1. Undefined for arrays and structs, and for base64 that holds no text.
 */
export function scalarText(value: XmlRpcParam | undefined): string | undefined {
  if (value?.kind !== 'scalar') return undefined;
  return value.type === 'base64' ? textOfBytes(Buffer.from(value.text, 'base64')) : value.text;
}

/**
 * Returns the bytes of a scalar's text as its sender had them, in the encoding of the document or inside base64. Undefined as for
 * `scalarText`, and where the encoding lacks a character.
 */
export function scalarBytes(value: XmlRpcParam, encoding: XmlEncoding): Buffer | undefined {
  if (value.kind !== 'scalar') return undefined;
  return value.type === 'base64' ? Buffer.from(value.text, 'base64') : encodeIn(value.text, encoding);
}

/** Returns an integer of up to 19 digits and within ±(2^53-1), sent as any integer type or as a string; else undefined. */
export function safeInteger(value: XmlRpcParam | undefined): number | undefined {
  if (value?.kind !== 'scalar' || (value.type !== 'int' && value.type !== 'string')) return undefined;
  const text = trimWhiteSpace(value.text);
  if (!INTEGER.test(text)) return undefined;
  const integer = Number(text) + 0; // the sum turns -0 into 0
  return Number.isSafeInteger(integer) ? integer : undefined;
}

const INTEGER = /^[+-]?\d{1,19}$/;

/** Returns the text of base64; undefined for control characters, which XML must not carry in base64 either. */
function textOfBytes(bytes: Buffer): string | undefined {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : decodeWindows1252(bytes);
  return NOT_IN_XML.test(text) ? undefined : text;
}
