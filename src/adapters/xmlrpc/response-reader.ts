import { isExactInteger, type JsonValue } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import { isBlank, onlyChild, readElement, refuseElement, refuseText, type XmlElement } from './element.js';
import { decodeXml } from './encoding.js';
import { readValue, treeLimits, XML_LIMITS, type XmlLimits } from './reader.js';
import { NIL, safeInteger, scalarText, type XmlRpcScalar, type XmlRpcValue } from './values.js';

type MethodResponse =
  | { readonly kind: 'result'; readonly value: XmlRpcValue }
  | { readonly kind: 'fault'; readonly faultCode: number; readonly faultString: string };

/**
 * Reads the methodResponse of a wallet service; one that came inside JSON is decoded already. It tolerates what such services
 * send: `<methodresponse>`, white space ahead of the XML declaration, untyped values, `<numeric>`, and no param at all (nil).
 * After the params it tolerates a second `</params>` or an empty `<params>`, as in request samples of the processor.
 * Throws MALFORMED with line and column.
 */
export function readMethodResponse(
  document: string | Buffer,
  limits: Partial<XmlLimits> = {},
): MethodResponse {
  const text = typeof document === 'string' ? document : decodeXml(document).text;
  const applied = { ...XML_LIMITS, ...limits };
  const root = readElement(withoutSecondEnd(text.trimStart()), treeLimits(applied));
  if (root.name.toLowerCase() !== 'methodresponse')
    refuseElement(root, 'the document is not a methodResponse');
  refuseText(root);
  const [content, second, third] = root.children;
  if (content === undefined) return refuseElement(root, 'the methodResponse is empty');
  if (second !== undefined && !(content.name === 'params' && isEmptyParams(second)))
    refuseElement(second, 'a second element in the methodResponse');
  if (third !== undefined) refuseElement(third, 'a third element in the methodResponse');
  if (content.name === 'fault') return readFault(content, applied.depthMax);
  if (content.name !== 'params') refuseElement(content, 'neither params nor a fault');
  return { kind: 'result', value: readResult(content, applied.depthMax) };
}

/** Returns true for a second list of params that is empty, and so adds nothing. */
function isEmptyParams({ name, children, text }: XmlElement): boolean {
  return name === 'params' && children.length === 0 && isBlank(text);
}

/**
 * Removes a second `</params>` at the very end, where it can be nothing but a tag. A document that is well-formed only with it is
 * refused.
 */
function withoutSecondEnd(text: string): string {
  return text.replace(SECOND_END, '$1$2');
}

const SECOND_END =
  /(<\/params[ \t\r\n]*>)[ \t\r\n]*<\/params[ \t\r\n]*>([ \t\r\n]*<\/methodresponse[ \t\r\n]*>[ \t\r\n]*)$/i;

function readResult(params: XmlElement, depthMax: number): XmlRpcValue {
  refuseText(params);
  if (params.children.length === 0) return NIL;
  const param = onlyChild(params, 'param');
  refuseText(param);
  return param.children.length === 0 ? NIL : readValue(onlyChild(param, 'value'), depthMax);
}

function readFault(fault: XmlElement, depthMax: number): MethodResponse {
  refuseText(fault);
  const value = readValue(onlyChild(fault, 'value'), depthMax);
  const members = value.kind === 'struct' ? value.members : new Map<string, XmlRpcValue>();
  const faultCode = safeInteger(members.get('faultCode') ?? NIL);
  const said = members.get('faultString');
  const faultString = said === undefined ? undefined : scalarText(said);
  if (faultCode === undefined || faultString === undefined)
    refuseElement(fault, 'the fault lacks its code or its string');
  return { kind: 'fault', faultCode, faultString };
}

/**
 * Returns the value as JSON (docs/reference/protocol.md#raw-answers). Integers beyond ±(2^53-1) and doubles that would be rounded
 * to an integer become decimal text. Dates and base64 keep their text, nil becomes null. A member named `__proto__` stays an
 * ordinary member. Errors: MALFORMED for a double out of range.
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
  const integer = Number(text) + 0; // the sum turns -0 into 0
  return Number.isSafeInteger(integer) ? integer : text.replace(/^(-?)\+?0*/, '$1');
}

function doubleToJson(text: string): JsonValue {
  const double = Number(text) + 0;
  if (!Number.isFinite(double)) throw new CardwayError('MALFORMED', { message: 'A double is out of range.' });
  return Number.isInteger(double) && !isExactInteger(text) ? text : double;
}
