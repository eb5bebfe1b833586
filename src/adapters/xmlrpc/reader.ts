import {
  onlyChild,
  readElement,
  refuseElement,
  refuseText,
  type TreeLimits,
  trimWhiteSpace,
  type XmlElement,
} from './element.js';
import { decodeXml, type XmlEncoding } from './encoding.js';
import { NIL, type ScalarType, type XmlRpcScalar, type XmlRpcValue } from './values.js';

export interface MethodCall {
  readonly methodName: string;
  readonly params: readonly XmlRpcValue[];
  /**
   * Type elements of parameters whose text does not fit the type, such as `12.5` in an int, by position. Such a parameter is nil.
   * Its field is wrong, and the document is not.
   */
  readonly misfits?: ReadonlyMap<number, string>;
  /** Encoding of the document. The checksum may cover the document's own bytes. */
  readonly encoding: XmlEncoding;
}

interface MethodCallOptions {
  /** Charset of the HTTP Content-Type, where it has one. */
  readonly charset?: string | undefined;
  readonly limits?: Partial<XmlLimits> | undefined;
}

/**
 * Reads a methodCall as liberally as stock clients need (docs/reference/protocol.md#xml-rpc-requests), and no further. Parameters
 * count in document order. As in samples of the processor, a `<param>` may follow `</params>`, a second `</params>` may follow,
 * and a `<param>` may stand inside a `<param>`. A parameter without a value is nil. Throws MALFORMED with line and column.
 */
export function readMethodCall(body: Buffer, { charset, limits }: MethodCallOptions = {}): MethodCall {
  const { text, encoding } = decodeXml(body, charset);
  const applied = { ...XML_LIMITS, ...limits };
  const root = readRoot(text, treeLimits(applied));
  if (root.name !== 'methodCall') refuseElement(root, 'the document is not a methodCall');
  refuseText(root);
  const params: XmlElement[] = [];
  for (const child of root.children) collectParams(child, params);
  const beyond = params[applied.paramsMax];
  if (beyond !== undefined) refuseElement(beyond, `more than ${applied.paramsMax} params`);
  const misfits = new Map<number, string>();
  return {
    methodName: readMethodName(onlyChild(root, 'methodName')),
    params: params.map((param, position) => {
      try {
        return readParam(param, applied.depthMax);
      } catch (error) {
        const type = misfitIn(param);
        if (type === undefined) throw error;
        misfits.set(position, type);
        return NIL;
      }
    }),
    misfits,
    encoding,
  };
}

/** Reads the root element. A second `</params>` is removed only when the document cannot be read with it. */
function readRoot(text: string, limits: Parameters<typeof readElement>[1]): XmlElement {
  try {
    return readElement(text, limits);
  } catch (error) {
    const without = text.replace(SECOND_END, '$1');
    if (without === text) throw error;
    try {
      return readElement(without, limits);
    } catch {
      throw error;
    }
  }
}

/** A second `</params>` at the very end, where it can be nothing but a tag. */
const SECOND_END = /<\/params[ \t\r\n]*>([ \t\r\n]*<\/methodCall[ \t\r\n]*>[ \t\r\n]*)$/;

function collectParams(child: XmlElement, params: XmlElement[]): void {
  if (child.name === 'methodName') return;
  if (child.name === 'param') return collectInnermost(child, params);
  if (child.name !== 'params') refuseElement(child, 'only a method name and params belong in a methodCall');
  refuseText(child);
  for (const param of child.children) collectInnermost(param, params);
}

function collectInnermost(param: XmlElement, params: XmlElement[]): void {
  if (param.name !== 'param') refuseElement(param, 'only <param> belongs in <params>');
  refuseText(param);
  if (param.children[0]?.name !== 'param') params.push(param);
  else for (const inner of param.children) collectInnermost(inner, params);
}

function readParam(param: XmlElement, depthMax: number): XmlRpcValue {
  const [value, second] = param.children;
  if (value === undefined) return NIL;
  if (value.name !== 'value') refuseElement(value, 'only a value belongs in a param');
  if (second !== undefined) refuseElement(second, 'a second element in a param');
  return readValue(value, depthMax);
}

/** Returns the type element of a parameter that is well formed except that its text does not fit this type. */
function misfitIn(param: XmlElement): string | undefined {
  const [value] = param.children;
  const [typed] = value?.children ?? [];
  if (value?.name !== 'value' || typed === undefined) return undefined;
  if (param.children.length > 1 || value.children.length > 1 || typed.children.length > 0) return undefined;
  const type = SCALAR_TYPES.get(typed.name) ?? 'string';
  if (type === 'string' || fits(type, typedText(type, typed))) return undefined;
  refuseText(value);
  return typed.name;
}

