/** An element of the document. Attributes are not kept. */
export interface XmlElement {
  /** Name as written. In the extensions' namespace it is `ex:` and the local name, whatever the prefix. */
  readonly name: string;
  readonly children: XmlElement[];
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

export const TOO_DEEP = 'nested too deep';

export function moreElements(elementsMax: number): string {
  return `more than ${String(elementsMax)} elements`;
}
