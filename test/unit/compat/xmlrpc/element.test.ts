import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { readElement, type TreeLimits, type XmlElement } from '../../../../src/adapters/xmlrpc/element.js';
import { valueOrRefusal, mutated } from '../mutations.js';
import { CAPTURES } from './captures.js';

const LIMITS: TreeLimits = { elementDepthMax: 12, elementsMax: 60, textLengthMax: 200 };

/** Element with its name, text and children. */
type Described = [name: string, text: string, children: Described[]];

function described({ name, text, children }: XmlElement): Described {
  return [name, text, children.map(described)];
}

/** Reads a document with a parser of another author; undefined where that refuses it. */
function readWithSaxes(source: string): Described | undefined {
  let root: Described | undefined;
  const open: Described[] = [];
  const append = (text: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current[1] += text;
  };
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const refuse = (): never => {
    throw new Error('refused');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('opentag', ({ name }) => {
    const element: Described = [name, '', []];
    open.at(-1)?.[2].push(element);
    open.push(element);
    root ??= element;
  });
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(source).close();
    return root;
  } catch {
    return undefined;
  }
}

/** Fails where the two readers differ, except on prefixes and on what the limits refuse. */
function expectSameTree(source: string): void {
  const read = valueOrRefusal(() => described(readElement(source, LARGE)));
  expect([source, read?.value]).toEqual([source, readWithSaxes(source)]);
}

const LARGE: TreeLimits = { elementDepthMax: 1000, elementsMax: 10_000, textLengthMax: 1_000_000 };

const SAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<methodCall><methodName>Deduct</methodName><params>
  <param><value><string>0068766621</string></value></param><param><value><int>200</int></value></param>
  <param><value/></param></params></methodCall>`;

const TOKENS = [
  ...['<', '>', '</', '/>', '<a>', '</a>', '<a/>', '<a/ >', '<a b="c">', "<a b='>'>", '<a >', '</a >'],
  ...[
    ']]>',
    '&lt;',
    '&#65;',
    '&#x41;',
    '&#0;',
    '&#xD800;',
    '&#x1F600;',
    '&x;',
    '&',
    '&amp',
    '\r',
    '\n',
    '\r\n',
  ],
  ...[
    '<!--x-->',
    '<!---->',
    '<!--',
    '-->',
    '--',
    '<![CDATA[x]]>',
    '<![CDATA[',
    '<?p?>',
    '<?p x?>',
    '<?xml?>',
  ],
  ...['<?xml version="1.0"?>', '<!DOCTYPE a>', '<a b="&amp;">', '<a b="&">', '<a b="<">', '<a b="" b="">'],
  ...['<a b>', '<a b=c>', '<1a>', '<a-b>', '<a.b/>', '<é/>', 'é', '😀', '\u0000', '\ufffe'],
];

describe('the XML reader', () => {
  it('gives the same tree as saxes, whatever is done to a document', () => {
    const documents = [SAMPLE, '<a><b>x</b>y<c/></a>', ...CAPTURES.map(({ body }) => body.toString('latin1'))]
      .filter((text) => !/<\w+:|[\x80-\xff]/.test(text))
      .map((text) => Buffer.from(text));
    fc.assert(
      fc.property(mutated(documents, TOKENS), (body) => expectSameTree(body.toString('latin1'))),
      { numRuns: 1000 },
    );
  });

  it('gives the same tree as saxes, whatever its pieces', () => {
    const pieces = fc.array(fc.constantFrom(...TOKENS, 'text', ' '), { maxLength: 10 });
    fc.assert(
      fc.property(pieces, (some) => {
        expectSameTree(some.join(''));
        expectSameTree(`<a>${some.join('')}</a>`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['too many elements', `<a>${'<b/>'.repeat(60)}</a>`, 'more than 60 elements'],
    ['elements nested too deep', `${'<a>'.repeat(13)}${'</a>'.repeat(13)}`, 'nested too deep'],
    ['too much text', `<a>${'x'.repeat(201)}</a>`, 'more than 200 characters'],
    ['a second root', '<a/><b/>', 'a second root element'],
    ['text behind the root', '<a/>x', 'text outside of the root element'],
    ['no end', '<a><b></b>', 'unclosed tag'],
    ['a tag that is cut off', '<a', 'unclosed tag'],
    ['no element', ' ', 'the document has no element'],
  ])('refuses %s', (_, source, reason) => {
    expect(() => readElement(source, LIMITS)).toThrow(reason);
  });
});
