import { SaxesParser } from 'saxes';
import { malformedAt } from '../malformed.js';

/** One element of the document; attributes are not kept. */
export interface XmlElement {
  /** As written; in the extensions' namespace `ex:` and the local name, whatever the prefix was. */
  readonly name: string;
  readonly children: XmlElement[];
  /** The character data directly inside, CDATA included, comments and processing instructions left out, line ends as LF. */
  text: string;
  /** The document that it stands in and the end of its start tag, to tell where a problem is. */
  readonly source: string;
  readonly offset: number;
}

export interface TreeLimits {
  /** Elements inside each other. */
  readonly elementDepthMax: number;
  readonly elementsMax: number;
  /** UTF-16 code units of text in one element. */
  readonly textLengthMax: number;
}

/**
 * The root element of an XML 1.0 document. MALFORMED at a DOCTYPE, at entities beyond the five predefined ones, where the text is
 * not well-formed, and over a limit. Neither recursive nor looking back: time grows with the length of the document only.
 */
export function readElement(source: string, limits: TreeLimits): XmlElement {
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const tree = new TreeBuilder(source, limits, () => parser.position);
  parser.on('doctype', () =>
    tree.refuse('a DOCTYPE is not accepted', source.lastIndexOf('<!DOCTYPE', parser.position)),
  );
  parser.on('error', (error) => tree.refuse(withoutNames(error)));
  parser.on('attribute', ({ name, value }) => tree.bindPrefix(name, value));
  parser.on('opentag', ({ name }) => tree.open(name));
  parser.on('closetag', () => tree.close());
  parser.on('text', (text) => tree.append(text));
  parser.on('cdata', (text) => tree.append(text));
  parser.write(source).close();
  return tree.root ?? tree.refuse('the document has no element');
}

/** MALFORMED, at the start tag of the element. */
export function refuseElement({ source, offset }: XmlElement, problem: string): never {
  throw malformedAt({ text: source, offset: source.lastIndexOf('<', offset - 1), problem });
}

/** MALFORMED where text stands beside the children of an element. */
export function refuseText(element: XmlElement): void {
  if (!isBlank(element.text)) refuseElement(element, `text directly inside <${element.name}>`);
}

/** The child of that name; MALFORMED where there is none or a second one. */
export function onlyChild(element: XmlElement, name: string): XmlElement {
  const [child, second] = element.children.filter((candidate) => candidate.name === name);
  if (child === undefined) return refuseElement(element, `<${name}> is missing`);
  if (second !== undefined) refuseElement(second, `a second <${name}>`);
  return child;
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
      children: [],
      text: '',
      source: this.source,
      offset: this.position(),
    };
    if (++this.elements > this.limits.elementsMax)
      this.refuse(`more than ${this.limits.elementsMax} elements`);
    if (this.ancestors.push(this.current) > this.limits.elementDepthMax) this.refuse('nested too deep');
    this.current?.children.push(element);
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

/** The parser's reason, less its own position, the names that it quotes from the document, and its regular expressions. */
function withoutNames({ message }: Error): string {
  const reason = message.replace(/^\d+:\d+: /, '').replace(/ must match.*/s, ' is not valid');
  return reason.replace(/[:.].*/s, '');
}

/** Apache XML-RPC's types beyond the standard ones live here. */
const EXTENSIONS_NAMESPACE = 'http://ws.apache.org/xmlrpc/namespaces/extensions';

const DECLARATION = 'xmlns:';

/**
 * Which prefix stands for which namespace, element by element. The parser's own namespace mode costs a third of its speed, and all
 * but one client do without prefixes.
 */
class PrefixScopes {
  private declared: Map<string, string> | undefined;
  /** The prefixes that each open element declares; undefined where it declares none. */
  private readonly scopes: (ReadonlyMap<string, string> | undefined)[] = [];

  /** Takes an attribute of the element that is opened next. */
  bind(attribute: string, value: string): void {
    if (!attribute.startsWith(DECLARATION)) return;
    this.declared ??= new Map();
    this.declared.set(attribute.slice(DECLARATION.length), value.trim());
  }

  /** The element's name with the prefix made canonical; undefined where the prefix is not bound. */
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

/** Text without leading and trailing white space as XML defines it, which leaves no-break spaces in place. */
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
