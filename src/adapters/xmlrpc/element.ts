import { SaxesParser } from 'saxes';
import { malformedAt } from '../malformed.js';

/** An element of the document. Attributes are not kept. */
export interface XmlElement {
  /** Name as written. In the extensions' namespace it is `ex:` and the local name, whatever the prefix. */
  readonly name: string;
  children: readonly XmlElement[];
  /** Character data directly inside, with CDATA, without comments and processing instructions, with line ends as LF. */
  text: string;
  /** The document, and the end of the start tag in it (`offset`), to locate a problem. */
  readonly source: string;
  readonly offset: number;
}

export interface TreeLimits {
  /** Maximum nesting of elements. */
  readonly elementDepthMax: number;
  readonly elementsMax: number;
  /** UTF-16 code units of text in one element. */
  readonly textLengthMax: number;
}

/**
 * Returns the root element of an XML 1.0 document. Errors: MALFORMED for a DOCTYPE, entities beyond the five predefined ones,
 * text that is not well-formed, and an exceeded limit. It neither recurses nor looks back: time grows only with the length of the
 * document.
 */
export function readElement(source: string, limits: TreeLimits): XmlElement {
  return readPlainElement(source, limits) ?? parseElement(source, limits);
}

/** Reads any document with the XML parser. */
export function parseElement(source: string, limits: TreeLimits): XmlElement {
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const tree = new TreeBuilder(source, limits, () => parser.position);
  parser.on('doctype', () =>
    tree.refuse('a DOCTYPE is not accepted', source.lastIndexOf('<!DOCTYPE', parser.position)),
  );
  parser.on('error', (error) => {
    const bare = bareAmpersandIn(source);
    if (bare !== -1 && bare < parser.position - 1) tree.refuse('an & in a text must be written &amp;', bare);
    tree.refuse(withoutNames(error));
  });
  parser.on('attribute', ({ name, value }) => tree.bindPrefix(name, value));
  parser.on('opentag', ({ name }) => tree.open(name));
  parser.on('closetag', () => tree.close());
  parser.on('text', (text) => tree.append(text));
  parser.on('cdata', (text) => tree.append(text));
  parser.write(source).close();
  return tree.root ?? tree.refuse('the document has no element');
}

/**
 * Returns the offset of the first & that begins no reference; -1 for none. The parser reads it as the name of an entity up to the
 * next semicolon, and reports the end of the document.
 */
