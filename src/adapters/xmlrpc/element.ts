import { malformedAt } from '../malformed.js';

/** An element of the document. Attributes and prefixes are not kept. */
export interface XmlElement {
  readonly name: string;
  children: readonly XmlElement[];
  /** Character data directly inside, with CDATA, without comments and processing instructions, with line ends as LF. */
  text: string;
  /** The document, and the start of the element in it (`offset`), to locate a problem. */
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
  // XML reads every line end as LF. Lines and columns stay.
  return new TreeReader(source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source, limits).read();
}

/** Throws MALFORMED at the start tag of the element. */
export function refuseElement({ source, offset }: XmlElement, problem: string): never {
  throw malformedAt({ text: source, offset, problem });
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

/** An element whose end tag is not read yet. */
interface OpenElement {
  readonly element: XmlElement;
  /** Name as written in the start tag. */
  readonly tag: string;
}

interface StartTag {
  readonly start: number;
  readonly attributes?: string | undefined;
  readonly isEmpty?: boolean;
}

class TreeReader {
  private root: XmlElement | undefined;
  private current: OpenElement | undefined;
  private readonly ancestors: (OpenElement | undefined)[] = [];
  private elements = 0;

  constructor(
    private readonly source: string,
    private readonly limits: TreeLimits,
  ) {}

  read(): XmlElement {
    const { source } = this;
    const disallowed = source.search(NOT_IN_XML);
    if (disallowed !== -1) this.refuse('disallowed character', disallowed);
    let at = DECLARATION.exec(source)?.[0].length ?? 0;
    while (at < source.length) {
      const next = source.indexOf('<', at);
      const start = next === -1 ? source.length : next;
      if (start > at) this.readText(source.slice(at, start), at);
      at = next === -1 ? start : this.readMarkup(start);
    }
    if (this.current !== undefined) this.refuse('unclosed tag');
    return this.root ?? this.refuse('the document has no element');
  }

  private readText(written: string, from: number): void {
    if (this.current === undefined && isBlank(written)) return;
    const close = written.indexOf(']]>');
    if (close !== -1) this.refuse('the string "]]>" is disallowed in a text', from + close);
    this.append(this.decoded(written, from), from);
  }

  /** Reads a tag, a CDATA section, a comment or a processing instruction. Returns its end. */
  private readMarkup(start: number): number {
    const end = this.source.indexOf('>', start) + 1;
    if (end === 0) this.refuse('unclosed tag');
    // Nearly every tag is a name alone, which takes half the time of the pattern.
    const tag = this.source.slice(start + 1, end - 1);
    if (tag.startsWith('/') && tag.slice(1) === this.current?.tag) this.close(this.current.tag, end);
    else if (PLAIN_NAME.test(tag)) this.open(tag, { start });
    else return this.readOtherMarkup(start);
    return end;
  }

  private readOtherMarkup(start: number): number {
    MARKUP.lastIndex = start;
    const found = MARKUP.exec(this.source);
    if (found === null) {
      const isDoctype = this.source.startsWith('<!DOCTYPE', start);
      return this.refuse(isDoctype ? 'a DOCTYPE is not accepted' : 'incorrect syntax', start);
    }
    const [whole, opened, attributes, slash, closed, cdata] = found;
    const end = start + whole.length;
    if (opened !== undefined) this.open(opened, { start, attributes, isEmpty: slash === '/' });
    else if (closed !== undefined) this.close(closed, end);
    else if (cdata !== undefined) this.append(cdata, start);
    return end;
  }

  private open(tag: string, { start, attributes = '', isEmpty = false }: StartTag): void {
    const { source, current, limits } = this;
    if (current === undefined && this.root !== undefined) this.refuse('a second root element', start);
    this.elements += 1;
    if (this.elements > limits.elementsMax)
      this.refuse(`more than ${String(limits.elementsMax)} elements`, start);
    if (this.ancestors.length >= limits.elementDepthMax) this.refuse('nested too deep', start);
    this.checkAttributes(attributes, start + 1 + tag.length);
    // Apache XML-RPC writes a prefix before its types, and other clients write none. No other element has one.
    const name = tag.slice(tag.indexOf(':') + 1);
    const element: XmlElement = { name, children: NONE, text: '', source, offset: start };
    adopt(current?.element, element);
    this.root ??= element;
    if (isEmpty) return;
    this.ancestors.push(current);
    this.current = { element, tag };
  }

  private close(tag: string, end: number): void {
    if (this.current?.tag !== tag) this.refuse('unexpected close tag', end - 1);
    this.current = this.ancestors.pop();
  }

  private append(text: string, at: number): void {
    const element = this.current?.element ?? this.refuse('text outside of the root element', at);
    element.text += text;
    const { textLengthMax } = this.limits;
    if (element.text.length > textLengthMax)
      this.refuse(`more than ${String(textLengthMax)} characters in one value`, at);
  }

  /** Attributes must be well-formed, and otherwise do not count. */
  private checkAttributes(attributes: string, from: number): void {
    if (attributes === '') return;
    const names = new Set<string>();
    for (const { 0: whole, 1: name = '', 2: quoted = '', index } of attributes.matchAll(ATTRIBUTES)) {
      if (names.has(name)) this.refuse('duplicate attribute', from + index + 1);
      names.add(name);
      this.decoded(quoted, from + index + whole.length - quoted.length);
    }
  }

  /**
   * Returns a text with its characters in place of references. Apache XML-RPC writes an emoji as two references, one for each half
   * (`&#55357;&#56832;`).
   */
  private decoded(written: string, from: number): string {
    if (!written.includes('&')) return written;
    const text = written.replace(REFERENCE, (_found, reference: string | undefined, at: number) => {
      if (reference === undefined) return this.refuse('an & in a text must be written &amp;', from + at);
      return characterOf(reference) ?? this.refuse('malformed character entity', from + at);
    });
    return text.isWellFormed() ? text : this.refuse('malformed character entity', from);
  }

  private refuse(problem: string, offset = Math.max(this.source.length - 1, 0)): never {
    throw malformedAt({ text: this.source, offset, problem });
  }
}

/**
 * Returns the character of a reference, or one half of it. Undefined for other entities, and for characters that XML does not
 * allow.
 */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return PREDEFINED.get(reference);
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  const character = code > 0x10ffff ? '\0' : String.fromCodePoint(code);
  return character.isWellFormed() && NOT_IN_XML.test(character) ? undefined : character;
}

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A character that XML does not allow. */
export const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u;
/** A reference, or an & that begins none. */
const REFERENCE = /&(?:([^\s<&;]{1,40});)?/g;

