import { onlyChild, readElement, refuseElement, refuseText, type XmlElement } from './element.js';
import { decodeXml } from './encoding.js';
import { treeLimits, XML_LIMITS, type XmlLimits } from './limits.js';
import { readValue } from './read-value.js';
import { NIL, safeInteger, scalarText, type XmlRpcValue } from './values.js';
import { isBlank } from './white-space.js';

export type MethodResponse =
  | { readonly kind: 'result'; readonly value: XmlRpcValue }
  | { readonly kind: 'fault'; readonly faultCode: number; readonly faultString: string };

/**
 * Reads the methodResponse of a wallet service, decoded already where it came inside JSON. Tolerates what such services send:
 * `<methodresponse>`, white space ahead of the XML declaration, untyped values, `<numeric>`, no param at all (nil), and behind the params
 * a second `</params>` or an empty `<params>`, as samples of the processor have in requests.
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

/** A second list of params that holds none says nothing else. */
function isEmptyParams({ name, children, text }: XmlElement): boolean {
  return name === 'params' && children.length === 0 && isBlank(text);
}

/** Only at the very end, where it can be nothing but a tag. A document that is well-formed with it is not without it, and is refused. */
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
  const faultString = scalarText(members.get('faultString') ?? NIL);
  if (faultCode === undefined || faultString === undefined)
    refuseElement(fault, 'the fault lacks its code or its string');
  return { kind: 'fault', faultCode, faultString };
}
