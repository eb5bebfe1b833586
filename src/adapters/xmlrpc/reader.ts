import {
  onlyChild,
  readElement,
  refuseElement,
  refuseText,
  trimWhiteSpace,
  type XmlElement,
} from './element.js';
import { decodeXml, type XmlEncoding } from './encoding.js';
import { NIL, readParamValue, type XmlRpcParam } from './values.js';

export interface MethodCall {
  readonly methodName: string;
  readonly params: readonly XmlRpcParam[];
  /** Encoding of the document. The checksum may cover the document's own bytes. */
  readonly encoding: XmlEncoding;
}

/**
 * Reads a methodCall as liberally as stock clients need (docs/reference/protocol.md#xml-rpc-requests), and no further. Parameters
 * count in document order. As in samples of the processor, a `<param>` may follow `</params>`, a second `</params>` may follow,
 * and a `<param>` may stand inside a `<param>`. A parameter without a value is nil. `charset` is that of the HTTP Content-Type.
 * Throws MALFORMED with line and column.
 */
export function readMethodCall(body: Buffer, charset?: string): MethodCall {
  const { text, encoding } = decodeXml(body, charset);
  const { depthMax, paramsMax } = XML_LIMITS;
  const root = readDocument(text, XML_LIMITS);
  if (root.name !== 'methodCall') refuseElement(root, 'the document is not a methodCall');
  refuseText(root);
  const params: XmlElement[] = [];
  for (const child of root.children) collectParams(child, params);
  const beyond = params[paramsMax];
  if (beyond !== undefined) refuseElement(beyond, `more than ${paramsMax} params`);
  return {
    methodName: readMethodName(onlyChild(root, 'methodName')),
    params: params.map((param) => readParam(param, depthMax)),
    encoding,
  };
}

/**
 * Reads the root element of a methodCall or methodResponse. A second `</params>` at its very end, as in samples of the processor, is
 * removed, but only where the document cannot be read with it.
 */
export function readDocument(text: string, limits: XmlLimits): XmlElement {
  // An array or struct takes three elements (struct, member, value), the document around the outermost value a few more.
  const applied = { ...limits, elementDepthMax: 3 * limits.depthMax + 8 };
  try {
    return readElement(text, applied);
  } catch (error) {
    const without = text.replace(SECOND_END, '$1');
    if (without === text) throw error;
    try {
      return readElement(without, applied);
    } catch {
      throw error;
    }
  }
}

const SECOND_END = /<\/params[ \t\r\n]*>([ \t\r\n]*<\/method(?:Call|Response)[ \t\r\n]*>[ \t\r\n]*)$/i;

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

function readParam(param: XmlElement, depthMax: number): XmlRpcParam {
  const [value, second] = param.children;
  if (value === undefined) return NIL;
  if (value.name !== 'value') refuseElement(value, 'only a value belongs in a param');
  if (second !== undefined) refuseElement(second, 'a second element in a param');
  return readParamValue(value, depthMax);
}

function readMethodName(element: XmlElement): string {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, 'an element inside the method name');
  const name = trimWhiteSpace(element.text);
  if (name === '') refuseElement(element, 'the method name is empty');
  return name;
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
