import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import { CAPTURES, MISFIT_VALUES, REFUSED_VALUES } from './captures.js';
import { callWith, describeValue, malformation } from './documents.js';

const read = (text: string): string[] => readMethodCall(Buffer.from(text)).params.map(describeValue);
const readOne = (content: string): string | undefined =>
  readMethodCall(callWith(content)).params.map(describeValue)[0];

describe('stock XML-RPC clients', () => {
  it.each(CAPTURES)('reads a call of $client', ({ body, charset, params }) => {
    const call = readMethodCall(body, charset);
    expect(call.methodName).toBe('Probe');
    expect(call.params.map(describeValue)).toEqual(params);
  });

  it.each(REFUSED_VALUES)('refuses $what', ({ value }) => {
    expect(malformation(() => readMethodCall(callWith(value)))).toMatch(/^Line 2, column \d+: /);
  });

  it.each(MISFIT_VALUES)('notes $what as a field that is wrong', ({ value }) => {
    expect(readMethodCall(callWith(value)).params).toMatchObject([{ kind: 'misfit' }]);
  });

  it('refuses a document that xmlrpc-c cut off at a NUL', () => {
    const cut = callWith('<string>a').subarray(0, 100);
    expect(malformation(() => readMethodCall(cut))).toBe('Line 2, column 78: unclosed tag.');
  });
});

describe('malformations in samples of the processor', () => {
  const CHECKSUM = '<param><value><string>AB12</string></value></param>';
  const FIRST = '<param><value><i4>1</i4></value></param>';
  const call = (params: string): string => `<methodCall><methodName>M</methodName>${params}</methodCall>`;

  it.each([
    ['a checksum after the params', `<params>${FIRST}</params>${CHECKSUM}`],
    ['a second list of params', `<params>${FIRST}</params><params>${CHECKSUM}</params>`],
    ['a second end of the params behind the checksum', `<params>${FIRST}</params>${CHECKSUM}</params>`],
    ['two ends of the params', `<params>${FIRST}${CHECKSUM}</params></params>`],
    ['a param inside a param', `<params><param>${FIRST}</param>${CHECKSUM}</params>`],
    ['two params inside a param', `<params><param>${FIRST}${CHECKSUM}</param></params>`],
  ])('reads %s in document order', (_what, params) => {
    expect(read(call(params))).toEqual(['int:1', 'string:AB12']);
  });

  it.each([
    ['a third end of the params', `<params>${FIRST}</params></params></params>`],
    ['a second end that is not the last', `<params>${FIRST}</params></params>${CHECKSUM}`],
  ])('refuses %s because that is not XML', (_what, params) => {
    const document = call(params);
    const after = document.indexOf('</params></params>') + '</params></params>'.length;
    expect(malformation(() => read(document))).toBe(`Line 1, column ${after}: unexpected close tag.`);
  });

  it.each([
    ['<numeric>12</numeric>', 'int:12'],
    ['<numeric>1.5</numeric>', 'double:1.5'],
    ['<int>\n  12\n</int>', 'int:12'],
    ['<string>\n  </string>', 'string:\n  '],
    ['<dateTime.iso8601>20100102T12:34:56+0700</dateTime.iso8601>', 'dateTime:20100102T12:34:56+0700'],
  ])('reads %j as %j', (content, value) => {
    expect(readOne(content)).toBe(value);
  });

  it('reads names with white space around them', () => {
    const member = '<struct>\n<member>\n<name>\n k </name><value>v</value></member></struct>';
    expect(readOne(member)).toBe('{"k":"v"}');
    expect(
      readMethodCall(Buffer.from('<methodCall><methodName>\n M\n</methodName></methodCall>')).methodName,
    ).toBe('M');
  });
});

