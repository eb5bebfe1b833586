import { malformedAt } from '../malformed.js';
import { moreElements, TOO_DEEP, type TreeLimits, type XmlElement } from './tree.js';

/**
 * Reads a document of plain elements, as machines write them: tags without attributes or prefixes, text of ASCII without
 * references, and at most the usual XML declaration. Returns undefined for every other document; the XML parser then reads it. For
 * a plain document both make the same tree, and this takes a tenth of the time. Errors: MALFORMED as from the parser, for too
 * many elements or too many inside each other.
 */
export function readPlainElement(source: string, limits: TreeLimits): XmlElement | undefined {
  if (!PLAIN.test(source) || source.includes(']]>')) return undefined;
  return new PlainReader(source, limits).read(DECLARATION.exec(source)?.[0].length ?? 0);
}

class PlainReader {
  private root: XmlElement | undefined;
  private current: XmlElement | undefined;
  private readonly ancestors: XmlElement[] = [];
  private elements = 0;

  constructor(
    private readonly source: string,
    private readonly limits: TreeLimits,
  ) {}

  /** Returns the root element; undefined for a document that is not plain. */
  read(from: number): XmlElement | undefined {
    const { source } = this;
    for (let at = from; ;) {
      const start = source.indexOf('<', at);
      const isText = this.append(start === -1 ? source.slice(at) : source.slice(at, start));
      if (!isText) return undefined;
      if (start === -1) return this.current === undefined ? this.root : undefined;
      const end = source.indexOf('>', start);
      if (end === -1) return undefined;
      at = end + 1;
      const isTag = source.charCodeAt(start + 1) === SLASH ? this.close(start, end) : this.open(start, end);
      if (!isTag) return undefined;
    }
  }

  /** Adds text to the open element. Returns false where text may not stand, and for too much of it. */
  private append(text: string): boolean {
    if (this.current === undefined) return BLANK.test(text);
    this.current.text += text;
    return this.current.text.length <= this.limits.textLengthMax;
  }

  private close(start: number, end: number): boolean {
    if (this.source.slice(start + 2, end) !== this.current?.name) return false;
    this.current = this.ancestors.pop();
    return true;
  }

  private open(start: number, end: number): boolean {
    const { source, current } = this;
    const isEmpty = source.charCodeAt(end - 1) === SLASH;
    const name = source.slice(start + 1, isEmpty ? end - 1 : end);
    const isSecondRoot = current === undefined && this.root !== undefined;
    if (isSecondRoot || !NAME.test(name)) return false;
    this.count(end);
    const element: XmlElement = { name, children: [], text: '', source, offset: end + 1 };
    current?.children.push(element);
    this.root ??= element;
    if (isEmpty) return true;
    if (current !== undefined) this.ancestors.push(current);
    this.current = element;
    return true;
  }

  /** The parser would find nothing else until here, and takes ten times as long to get here. */
  private count(offset: number): void {
    const { source: text, limits } = this;
    this.elements += 1;
    if (this.elements > limits.elementsMax)
      throw malformedAt({ text, offset, problem: moreElements(limits.elementsMax) });
    const depth = this.ancestors.length + (this.current === undefined ? 1 : 2);
    if (depth > limits.elementDepthMax) throw malformedAt({ text, offset, problem: TOO_DEEP });
  }
}

/** No reference, no carriage return, which XML would turn into a line feed, and nothing beyond ASCII. */
const PLAIN = /^[\t\n\x20-\x25\x27-\x7e]*$/;
const DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][A-Za-z0-9._-]{0,39}")?\?>/;
const NAME = /^[A-Za-z][A-Za-z0-9.]*$/;
const BLANK = /^[ \t\n]*$/;
const SLASH = 0x2f;
