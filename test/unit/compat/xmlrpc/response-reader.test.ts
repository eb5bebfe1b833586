import { readMethodResponse } from '../../../../src/adapters/xmlrpc/response-reader.js';
import type { JsonValue } from '../../../../src/core/wire/json.js';
import { GROWTH_MAX, growthOf } from '../../growth.js';
import { malformation } from './documents.js';

const response = (value: string): string =>
  `<methodResponse><params><param><value>${value}</value></param></params></methodResponse>`;

const jsonOf = (document: string | Buffer): JsonValue => {
  const read = readMethodResponse(document);
  if (read.kind === 'fault') throw new Error('a fault');
  return read.value;
};

const FAULT_MEMBERS =
  '<member><name>faultCode</name><value><int>-32601</int></value></member>' +
  '<member><name>faultString</name><value><string>No such method</string></value></member>';

describe('readMethodResponse', () => {
  it('reads the response of the processor’s simulator', () => {
    const document =
      '<methodResponse><params><param><value><struct><member><name>resultCode</name><value><int>1</int></value></member></struct></value></param></params></methodResponse>';
    expect(jsonOf(`<?xml version="1.0"?>${document}`)).toEqual({ resultCode: 1 });
  });

  it('reads the Balance sample', () => {
    const members =
      '<member><name>resultCode</name><value><int>1</int></value></member>' +
      '<member><name>balanceAmount</name><value><int>626900</int></value></member>';
    expect(jsonOf(response(`<struct>${members}</struct>`))).toEqual({ resultCode: 1, balanceAmount: 626900 });
  });

  it('reads activation methods with untyped values', () => {
    const method =
      '<value><struct><member><name>type</name><value>1</value></member><member><name>value</name><value>+27 XXX</value></member></struct></value>';
    const members =
      '<member><name>resultCode</name><value><i4>1</i4></value></member>' +
      `<member><name>activationMethods</name><value><array><data>${method}</data></array></value></member>`;
    expect(jsonOf(response(`<struct>${members}</struct>`))).toEqual({
      resultCode: 1,
      activationMethods: [{ type: '1', value: '+27 XXX' }],
    });
  });

  it.each([
    ['a root in lower case', response('<int>1</int>').replaceAll('methodResponse', 'methodresponse')],
    ['white space before the declaration', `\r\n\t <?xml version="1.0"?>${response('<int>1</int>')}\n`],
    ['a byte order mark', `\ufeff<?xml version="1.0"?>${response('<int>1</int>')}`],
    [
      'a declared encoding that was decoded before',
      `<?xml version="1.0" encoding="UTF-16"?>${response('<int>1</int>')}`,
    ],
    ['numeric', response('<numeric>1</numeric>')],
    ['a second end of the params', response('<int>1</int>').replace('</params>', '</params></params>')],
    [
      'a second end of the params, in other lines',
      `${response('<int>1</int>').replace('</params>', '</params>\n</params >\n').replaceAll('methodResponse', 'methodresponse')}\n`,
    ],
    [
      'a second, empty list of params',
      response('<int>1</int>').replace('</params>', '</params>\n<params> </params>'),
    ],
    ['pretty printing', response('<int>1</int>').replaceAll('><', '>\n  <')],
  ])('tolerates %s', (_what, document) => {
    expect(jsonOf(document)).toBe(1);
  });

  it('reads bytes in their declared encoding', () => {
    const document = `<?xml version="1.0" encoding="ISO-8859-1"?>${response('Caf\xe9')}`;
    expect(jsonOf(Buffer.from(document, 'latin1'))).toBe('Café');
  });

  it.each([
    '<methodResponse><params/></methodResponse>',
    '<methodResponse><params><param/></params></methodResponse>',
  ])('reads %s as nil', (document) => {
    expect(jsonOf(document)).toBeNull();
  });

  it('reads a fault', () => {
    const fault = `<methodResponse><fault><value><struct>${FAULT_MEMBERS}</struct></value></fault></methodResponse>`;
    expect(readMethodResponse(fault)).toEqual({
      kind: 'fault',
      value: { faultCode: -32601, faultString: 'No such method' },
    });
  });

  it.each([
    ['a fault that is no struct', '<fault><value>x</value></fault>', 'lacks its code'],
    [
      'a fault without string',
      `<fault><value><struct>${FAULT_MEMBERS.slice(0, 71)}</struct></value></fault>`,
      'lacks its code',
    ],
    ['neither params nor fault', '<value/>', 'neither params nor a fault'],
    ['nothing', '', 'the methodResponse is empty'],
    ['a result and a fault', '<params/><fault/>', 'a second element in the methodResponse'],
    ['two params', '<params><param/><param/></params>', 'a second <param>'],
    ['two lists of params', '<params/><params><param/></params>', 'a second element in the methodResponse'],
    ['a fault and a list of params', '<fault/><params/>', 'a second element in the methodResponse'],
    ['three lists of params', '<params/><params/><params/>', 'a third element in the methodResponse'],
    ['a third end of the params', '<params></params></params></params>', 'unexpected close tag'],
    ['a second end of a fault', '<fault></fault></fault>', 'unexpected close tag'],
    ['text', 'x<params/>', 'text directly inside <methodResponse>'],
  ])('refuses %s', (_what, content, problem) => {
    expect(malformation(() => readMethodResponse(`<methodResponse>${content}</methodResponse>`))).toContain(
      problem,
    );
  });

  it.each([
    ['a methodCall', '<methodCall/>'],
    ['HTML', '<html><body>502</body></html>'],
    ['a page that is no XML', 'upstream timed out'],
    ['nothing', ''],
    ['a DOCTYPE', `<!DOCTYPE x>${response('')}`],
    ['a document that is cut off', response('<int>1</int>').slice(0, -5)],
    ['two documents', response('') + response('')],
    ['a repeated member', response(`<struct>${FAULT_MEMBERS}${FAULT_MEMBERS}</struct>`)],
  ])('refuses %s', (_what, document) => {
    expect(malformation(() => readMethodResponse(document))).toMatch(/^Line \d+, column \d+: /);
  });

  it('accepts limits from its caller', () => {
    expect(malformation(() => readMethodResponse(response('abc'), { textLengthMax: 2 }))).toContain(
      'more than 2 characters',
    );
  });

  it('finds a second end of the params in time that grows only with the document', () => {
    for (const worst of [
      (length: number) => '</params>'.repeat(length / 9),
      (length: number) => `</params${' '.repeat(length)}`,
      (length: number) => {
        const blanks = ' '.repeat(length / 3);
        return `</params>${blanks}</params>${blanks}</methodResponse>${blanks}x`;
      },
    ]) {
      const { times } = growthOf(worst, 262_144, (text) => malformation(() => readMethodResponse(text)));
      expect(times).toBeLessThan(GROWTH_MAX);
    }
  });

  it('refuses 1 MiB of nested arrays at once', () => {
    const document = (length: number): string => `<methodResponse>${'<array>'.repeat(length / 7)}`;
    const read = (text: string): string => malformation(() => readMethodResponse(text));
    expect(read(document(1_048_576))).toContain('nested too deep');
    expect(growthOf(document, 1_048_576, read).times).toBeLessThan(GROWTH_MAX);
  });
});