function bareAmpersandIn(source: string): number {
  const sign = /&(?![^\s<&;]{1,40};)|<!--|<!\[CDATA\[|<\?/g;
  for (let found = sign.exec(source); found !== null; found = sign.exec(source)) {
    const [text] = found;
    const close = ENDS.get(text);
    if (close === undefined) return found.index;
    const end = source.indexOf(close, sign.lastIndex);
    if (end === -1) return -1;
    sign.lastIndex = end + close.length;
  }
  return -1;
}

/** Ends of the parts in which an & is no markup. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]);

/** Throws MALFORMED at the start tag of the element. */
export function refuseElement({ source, offset }: XmlElement, problem: string): never {
  throw malformedAt({ text: source, offset: source.lastIndexOf('<', offset - 1), problem });
}

/** Throws MALFORMED where text stands beside the children of an element. */
export function refuseText(element: XmlElement): void {
  if (!isBlank(element.text)) refuseElement(element, `text directly inside <${element.name}>`);
}

/** Returns the child of that name. Errors: MALFORMED for none or a second one. */
export function onlyChild(element: XmlElement, name: string): XmlElement {
  let found: XmlElement | undefined;
  for (const child of element.children) {
    if (child.name !== name) continue;
    if (found !== undefined) refuseElement(child, `a second <${name}>`);
    found = child;
  }
  return found ?? refuseElement(element, `<${name}> is missing`);
}

const NONE: readonly XmlElement[] = [];

/** Adds a child. Most elements have none or one, and a list with room for more would take most of the tree's memory. */
function adopt(parent: XmlElement | undefined, child: XmlElement): void {
  if (parent === undefined) return;
  if (parent.children === NONE) parent.children = [child];
  else (parent.children as XmlElement[]).push(child);
}

class TreeBuilder {
  root: XmlElement | undefined;
  private current: XmlElement | undefined;
  private readonly ancestors: (XmlElement | undefined)[] = [];
  private readonly prefixes = new PrefixScopes();
  private elements = 0;

  constructor(
    private readonly source: string,
    private readonly limits: TreeLimits,
    private readonly position: () => number,
  ) {}

  bindPrefix(attribute: string, value: string): void {
    this.prefixes.bind(attribute, value);
  }

  open(tag: string): void {
    const name = this.prefixes.open(tag) ?? this.refuse('the prefix of the element is not bound');
    const element: XmlElement = {
      name,
      children: NONE,
      text: '',
      source: this.source,
      offset: this.position(),
    };
    if (++this.elements > this.limits.elementsMax) this.refuse(moreElements(this.limits.elementsMax));
    if (this.ancestors.push(this.current) > this.limits.elementDepthMax) this.refuse(TOO_DEEP);
    adopt(this.current, element);
    this.current = element;
    this.root ??= element;
  }

  close(): void {
    this.prefixes.close();
    this.current = this.ancestors.pop();
  }

  append(text: string): void {
    const element = this.current;
    if (element === undefined) return;
    element.text += text;
    if (element.text.length > this.limits.textLengthMax) {
      this.refuse(`more than ${this.limits.textLengthMax} characters in one value`);
    }
  }

  refuse(problem: string, offset = Math.max(this.position() - 1, 0)): never {
    throw malformedAt({ text: this.source, offset, problem });
  }
}

/** Returns the parser's reason without its own position, quoted names of the document, and regular expressions. */
function withoutNames({ message }: Error): string {
  const reason = message.replace(/^\d+:\d+: /, '').replace(/ must match.*/s, ' is not valid');
  return reason.replace(/[:.].*/s, '');
}

/** Namespace of Apache XML-RPC's types beyond the standard ones. */
const EXTENSIONS_NAMESPACE = 'http://ws.apache.org/xmlrpc/namespaces/extensions';

const DECLARATION = 'xmlns:';

/**
 * Namespaces of prefixes, element by element. The parser's own namespace mode costs a third of its speed, and only one client
 * uses prefixes.
 */
class PrefixScopes {
  private declared: Map<string, string> | undefined;
  /** Prefixes that each open element declares; undefined where it declares none. */
  private readonly scopes: (ReadonlyMap<string, string> | undefined)[] = [];

  /** Reads an attribute of the element that is opened next. */
  bind(attribute: string, value: string): void {
    if (!attribute.startsWith(DECLARATION)) return;
    this.declared ??= new Map();
    this.declared.set(attribute.slice(DECLARATION.length), value.trim());
  }

  /** Returns the element's name with a canonical prefix; undefined where the prefix is not bound. */
  open(tag: string): string | undefined {
    this.scopes.push(this.declared);
    this.declared = undefined;
    const colon = tag.indexOf(':');
    if (colon < 0) return tag;
    const namespace = this.resolve(tag.slice(0, colon));
    if (namespace === undefined) return undefined;
    return `${namespace === EXTENSIONS_NAMESPACE ? 'ex' : ''}:${tag.slice(colon + 1)}`;
  }

  close(): void {
    this.scopes.pop();
  }

  private resolve(prefix: string): string | undefined {
    return this.scopes.findLast((scope) => scope?.has(prefix))?.get(prefix);
  }
}

/** Returns text without leading and trailing white space as XML defines it, which leaves no-break spaces in place. */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (start < end && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return trimWhiteSpace(text) === '';
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

/**
 * Reads a document of plain elements, as machines write them: tags without attributes or prefixes, text of ASCII without
 * references, and at most the usual XML declaration. Returns undefined for every other document; the XML parser then reads it. For
 * a plain document both make the same tree, and this takes a tenth of the time. Errors: MALFORMED as from the parser, for too
 * many elements or too many inside each other.
 */
export function readPlainElement(source: string, limits: TreeLimits): XmlElement | undefined {
  if (!PLAIN.test(source) || source.includes(']]>')) return undefined;
  return new PlainReader(source, limits).read(XML_DECLARATION.exec(source)?.[0].length ?? 0);
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
    const name = this.current?.name;
    const isOurs = name?.length === end - start - 2 && this.source.startsWith(name, start + 2);
    if (!isOurs) return false;
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
    const element: XmlElement = { name, children: NONE, text: '', source, offset: end + 1 };
    adopt(current, element);
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
const XML_DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][A-Za-z0-9._-]{0,39}")?\?>/;
const NAME = /^[A-Za-z][A-Za-z0-9.]*$/;
const BLANK = /^[ \t\n]*$/;
const SLASH = 0x2f;

const TOO_DEEP = 'nested too deep';

function moreElements(elementsMax: number): string {
  return `more than ${String(elementsMax)} elements`;
}
