import fc from 'fast-check';
import { parseElement, type TreeLimits, type XmlElement } from '../../../../src/adapters/xmlrpc/element.js';
import { readPlainElement } from '../../../../src/adapters/xmlrpc/element.js';
import { CAPTURES } from './captures.js';
import type { CardwayError } from '../../../../src/platform/errors.js';
import { mutated } from '../mutations.js';

const LIMITS: TreeLimits = { elementDepthMax: 12, elementsMax: 60, textLengthMax: 200 };

const SAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<methodCall><methodName>Deduct</methodName><params>
  <param><value><string>0068766621</string></value></param><param><value><int>200</int></value></param>
  <param><value/></param></params></methodCall>`;

/** A tree as a text, with the place of each element. */
function described({ name, text, offset, children }: XmlElement): unknown {
  return [name, text, offset, children.map(described)];
}

/** Returns the tree, or the reason of a refusal. */
function outcome(read: () => XmlElement | undefined): unknown {
  try {
    const root = read();
    return root && described(root);
  } catch (error) {
    return (error as CardwayError).message;
  }
}

/** Fails where the plain reader reads or refuses the document, and the parser differs. */
function expectSameTree(source: string): void {
  const plain = outcome(() => readPlainElement(source, LIMITS));
  if (plain === undefined) return;
  expect([source, plain]).toEqual([source, outcome(() => parseElement(source, LIMITS))]);
}

const TOKENS = [
  '<',
  '>',
  '</',
  '/>',
  '<a>',
  '</a>',
  '<a/>',
  '<a/ >',
  '<a b="c">',
  '<a >',
  '</a >',
  ']]>',
  '&lt;',
  '\r',
  '\n',
];
const MORE = [
  '<!--x-->',
  '<![CDATA[x]]>',
  '<?xml version="1.0"?>',
  '<?p?>',
  '<!DOCTYPE a>',
  '<x:a>',
  '<1a>',
  '<a-b>',
  '\u00e9',
];

describe('a plain document', () => {
  it('is read without the parser where machines write it', () => {
    expect(readPlainElement(SAMPLE, LIMITS)).toBeDefined();
    expectSameTree(SAMPLE);
  });

  it('gives the same tree as the parser, whatever is done to it', () => {
    const documents = [SAMPLE, '<a><b>x</b>y<c/></a>', ...CAPTURES.map(({ body }) => String(body))].map(
      (text) => Buffer.from(text),
    );
    fc.assert(
      fc.property(mutated(documents, [...TOKENS, ...MORE]), (body) =>
        expectSameTree(body.toString('latin1')),
      ),
      { numRuns: 3000 },
    );
  });

  it('gives the same tree as the parser, whatever its pieces', () => {
    const pieces = fc.array(fc.constantFrom(...TOKENS, ...MORE, 'text', ' '), { maxLength: 10 });
    fc.assert(
      fc.property(pieces, (some) => {
        expectSameTree(some.join(''));
        expectSameTree(`<a>${some.join('')}</a>`);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['too many elements', `<a>${'<b/>'.repeat(60)}</a>`, 'more than 60 elements'],
    ['elements nested too deep', `${'<a>'.repeat(13)}${'</a>'.repeat(13)}`, 'nested too deep'],
  ])('is refused as by the parser: %s', (_, source, reason) => {
    expect(outcome(() => readPlainElement(source, LIMITS))).toContain(reason);
    expectSameTree(source);
  });

  it.each([
    ['too much text', `<a>${'x'.repeat(201)}</a>`],
    ['a reference', '<a>&amp;</a>'],
    ['an attribute', '<a b="c"/>'],
    ['a second root', '<a/><b/>'],
    ['text behind the root', '<a/>x'],
    ['no end', '<a><b></b>'],
    ['no element', ' '],
  ])('is left to the parser: %s', (_, source) => {
    expect(readPlainElement(source, LIMITS)).toBeUndefined();
  });
});