function readMethodName(element: XmlElement): string {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, 'an element inside the method name');
  const name = trimWhiteSpace(element.text);
  if (name === '') refuseElement(element, 'the method name is empty');
  return name;
}

/**
 * Reads a `<value>` element with at most `depth` arrays and structs inside each other. Text without a type is a string. Errors:
 * MALFORMED for unknown types, text that does not fit its type, repeated members, and `__proto__`.
 */
export function readValue(element: XmlElement, depth: number): XmlRpcValue {
  const [typed, second] = element.children;
  if (typed === undefined) return { kind: 'scalar', type: 'string', text: element.text };
  if (second !== undefined) refuseElement(second, 'a value of two types');
  refuseText(element);
  if (isScalarTag(typed.name)) return readScalar(typed);
  if (depth < 1) refuseElement(typed, 'nested too deep');
  if (typed.name === 'struct') return { kind: 'struct', members: readMembers(typed, depth - 1) };
  if (typed.name === 'array') return { kind: 'array', items: readItems(typed, depth - 1) };
  return refuseElement(typed, 'not a type of XML-RPC');
}

function readMembers(struct: XmlElement, depth: number): Map<string, XmlRpcValue> {
  refuseText(struct);
  const members = new Map<string, XmlRpcValue>();
  for (const member of struct.children) {
    if (member.name !== 'member') refuseElement(member, 'only members belong in a struct');
    refuseText(member);
    const name = memberName(onlyChild(member, 'name'));
    const value = onlyChild(member, 'value');
    if (member.children.length > 2) refuseElement(member, 'a member is a name and a value');
    if (members.has(name)) refuseElement(member, 'the member name is repeated');
    members.set(name, readValue(value, depth));
  }
  return members;
}

function memberName(element: XmlElement): string {
  if (element.children.length > 0) refuseElement(element, 'an element inside a name');
  const name = trimWhiteSpace(element.text);
  if (name === '__proto__') refuseElement(element, 'the member name is not allowed');
  return name;
}

function readItems(array: XmlElement, depth: number): XmlRpcValue[] {
  refuseText(array);
  const data = onlyChild(array, 'data');
  if (array.children.length > 1) refuseElement(array, 'only <data> belongs in an array');
  refuseText(data);
  return data.children.map((item) => {
    if (item.name !== 'value') refuseElement(item, 'only values belong in an array');
    return readValue(item, depth);
  });
}

function isScalarTag(tag: string): boolean {
  return SCALAR_TYPES.has(tag);
}

/**
 * Reads the scalar in a type element. Errors: MALFORMED where the text does not fit the type: `1e+21` in an int, `nan`, broken
 * base64. A parameter of a call never comes here with such a text.
 */
function readScalar(element: XmlElement): XmlRpcScalar {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, `an element inside <${element.name}>`);
  const type = SCALAR_TYPES.get(element.name) ?? 'string';
  if (type === 'string') return { kind: 'scalar', type, text: element.text };
  const text = typedText(type, element);
  if (!fits(type, text)) refuseElement(element, `the text does not fit the type ${element.name}`);
  return { kind: 'scalar', type: type === 'numeric' ? numericType(text) : type, text };
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
  ...extension('i1', 'int'),
  ...extension('i2', 'int'),
  ...extension('i8', 'int'),
  ...extension('biginteger', 'int'),
  ...extension('float', 'double'),
  ...extension('bigdecimal', 'double'),
  ...extension('dateTime', 'dateTime'),
  ...extension('nil', 'nil'),
]);

/** Returns both names of an Apache type: Apache writes a prefix, others do not. */
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

/**
 * Returns true if the text fits the type. Integers may have any length: a digit string that the client retyped is not an integer
 * to its receiver.
 */
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

function typedText(type: ScalarType | 'numeric', { text }: XmlElement): string {
  return type === 'base64' ? withoutWhiteSpace(text) : trimWhiteSpace(text);
}

function numericType(text: string): ScalarType {
  return INTEGER.test(text) ? 'int' : 'double';
}

function withoutWhiteSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '');
}

export interface XmlLimits {
  /** Maximum nesting of arrays and structs. */
  readonly depthMax: number;
  readonly elementsMax: number;
  readonly paramsMax: number;
  /** UTF-16 code units of text in one value. */
  readonly textLengthMax: number;
}

/** docs/reference/protocol.md#xml-limits states these limits. */
export const XML_LIMITS: XmlLimits = {
  depthMax: 32,
  elementsMax: 5000,
  paramsMax: 64,
  textLengthMax: 65_536,
};

/**
 * Returns the limits of the tree. An array or struct takes three elements (struct, member, value), the document around the
 * outermost value a few more.
 */
export function treeLimits({ depthMax, elementsMax, textLengthMax }: XmlLimits): TreeLimits {
  return { elementDepthMax: 3 * depthMax + 8, elementsMax, textLengthMax };
}