/** All characters beyond Latin-1 count as letters: XML-RPC knows no name with one. */
const NAME = String.raw`[A-Za-z_:\xc0-\xd6\xd8-\xf6\xf8-\uffff][\w:.\xb7\xc0-\xd6\xd8-\xf6\xf8-\uffff-]*`;
const PLAIN_NAME = /^[A-Za-z][\w.]*$/;
const SPACE = String.raw`[ \t\r\n]`;
const ATTRIBUTE = `${SPACE}+${NAME}${SPACE}*=${SPACE}*(?:"[^"<]*"|'[^'<]*')`;
/** A start tag with its attributes, an end tag, a CDATA section, a comment, or a processing instruction. */
const MARKUP = new RegExp(
  [
    `<(${NAME})((?:${ATTRIBUTE})*)${SPACE}*(/?)>`,
    `</(${NAME})${SPACE}*>`,
    String.raw`<!\[CDATA\[([^]*?)\]\]>`,
    '<!--(?:(?!--)[^])*?-->',
    String.raw`<\?(?![xX][mM][lL][ \t\r\n?])${NAME}(?:${SPACE}[^]*?)?\?>`,
  ].join('|'),
  'y',
);
/** Begins with one white space, so that a long text takes one look. */
const ATTRIBUTES = /[ \t\r\n]([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/g;
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/;

/** Returns text without leading and trailing white space as XML defines it, which leaves no-break spaces in place. */
export function trimWhiteSpace(text: string): string {
  if (!/^[ \t\r\n]|[ \t\r\n]$/.test(text)) return text;
  return /^[ \t\r\n]*(.*[^ \t\r\n])?/s.exec(text)?.[1] ?? '';
}

export function isBlank(text: string): boolean {
  return text === '' || !/[^ \t\r\n]/.test(text);
}
