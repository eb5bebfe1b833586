import { readElement, onlyChild, refuseElement, refuseText, type XmlElement } from './element.js';
import { decodeXml, type XmlEncoding } from './encoding.js';
import { treeLimits, XML_LIMITS, type XmlLimits } from './limits.js';
import { readValue } from './read-value.js';
import { NIL, type XmlRpcValue } from './values.js';
import { trimWhiteSpace } from './white-space.js';

export interface MethodCall {
  readonly methodName: string;
  readonly params: readonly XmlRpcValue[];
  /** What the document was written in, to compute a checksum over its own bytes. */
  readonly encoding: XmlEncoding;
}

export interface MethodCallOptions {
  /** The charset of the HTTP Content-Type, where it has one. */
  readonly charset?: string | undefined;
  readonly limits?: Partial<XmlLimits> | undefined;
}

/**
 * Reads a methodCall as liberally as the clients of trust.md 2.2 need, and no further. Parameters count in document order, also a
 * `<param>` after `</params>`, a second `</params>` behind it and a `<param>` inside a `<param>`, as in samples of the processor; one
 * without a value is nil.
 * Throws MALFORMED with line and column.
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
  return {
    methodName: readMethodName(onlyChild(root, 'methodName')),
    params: params.map((param) => readParam(param, applied.depthMax)),
    encoding,
  };
}

/** Only a document that cannot be read with its second end is read without it. */
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

/** At the very end, where it can be nothing but a tag. */
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

function readMethodName(element: XmlElement): string {
  const [child] = element.children;
  if (child !== undefined) refuseElement(child, 'an element inside the method name');
  const name = trimWhiteSpace(element.text);
  if (name === '') refuseElement(element, 'the method name is empty');
  return name;
}
