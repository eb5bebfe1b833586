import { isJsonObject, type JsonValue } from '../../core/wire/json.js';
import { isBlank, onlyChild, refuseElement, refuseText, type XmlElement } from './element.js';
import { decodeXml } from './encoding.js';
import { readDocument, XML_LIMITS, type XmlLimits } from './reader.js';
import { readValue } from './values.js';

/** `value` of a fault is a struct with faultCode and faultString. */
interface MethodResponse {
  readonly kind: 'value' | 'fault';
  readonly value: JsonValue;
}

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
  const root = readDocument(text.trimStart(), applied);
  if (root.name.toLowerCase() !== 'methodresponse')
    refuseElement(root, 'the document is not a methodResponse');
  refuseText(root);
  const [content, second, third] = root.children;
  if (content === undefined) return refuseElement(root, 'the methodResponse is empty');
  if (second !== undefined && !(content.name === 'params' && isEmptyParams(second)))
    refuseElement(second, 'a second element in the methodResponse');
  if (third !== undefined) refuseElement(third, 'a third element in the methodResponse');
  if (content.name === 'fault') return { kind: 'fault', value: readFault(content, applied.depthMax) };
  if (content.name !== 'params') refuseElement(content, 'neither params nor a fault');
  return { kind: 'value', value: readResult(content, applied.depthMax) };
}

/** Returns true for a second list of params that is empty, and so adds nothing. */
function isEmptyParams({ name, children, text }: XmlElement): boolean {
  return name === 'params' && children.length === 0 && isBlank(text);
}

function readResult(params: XmlElement, depthMax: number): JsonValue {
  refuseText(params);
  if (params.children.length === 0) return null;
  const param = onlyChild(params, 'param');
  refuseText(param);
  return param.children.length === 0 ? null : readValue(onlyChild(param, 'value'), depthMax);
}

function readFault(fault: XmlElement, depthMax: number): JsonValue {
  refuseText(fault);
  const value = readValue(onlyChild(fault, 'value'), depthMax);
  const isWhole = isJsonObject(value) && 'faultCode' in value && 'faultString' in value;
  return isWhole ? value : refuseElement(fault, 'the fault lacks its code or its string');
}
