import { refuseElement, type XmlElement } from './element.js';
import type { ScalarType, XmlRpcScalar } from './values.js';
import { trimWhiteSpace } from './white-space.js';

export function isScalarTag(tag: string): boolean {
  return SCALAR_TYPES.has(tag);
}

/** The scalar in a type element. MALFORMED where the text does not fit the type: `1e+21` in an int, `nan`, broken base64. */
export function readScalar(element: XmlElement): XmlRpcScalar {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, `an element inside <${element.name}>`);
  const type = SCALAR_TYPES.get(element.name) ?? 'string';
  if (type === 'string') return { kind: 'scalar', type, text: element.text };
  const text = type === 'base64' ? withoutWhiteSpace(element.text) : trimWhiteSpace(element.text);
  if (!fits(type, text)) refuseElement(element, `the text does not fit the type ${element.name}`);
  return { kind: 'scalar', type: type === 'numeric' ? numericType(text) : type, text };
}

/** `numeric` stands in samples of the processor for either kind of number. */
const SCALAR_TYPES: ReadonlyMap<string, ScalarType | 'numeric'> = new Map([
  ['string', 'string'],
  ['int', 'int'],
  ['i4', 'int'],
  ['boolean', 'boolean'],
  ['double', 'double'],
  ['dateTime.iso8601', 'dateTime'],
  ['base64', 'base64'],
  ['numeric', 'numeric'],
  ...extension('i1', 'int'),
  ...extension('i2', 'int'),
  ...extension('i8', 'int'),
  ...extension('biginteger', 'int'),
  ...extension('float', 'double'),
  ...extension('bigdecimal', 'double'),
  ...extension('dateTime', 'dateTime'),
  ...extension('nil', 'nil'),
]);

/** Apache's types, written with a prefix by Apache and bare by others. */
function extension(name: string, type: ScalarType): (readonly [string, ScalarType])[] {
  return [
    [name, type],
    [`ex:${name}`, type],
  ];
}

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:[01]|true|false)$/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Integers may have any length here: a string of digits that the client retyped is no integer to its receiver. */
function fits(type: Exclude<ScalarType, 'string'> | 'numeric', text: string): boolean {
  switch (type) {
    case 'int':
      return INTEGER.test(text);
    case 'double':
    case 'numeric':
      return NUMBER.test(text);
    case 'boolean':
      return BOOLEAN.test(text);
    case 'base64':
      return text.length % 4 === 0 && BASE64.test(text);
    case 'nil':
      return text === '';
    case 'dateTime':
      return true;
  }
}

function numericType(text: string): ScalarType {
  return INTEGER.test(text) ? 'int' : 'double';
}

function withoutWhiteSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '');
}
