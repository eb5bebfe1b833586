/** Tests that every function on texts of callers and wallet services takes linear time, whatever the text. */
import { readJson } from '../../../src/adapters/json/reader.js';
import { readElement } from '../../../src/adapters/xmlrpc/element.js';
import { fieldNames } from '../../../src/core/transactions/fields.js';
import { keepAnswer, keepEnvelope, keepRawAnswer, keepText } from '../../../src/core/keep.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import { cutCardNumbers, idText } from '../../../src/core/wire/card-numbers.js';
import { codePointLength } from '../../../src/core/wire/code-points.js';
import { parseKlv } from '../../../src/core/wire/klv.js';
import { sizeOf } from '../../fault/size.js';
import { GROWTH_MAX, growthOf } from '../growth.js';

const PIECES = [
  ...[
    'cardway_',
    'a_',
    '"',
    "'",
    '<',
    '</',
    '\\',
    '\\\\"',
    '\\u0034',
    '\\u003c',
    '&',
    '&amp;',
    '&amp;amp;lt;',
    '&#52;',
    '&#',
  ],
  ...[
    '<!--',
    '<![CDATA[',
    '<![CDATA[4]]>',
    ':',
    '=',
    'a:',
    'abc:',
    'pin:',
    'pin:"',
    'cvv=1&',
    '"cvv":"1",',
    '"cvv":',
    '"cvv":{',
  ],
  ...[
    '"cvv":[',
    '"reference":"',
    '"reference":"4111111111111111",',
    '<pin>',
    '<reference>',
    '<pin><reference>',
    '<name>',
  ],
  ...[
    '<name>cvv</name><value>',
    '<name>cvv</name><value>1</value>',
    '<value>',
    '{',
    '[',
    '{"a":',
    '4',
    '4 ',
    '4.',
    '4111 1111 1111 1111 ',
  ],
  ...[
    '4111111111111111 ',
    '4111_',
    '1_',
    '0000_00000000_0000 ',
    '1_11111111_',
    '\uff11',
    '\u{1d7d2}',
    '\u0661',
    '\u00bd',
    '\u2474',
    '4\u0332',
  ],
  ...[
    '\u00a0',
    '\u3000',
    '\u200b',
    '\ufdfa',
    'Bearer ',
    'Basic',
    'whsec_',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    'a#1',
    '#1',
  ],
  ...[
    '://',
    '://a:b',
    'a://a:',
    'password',
    'password"',
    'otp  ',
    'ab12',
    '00205',
    '00201x',
    '05201x',
    '"transactionData":"0020512345"',
    'cvv:',
    'cvv is ',
    'cvv => 1 ',
    'cvv 2: 123 ',
    'pin ',
    '"name":"cvv",',
    '"value":{',
    '"value":"1","name":"cvv",',
    '"value":"1","reference":"1",',
    '{"name":"cvv","value":"1"},',
    '<a name="cvv">',
    '<a name="cvv"><value>',
    '&nbsp;',
    '%20',
    '4111,',
    '4 1 ',
    '4111111111111111=',
    '57134111111111111111D2712 ',
    '[cvv] => string(3) "',
  ],
];

const method = methodTable().find('Deduct')!;

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  keepText,
  'keepText of a JSON text': (text) => keepText(JSON.stringify({ text, list: [text] })),
  'keepText of an XML text': (text) => keepText(`<a>${text}</a>`),
  'keepText of a text of any length': (text) => keepText(text, Infinity),
  keepRawAnswer: (text) => keepRawAnswer(text, text),
  keepAnswer: (text) => keepAnswer({ text, transaction_data: text, [text]: 1 }),
  keepEnvelope: (text) =>
    keepEnvelope(
      { request: { narrative: text }, customer_id: 1, card_id: 2, request_id: '2_20240101_1' },
      method,
    ),
  cutCardNumbers,
  idText: (text) => idText(text, Infinity),
  parseKlv,
  fieldName: (text: string) => fieldNames(text).jsonName,
  codePointLength,
  readJson: (text) => refusing(() => readJson(Buffer.from(text))),
  'readJson of a member': (text) => refusing(() => readJson(Buffer.from(JSON.stringify({ text })))),
  'readJson of an answer': (text) => refusing(() => readJson(Buffer.from(text), { numbers: 'text' })),
  readElement: (text) =>
    refusing(() =>
      readElement(`<a>${text}</a>`, { elementDepthMax: 104, elementsMax: 5000, textLengthMax: 65_536 }),
    ),
};

/**
 * Lengths of texts. Pieces that cost most are tried at the next. A night run uses the longest text that a caller or wallet
 * service may send.
 */
const LENGTHS = [8192, sizeOf('CARDWAY_TEST_TEXT_LENGTH', 65_536)];

it.each(Object.entries(FUNCTIONS))('%s', (_name, run) => {
  let pieces = PIECES;
  for (const length of LENGTHS) {
    const growths = pieces.map((piece) => ({
      piece,
      ...growthOf((size) => textOf(piece, size), length, run),
    }));
    expect(growths.filter(({ times }) => times > GROWTH_MAX)).toEqual([]);
    pieces = growths
      .sort((a, b) => b.costUs - a.costUs)
      .slice(0, 3)
      .map(({ piece }) => piece);
  }
});

function textOf(piece: string, length: number): string {
  return `"cvv":"1" ${piece.repeat(Math.ceil(length / piece.length))} 4111111111111111`;
}

function refusing(read: () => unknown): void {
  try {
    read();
  } catch {
    // Nearly all of these texts are refused.
  }
}