describe('lenient forms', () => {
  const BODY =
    '<methodCall><methodName>M</methodName><params><param><value>x</value></param></params></methodCall>';

  it.each([
    ['no XML declaration', BODY],
    ['a declaration in single quotes', `<?xml version='1.0'?>${BODY}`],
    ['a declaration with a space at the end', `<?xml version="1.0" encoding="UTF-8" ?>${BODY}`],
    ['XML 1.1 read by the rules of 1.0', `<?xml version="1.1"?>${BODY}`],
    ['a byte order mark', `\ufeff<?xml version="1.0"?>${BODY}`],
    ['LF between elements', BODY.replaceAll('><', '>\n<')],
    ['CR between elements', BODY.replaceAll('><', '>\r<')],
    ['CRLF between elements', BODY.replaceAll('><', '>\r\n<')],
    ['comments and processing instructions between elements', BODY.replaceAll('><', '><!-- c --><?p i?><')],
    ['a comment after the document', `${BODY}<!-- end -->\n`],
    ['attributes', BODY.replace('<methodCall', '<methodCall xmlns="urn:x" a="&lt;"')],
  ])('reads %s', (_what, document) => {
    expect(read(document)).toEqual(['string:x']);
  });

  it.each([
    ['text', 'string:text'],
    ['  spaces kept  ', 'string:  spaces kept  '],
    ['', 'string:'],
    [' ', 'string: '],
    [' \n<string>x</string>\t', 'string:x'],
    ['<string>a<![CDATA[<b>]]>&amp;<!-- no -->c<?p i?>&#100;&#x65;</string>', 'string:a<b>&cde'],
    ['a<!-- no -->b<![CDATA[]]>', 'string:ab'],
    ['&lt;&gt;&amp;&apos;&quot;', 'string:<>&\'"'],
    ['<string>a\r\nb\rc&#13;&#10;</string>', 'string:a\nb\nc\r\n'],
    ['<string>😀\u0085\u00a0</string>', 'string:😀\u0085\u00a0'],
  ])('reads the string %j as %j', (content, value) => {
    expect(readOne(content)).toBe(value);
  });

  it.each([
    ...['int', 'i1', 'i2', 'i4', 'i8', 'biginteger'].map((tag) => [tag, '42', 'int:42']),
    ...['double', 'float', 'bigdecimal'].map((tag) => [tag, '-1.10e2', 'double:-1.10e2']),
    ['double', '.5', 'double:.5'],
    ['double', '5.', 'double:5.'],
    ['int', '+1', 'int:+1'],
    ['int', '01', 'int:01'],
    ['int', ' 1 ', 'int:1'],
    ['int', '-99999999999', 'int:-99999999999'],
    ['boolean', '0', 'boolean:0'],
    ['boolean', 'tRuE', 'boolean:tRuE'],
    ['boolean', ' FALSE ', 'boolean:FALSE'],
    ['dateTime.iso8601', ' 20260102T03:04:05 ', 'dateTime:20260102T03:04:05'],
    ['dateTime', '2026-01-02T03:04:05.678+02:00', 'dateTime:2026-01-02T03:04:05.678+02:00'],
    ['base64', ' aG\n k=\r\n', 'base64:aGk='],
    ['base64', '', 'base64:'],
    ['nil', '', 'nil:'],
  ])('reads <%s>%s as %j', (tag, text, value) => {
    expect(readOne(`<${tag}>${text}</${tag}>`)).toBe(value);
  });

  it.each(['i1', 'i2', 'i8', 'biginteger', 'float', 'bigdecimal', 'dateTime', 'nil'])(
    'reads the extension type %s under any prefix',
    (type) => {
      const text = type === 'nil' ? '' : '7';
      const bound = 'xmlns:any="http://ws.apache.org/xmlrpc/namespaces/extensions"';
      expect(readOne(`<any:${type} ${bound}>${text}</any:${type}>`)).toMatch(new RegExp(`:${text}$`));
    },
  );

  it('reads a param without a value as nil', () => {
    expect(
      read('<methodCall><methodName>M</methodName><params><param/><param> </param></params></methodCall>'),
    ).toEqual(['nil:', 'nil:']);
  });

  it('reads nested arrays and structs', () => {
    const content =
      '<struct><member><name>list</name><value><array><data><value>a</value><value><int>1</int></value></data></array></value></member>' +
      '<member><value><struct/></value><name>empty</name></member></struct>';
    expect(readOne(content)).toBe('{"list":["a",1],"empty":{}}');
  });

  it('reads a call without params', () => {
    expect(read('<methodCall><methodName>system.listMethods</methodName></methodCall>')).toEqual([]);
  });
});
