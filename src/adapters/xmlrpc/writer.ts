import { CustomType } from 'xmlrpc';
import { serializeFault, serializeMethodResponse } from 'xmlrpc/lib/serializer.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';

/**
 * Writes a methodResponse that every stock client can read (docs/reference/protocol.md#xml-rpc-answers). It has UTF-8, typed
 * strings, ints of 32 bits and strings beyond, doubles without exponent, booleans 0 and 1, and no nil. A null member is left out;
 * any other null is an empty string. Equal values give equal bytes: members are in the order of their names. Characters that XML
 * cannot hold become U+FFFD. All bytes are ASCII, because Tcl's client reads answers as ISO-8859-1. A string's characters beyond
 * U+FFFF become `?`, because xmlrpc-c refuses a whole answer with one.
 */
export function writeMethodResponse(value: JsonValue): Buffer {
  return asciiBytes(serializeMethodResponse(portable(value)));
}

/** Writes a fault, which goes out with HTTP status 200 like any response. */
export function writeFault(faultCode: number, faultString: string): Buffer {
  return asciiBytes(serializeFault({ faultCode, faultString: portable(faultString) }));
}

/**
 * Returns XML as ASCII bytes. Only texts hold characters beyond ASCII, and none of them is CDATA, so each may stand as a
 * reference.
 */
function asciiBytes(xml: string): Buffer {
  const text = xml.replace(/[^\0-\x7f]/gu, (character) => `&#${String(character.codePointAt(0))};`);
  return Buffer.from(text, 'latin1');
}

/**
 * Value that the serializer writes as `<tag>text</tag>`, escaped. It would write a plain string as CDATA, which a second `]]>`
 * ends.
 */
class Typed extends CustomType {
  constructor(
    override readonly tagName: 'string' | 'double',
    text: string,
  ) {
    super(text);
  }
}

type Portable = boolean | number | Typed | Portable[] | { [name: string]: Portable };

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const NOT_IN_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function portable(value: JsonValue): Portable {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return new Typed('string', clean(value).replace(/[\u{10000}-\u{10ffff}]/gu, '?'));
    case 'number':
      return portableNumber(value);
    default:
      if (value === null) return new Typed('string', '');
      return Array.isArray(value) ? value.map(portable) : portableStruct(value);
  }
}

function portableNumber(value: number): Portable {
  if (Number.isInteger(value)) {
    return value >= INT_MIN && value <= INT_MAX ? value : new Typed('string', String(BigInt(value)));
  }
  return new Typed('double', plainDecimal(value));
}

function portableStruct(object: JsonObject): Portable {
  const struct = Object.create(null) as Record<string, Portable>;
  for (const name of Object.keys(object).sort()) {
    const member = object[name] ?? null;
    if (member !== null) struct[clean(name)] = portable(member);
  }
  return struct;
}

/** Writes a number without exponent, which XML-RPC does not know and JavaScript uses below a millionth. Keeps 100 decimals. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const decimals = (digits.split('.')[1] ?? '').length - Number(exponent);
  return value.toFixed(Math.min(decimals, 100));
}

function clean(text: string): string {
  return text.replace(NOT_IN_XML, '\ufffd');
}
