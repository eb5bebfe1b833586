import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from 'xmlrpc';
import { readMethodResponse } from '../../../../src/adapters/xmlrpc/response-reader.js';
import { writeFault, writeMethodResponse } from '../../../../src/adapters/xmlrpc/writer.js';
import type { JsonValue } from '../../../../src/core/wire/json.js';

const valueXml = (value: JsonValue): string => {
  const document = writeMethodResponse(value).toString();
  const [, written] = /<param>(.*)<\/param>/s.exec(document) ?? [];
  return written ?? '';
};

describe('writeMethodResponse', () => {
  it('writes the whole document compactly, members in the order of their names', () => {
    expect(writeMethodResponse({ resultCode: 1, balanceAmount: 626900 }).toString()).toBe(
      '<?xml version="1.0"?><methodResponse><params><param><value><struct>' +
        '<member><name>balanceAmount</name><value><int>626900</int></value></member>' +
        '<member><name>resultCode</name><value><int>1</int></value></member>' +
        '</struct></value></param></params></methodResponse>',
    );
  });

  it.each<[value: JsonValue, xml: string]>([
    ['text', '<string>text</string>'],
    [' two  spaces ', '<string> two  spaces </string>'],
    ['', '<string/>'],
    ['Café €', '<string>Caf&#233; &#8364;</string>'],
    ['\ufffd 😀😀', '<string>&#65533; ??</string>'],
    ['<a & b>', '<string>&lt;a &amp; b&gt;</string>'],
    ['&lt;', '<string>&amp;lt;</string>'],
    ['a<b]]>c]]>d', '<string>a&lt;b]]&gt;c]]&gt;d</string>'],
    ['a\r\nb\tc', '<string>a&#xD;\nb\tc</string>'],
    ['a\u0000b\u001b\u007f\uffff', '<string>a&#65533;b&#65533;\u007f&#65533;</string>'],
    ['half \ud800 pair', '<string>half &#65533; pair</string>'],
    [0, '<int>0</int>'],
    [-0, '<int>0</int>'],
    [-17, '<int>-17</int>'],
    [2147483647, '<int>2147483647</int>'],
    [-2147483648, '<int>-2147483648</int>'],
    [2147483648, '<string>2147483648</string>'],
    [-2147483649, '<string>-2147483649</string>'],
    [9007199254740991, '<string>9007199254740991</string>'],
    [1e21, '<string>1000000000000000000000</string>'],
    [1.5, '<double>1.5</double>'],
    [1.5e-7, '<double>0.00000015</double>'],
    [-1e-7, '<double>-0.0000001</double>'],
    [true, '<boolean>1</boolean>'],
    [false, '<boolean>0</boolean>'],
    [null, '<string/>'],
    [[], '<array><data/></array>'],
    [[1, null], '<array><data><value><int>1</int></value><value><string/></value></data></array>'],
    [{}, '<struct/>'],
    [{ a: null }, '<struct/>'],
    [
      { 'a<&>': 'x' },
      '<struct><member><name>a&lt;&amp;&gt;</name><value><string>x</string></value></member></struct>',
    ],
    [
      { 'a\u0000': 'x' },
      '<struct><member><name>a&#65533;</name><value><string>x</string></value></member></struct>',
    ],
  ])('writes %j as %s', (value, xml) => {
    expect(valueXml(value)).toBe(`<value>${xml}</value>`);
  });

  it('writes equal objects as equal bytes, whatever the order of their members', () => {
    const one = writeMethodResponse({ b: 1, a: { d: 'x', c: [true] } });
    const other = writeMethodResponse({ a: { c: [true], d: 'x' }, b: 1 });
    expect(one).toEqual(other);
  });

  it('never writes two members of one name', () => {
    const xml = valueXml({ 'a\u0001': 1, 'a\u0002': 2 });
    expect(xml.match(/<name>/g)).toHaveLength(1);
  });
});

describe('writeFault', () => {
  it('writes code and text', () => {
    expect(writeFault(-32700, 'Line 1, column 2: <bad> & worse.\u0000').toString()).toBe(
      '<?xml version="1.0"?><methodResponse><fault><value><struct>' +
        '<member><name>faultCode</name><value><int>-32700</int></value></member>' +
        '<member><name>faultString</name><value><string>Line 1, column 2: &lt;bad&gt; &amp; worse.&#65533;</string></value></member>' +
        '</struct></value></fault></methodResponse>',
    );
  });

  it('writes documents that the gateway’s reader accepts', () => {
    expect(readMethodResponse(writeFault(-32601, 'x'))).toEqual({
      kind: 'fault',
      value: { faultCode: -32601, faultString: 'x' },
    });
  });
});

describe('a stock client', () => {
  let server: Server;
  let answer: Buffer;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const call = (body: Buffer): Promise<{ error: unknown; value: unknown }> => {
    answer = body;
    const { port } = server.address() as AddressInfo;
    const client = createClient({ host: '127.0.0.1', port, path: '/RPC2' });
    return new Promise((resolve) => client.methodCall('M', [], (error, value) => resolve({ error, value })));
  };

  it('reads every kind of value', async () => {
    const value = {
      text: 'a<b&]]>c]]>d é\r\n',
      int: -17,
      big: 9007199254740991,
      yes: true,
      list: ['', 1.5, { a: 'b' }],
    };
    await expect(call(writeMethodResponse(value))).resolves.toMatchObject({
      error: null,
      value: { ...value, big: '9007199254740991' },
    });
  });

  it('reads a fault', async () => {
    const { error } = await call(writeFault(-32601, 'The method is unknown.'));
    expect(error).toMatchObject({ faultCode: -32601, faultString: 'The method is unknown.' });
  });
});
