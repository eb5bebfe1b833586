import { onlyChild, refuseElement, refuseText, type XmlElement } from './element.js';
import { isScalarTag, readScalar } from './read-scalar.js';
import type { XmlRpcValue } from './values.js';
import { trimWhiteSpace } from './white-space.js';

/**
 * The value of a `<value>` element with at most `depth` arrays and structs inside each other; text without a type is a string.
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