describe('a value as JSON', () => {
  it.each<[content: string, json: JsonValue]>([
    ['<int>1</int>', 1],
    ['<int>-0</int>', 0],
    ['<int>+0012</int>', 12],
    ['<i8>9007199254740991</i8>', 9007199254740991],
    ['<i8>9007199254740992</i8>', '9007199254740992'],
    ['<i8>-9223372036854775808</i8>', '-9223372036854775808'],
    ['<int>+0009007199254740993</int>', '9007199254740993'],
    ['<int>-0009007199254740993</int>', '-9007199254740993'],
    ['<biginteger>123456789012345678901234567890</biginteger>', '123456789012345678901234567890'],
    ['<double>1.50</double>', 1.5],
    ['<double>-1.10e2</double>', -110],
    ['<double>-0.0</double>', 0],
    ['<boolean>1</boolean>', true],
    ['<boolean>True</boolean>', true],
    ['<boolean>0</boolean>', false],
    ['<boolean>FALSE</boolean>', false],
    ['<dateTime.iso8601>20260102T03:04:05</dateTime.iso8601>', '20260102T03:04:05'],
    ['<base64>aG k=</base64>', 'aGk='],
    ['<nil/>', null],
    ['<string> a </string>', ' a '],
    ['', ''],
    ['<array><data><value><nil/></value><value/></data></array>', [null, '']],
    ['<struct/>', {}],
    ['<struct><member><name>toString</name><value>x</value></member></struct>', { toString: 'x' }],
  ])('makes JSON of %s', (content, json) => {
    expect(jsonOf(response(content))).toEqual(json);
  });

  it('refuses a double out of range', () => {
    expect(malformation(() => jsonOf(response('<double>1e400</double>')))).toBe('A double is out of range.');
  });
});
