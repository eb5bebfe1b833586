import { malformedAt } from '../malformed.js';
import type { TreeLimits, XmlElement } from './element.js';

/**
 * Reads a document of plain elements, as machines write them: tags without attributes or prefixes, text of ASCII without
 * references, and at most the usual XML declaration. Returns undefined for every other document; the XML parser then reads it. For
 * a plain document both make the same tree, and this takes a tenth of the time. Errors: MALFORMED as from the parser, for too
 * many elements or too many inside each other.
 */
export function readPlainElement(source: string, limits: TreeLimits): XmlElement | undefined {
  if (!PLAIN.test(source) || source.includes(']]>')) return undefined;
  const { elementDepthMax, elementsMax, textLengthMax } = limits;
  const ancestors: XmlElement[] = [];
  let root: XmlElement | undefined;
  let current: XmlElement | undefined;
  let elements = 0;
  let at = DECLARATION.exec(source)?.[0].length ?? 0;
  for (;;) {
    const start = source.indexOf('<', at);
    const text = start === -1 ? source.slice(at) : source.slice(at, start);
    if (current === undefined) {
      if (!BLANK.test(text)) return undefined;
      // Without an open element, the document ends here or is not one element.
      if (start === -1) return root;
      if (root !== undefined) return undefined;
    } else {
      if (start === -1) return undefined;
      current.text += text;
      if (current.text.length > textLengthMax) return undefined;
    }
    const end = source.indexOf('>', start);
    if (end === -1) return undefined;
    at = end + 1;
    if (source.charCodeAt(start + 1) === SLASH) {
      if (current === undefined || source.slice(start + 2, end) !== current.name) return undefined;
      current = ancestors.pop();
      continue;
    }
    const isEmpty = source.charCodeAt(end - 1) === SLASH;
    const name = source.slice(start + 1, isEmpty ? end - 1 : end);
    elements += 1;
    const depth = ancestors.length + (current === undefined ? 1 : 2);
    if (!NAME.test(name)) return undefined;
    // The parser would find nothing else until here, and takes ten times as long to get here.
    const offset = at - 1;
    if (elements > elementsMax)
      throw malformedAt({ text: source, offset, problem: moreElements(elementsMax) });
    if (depth > elementDepthMax) throw malformedAt({ text: source, offset, problem: TOO_DEEP });
    const element: XmlElement = { name, children: [], text: '', source, offset: at };
    current?.children.push(element);
    root ??= element;
    if (isEmpty) continue;
    if (current !== undefined) ancestors.push(current);
    current = element;
  }
}

/** No reference, no carriage return, which XML would turn into a line feed, and nothing beyond ASCII. */
const PLAIN = /^[\t\n\x20-\x25\x27-\x7e]*$/;
const DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][A-Za-z0-9._-]{0,39}")?\?>/;
const NAME = /^[A-Za-z][A-Za-z0-9.]*$/;
const BLANK = /^[ \t\n]*$/;
const SLASH = 0x2f;

export const TOO_DEEP = 'nested too deep';

export function moreElements(elementsMax: number): string {
  return `more than ${String(elementsMax)} elements`;
}
