import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import {
  NIL,
  safeInteger,
  scalarBytes,
  scalarText,
  type XmlRpcParam,
} from '../../../../src/adapters/xmlrpc/values.js';
import { callWith } from './documents.js';

const valueOf = (content: string): XmlRpcParam => readMethodCall(callWith(content)).params[0] ?? NIL;
const base64 = (bytes: Buffer): string => `<base64>${bytes.toString('base64')}</base64>`;

describe('scalarText', () => {
  it.each([
    ['<string> a </string>', ' a '],
    [' untyped ', ' untyped '],
    ['<int>0012</int>', '0012'],
    ['<i4>+7</i4>', '+7'],
    ['<i8>99999999999999999999</i8>', '99999999999999999999'],
    ['<double>1.500000</double>', '1.500000'],
    ['<boolean>TRUE</boolean>', 'TRUE'],
    ['<dateTime.iso8601>20260102T03:04:05</dateTime.iso8601>', '20260102T03:04:05'],
    [base64(Buffer.from('Café €')), 'Café €'],
    [base64(Buffer.from('Caf\xe9', 'latin1')), 'Café'],
    [base64(Buffer.from('\x80 \xe9', 'latin1')), '€ é'],
    ['<base64/>', ''],
    ['<nil/>', ''],
  ])('is the text of %s as sent', (content, text) => {
    expect(scalarText(valueOf(content))).toBe(text);
  });

  it.each(['<array><data/></array>', '<struct/>'])('is nothing for %s', (content) => {
    expect(scalarText(valueOf(content))).toBeUndefined();
  });

  it.each(['\u0000', 'a\u0007', '\u001b[0m', '\uffff'])(
    'is nothing for base64 of %j, which XML cannot hold',
    (text) => {
      expect(scalarText(valueOf(base64(Buffer.from(text))))).toBeUndefined();
    },
  );
});

describe('scalarBytes', () => {
  it('gives text in the encoding of the document, and base64 unchanged', () => {
    expect(scalarBytes(valueOf('é'), 'windows-1252')).toEqual(Buffer.from([0xe9]));
    expect(scalarBytes(valueOf('é'), 'utf-8')).toEqual(Buffer.from('é'));
    expect(scalarBytes(valueOf(base64(Buffer.from([0xe9]))), 'utf-8')).toEqual(Buffer.from([0xe9]));
  });

  it.each(['<array><data/></array>', '<struct/>'])('gives nothing for %s', (content) => {
    expect(scalarBytes(valueOf(content), 'utf-8')).toBeUndefined();
  });

  it('gives nothing when the encoding lacks a character', () => {
    expect(scalarBytes(valueOf('😀'), 'windows-1252')).toBeUndefined();
  });
});

describe('safeInteger', () => {
  it.each([
    ['<int>1439</int>', 1439],
    ['<i4>000000015000</i4>', 15000],
    ['<int>+1</int>', 1],
    ['<int>-5</int>', -5],
    ['<int>-0</int>', 0],
    ['<i8>9007199254740991</i8>', Number.MAX_SAFE_INTEGER],
    ['<string> 200 </string>', 200],
    ['200', 200],
  ])('accepts %s', (content, integer) => {
    expect(safeInteger(valueOf(content))).toBe(integer);
  });

  it.each([
    '<i8>9007199254740992</i8>',
    '<int>00000000000000000012</int>',
    '<string>1e3</string>',
    '<string/>',
    '<double>1.0</double>',
    '<boolean>1</boolean>',
    '<nil/>',
    '<struct/>',
  ])('refuses %s', (content) => {
    expect(safeInteger(valueOf(content))).toBeUndefined();
  });
});
