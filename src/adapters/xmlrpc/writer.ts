import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { NOT_IN_XML } from './element.js';

/**
 * Writes a methodResponse that every stock client can read (docs/reference/protocol.md#xml-rpc-answers). It has UTF-8, typed
 * strings, ints of 32 bits and strings beyond, doubles without exponent, booleans 0 and 1, and no nil. A null member is left out;
 * any other null is an empty string. Equal values give equal bytes: members are in the order of their names. Characters that XML
 * cannot hold become U+FFFD. All bytes are ASCII, because Tcl's client reads answers as ISO-8859-1. A string's characters beyond
 * U+FFFF become `?`, because xmlrpc-c refuses a whole answer with one.
 */
export function writeMethodResponse(value: JsonValue): Buffer {
  return writeDocument(element('params', element('param', valueOf(value))));
}

/** Writes a fault, which goes out with HTTP status 200 like any response. */
export function writeFault(faultCode: number, faultString: string): Buffer {
  return writeDocument(element('fault', valueOf({ faultCode, faultString })));
}

function writeDocument(content: string): Buffer {
  const xml = `<?xml version="1.0"?>${element('methodResponse', content)}`;
  const ascii = xml.replace(/[^\0-\x7f]/gu, (character) => `&#${String(character.codePointAt(0))};`);
  return Buffer.from(ascii, 'latin1');
}

function element(name: string, content: string): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function valueOf(value: JsonValue): string {
  return element('value', typed(value));
}

function typed(value: JsonValue): string {
  switch (typeof value) {
    case 'boolean':
      return element('boolean', value ? '1' : '0');
    case 'string':
      return element('string', escaped(value.replace(/[\u{10000}-\u{10ffff}]/gu, '?')));
    case 'number':
      return typedNumber(value);
    default:
      if (value === null) return element('string', '');
      if (Array.isArray(value)) return element('array', element('data', value.map(valueOf).join('')));
      return element('struct', members(value));
  }
}

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

function typedNumber(value: number): string {
  if (!Number.isInteger(value)) return element('double', plainDecimal(value));
  return element(value >= INT_MIN && value <= INT_MAX ? 'int' : 'string', String(BigInt(value)));
}

function members(object: JsonObject): string {
  const written = new Map<string, string>();
  for (const name of Object.keys(object).sort()) {
    const value = object[name] ?? null;
    if (value !== null) written.set(escaped(name), valueOf(value));
  }
  return Array.from(written, ([name, value]) => element('member', element('name', name) + value)).join('');
}

/** Writes a number without exponent, which XML-RPC does not know and JavaScript uses below a millionth. Keeps 100 decimals. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const decimals = (digits.split('.')[1] ?? '').length - Number(exponent);
  return value.toFixed(Math.min(decimals, 100));
}

/** Readers turn a carriage return into a line feed, but not a reference to it. */
function escaped(text: string): string {
  return text.replace(EACH_NOT_IN_XML, '\ufffd').replace(/[&<>\r]/g, (sign) => REFERENCES[sign] ?? sign);
}

const EACH_NOT_IN_XML = new RegExp(NOT_IN_XML, 'gu');
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};
