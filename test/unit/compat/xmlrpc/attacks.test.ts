import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import { GROWTH_MAX, growthOf } from '../../growth.js';
import { valueOrRefusal } from '../mutations.js';
import { callWith, describeValue, malformation } from './documents.js';

const refused = (document: string | Buffer): string =>
  malformation(() => readMethodCall(Buffer.from(document)));
const refusedIn = (content: string): string => malformation(() => readMethodCall(callWith(content)));

const BODY =
  '<methodCall><methodName>M</methodName><params><param><value>&x;</value></param></params></methodCall>';

/** Returns `levels` nested arrays. */
const nestedArrays = (levels: number): string =>
  `${'<array><data><value>'.repeat(levels)}1${'</value></data></array>'.repeat(levels)}`;

describe('document types and entities', () => {
  it.each([
    ['billion laughs', '<!DOCTYPE m [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY x "&b;&b;&b;">]>'],
    ['quadratic blow-up', `<!DOCTYPE m [<!ENTITY x "${'a'.repeat(10_000)}">]>`],
    ['a recursive entity', '<!DOCTYPE m [<!ENTITY x "&x;">]>'],
    ['a parameter entity', '<!DOCTYPE m [<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;]>'],
    ['an external file', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['an external address', '<!DOCTYPE m [<!ENTITY x SYSTEM "http://169.254.169.254/">]>'],
    ['an external DTD', '<!DOCTYPE m SYSTEM "http://127.0.0.1/m.dtd">'],
    ['a public DTD', '<!DOCTYPE m PUBLIC "-//X//Y" "m.dtd">'],
    ['a DOCTYPE that nothing uses', '<!DOCTYPE methodCall>'],
  ])('refuses %s at its DOCTYPE', (_what, doctype) => {
    const document = `<?xml version="1.0"?>\n<!-- c --> ${doctype}${BODY}`;
    expect(refused(document)).toBe('Line 2, column 12: a DOCTYPE is not accepted.');
  });

  it('refuses a DOCTYPE that never ends', () => {
    expect(refused('<!DOCTYPE m [<!ENTITY x "')).toBe('Line 1, column 25: unclosed tag.');
  });

  it.each(['<!doctype m>', '<!Doctype m>', '<!ENTITY x "y">'])('refuses %s', (declaration) => {
    expect(refused(`${declaration}${BODY}`)).toMatch(/^Line 1, column \d+: incorrect syntax/);
  });

  it.each([
    '&x;',
    '&eacute;',
    '&nbsp;',
    '&AMP;',
    '&amp',
    '&;',
    '&',
    '&#;',
    '&#x;',
    '&#xg;',
    '&# 65;',
    '& amp;',
  ])('refuses the reference %s', (reference) => {
    expect(refusedIn(reference)).toMatch(/^Line 2, column \d+: /);
  });

  it.each([
    ['H&M', 2],
    ['A & B', 3],
    ['AT&T &amp; Co', 3],
    ['&amp', 1],
    ['&;', 1],
    ['&amp;&lt;&#65; & ', 16],
    ['<!-- & --><![CDATA[ & ]]><?a & ?>&', 34],
    ['<string a="1 & 2">x</string>', 14],
  ])('points to the & of %s, which begins no reference', (text, column) => {
    const before = refusedIn('&;').slice('Line 2, column '.length);
    expect(refusedIn(text)).toBe(
      `Line 2, column ${parseInt(before, 10) + column - 1}: an & in a text must be written &amp;.`,
    );
  });

  it.each(['&', '<!--', '<![CDATA[', '<?', '&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '<!---->'])(
    'looks for it in linear time: %s',
    (piece) => {
      const body = (length: number) => callWith(`${piece.repeat(length / piece.length)}<`);
      const { times } = growthOf(body, 64_000, (bytes) => valueOrRefusal(() => readMethodCall(bytes)));
      expect(times).toBeLessThan(GROWTH_MAX);
    },
  );

  it('treats XInclude and schema locations as plain markup', () => {
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>';
    expect(refusedIn(include)).toContain('not a type of XML-RPC');
    const located = '<string xmlns:xsi="urn:xsi" xsi:schemaLocation="http://127.0.0.1/ a.xsd">a</string>';
    expect(readMethodCall(callWith(located)).params.map(describeValue)).toEqual(['string:a']);
  });
});

describe('limits', () => {
  it('accepts 32 nested arrays and refuses 33', () => {
    expect(readMethodCall(callWith(nestedArrays(32))).params).toHaveLength(1);
    expect(refusedIn(nestedArrays(33))).toContain('nested too deep');
  });

  it('accepts 32 nested structs and refuses 33', () => {
    const nested = (levels: number): string =>
      `${'<struct><member><name>a</name><value>'.repeat(levels)}1${'</value></member></struct>'.repeat(levels)}`;
    expect(readMethodCall(callWith(nested(32))).params).toHaveLength(1);
    expect(refusedIn(nested(33))).toContain('nested too deep');
  });

  it.each([
    ['elements', '<a>'],
    ['params', '<param>'],
    ['values', '<value>'],
    ['arrays', '<array><data><value>'],
  ])('refuses 50,000 nested %s without a crash', (_what, tag) => {
    expect(refused(`<methodCall>${tag.repeat(50_000)}`)).toContain('nested too deep');
  });

  it('accepts 64 params and refuses 65', () => {
    const call = (count: number): string =>
      `<methodCall><methodName>M</methodName><params>${'<param/>'.repeat(count)}</params></methodCall>`;
    expect(readMethodCall(Buffer.from(call(64))).params).toHaveLength(64);
    expect(refused(call(65))).toBe('Line 1, column 559: more than 64 params.');
  });

  it('accepts 5,000 elements and refuses 5,001', () => {
    const items = (count: number): string => `<array><data>${'<value/>'.repeat(count)}</data></array>`;
    expect(readMethodCall(callWith(items(4993))).params).toHaveLength(1);
    expect(refusedIn(items(4994))).toContain('more than 5000 elements');
  });

  it('accepts 65,536 characters in a value and refuses one more', () => {
    expect(readMethodCall(callWith('a'.repeat(65_536))).params).toHaveLength(1);
    expect(refusedIn('a'.repeat(65_537))).toContain('more than 65536 characters in one value');
    expect(refusedIn(`${'a'.repeat(65_535)}<![CDATA[b]]><!-- -->c`)).toContain('more than 65536 characters');
  });
});

describe('texts that do not fit their types', () => {
  it.each([
    ...[
      '',
      '1e+21',
      '1e3',
      '1.0',
      '1.5',
      'abc',
      'inf',
      'nan',
      '0x10',
      '1 2',
      '+',
      '--1',
      '\u0661',
      '\u00a01',
    ].map((text) => ['int', text]),
    ...[
      '',
      'inf',
      '-inf',
      'nan',
      'NaN',
      'Infinity',
      'INF',
      '1e',
      '.',
      'e5',
      '1.2.3',
      '0x1p3',
      '1,5',
      '1_000',
    ].map((text) => ['double', text]),
    ...['', '2', 'yes', 'truE1', '01'].map((text) => ['boolean', text]),
    ...['a', 'ab', 'abc', 'ab=c', 'a===', '====', 'ab-_', 'aGk=aGk='].map((text) => ['base64', text]),
    ['nil', 'x'],
    ['numeric', 'x'],
  ])('refuses <%s>%s in an array, and notes it of a parameter', (tag, text) => {
    const misfit = `<${tag}>${text}</${tag}>`;
    expect(refusedIn(`<array><data><value>${misfit}</value></data></array>`)).toBe(
      `Line 2, column 85: the text does not fit the type ${tag}.`,
    );
    expect(readMethodCall(callWith(misfit)).params).toEqual([{ kind: 'misfit', type: tag }]);
  });

  it('refuses text beside such a parameter', () => {
    expect(refusedIn('x<int>1.5</int>')).toContain('text directly inside <value>');
  });

  it.each([
    'String',
    'INT',
    'integer',
    'i3',
    'i16',
    'date',
    'undefined',
    'ex:i3',
    'constructor',
    '__proto__',
  ])('refuses the type %s', (type) => {
    expect(refusedIn(`<${type}>1</${type}>`)).toContain('not a type of XML-RPC');
  });
});

describe('characters that XML does not allow', () => {
  it.each(['\u0000', '\u0001', '\u0007', '\u0008', '\u000b', '\u000c', '\u001f', '\ufffe', '\uffff'])(
    'refuses %j raw, in CDATA and as a reference',
    (character) => {
      const code = character.charCodeAt(0);
      expect(refusedIn(`a${character}b`)).toContain('disallowed character');
      expect(refusedIn(`<![CDATA[a${character}b]]>`)).toContain('disallowed character');
      expect(refusedIn(`a&#${code};b`)).toContain('malformed character entity');
      expect(refusedIn(`a&#x${code.toString(16)};b`)).toContain('malformed character entity');
    },
  );

  it.each(['&#55296;', '&#xD800;', '&#xDFFF;', '&#xDE00;&#xD83D;', '&#x110000;', '&#99999999999999999999;'])(
    'refuses the reference %s',
    (reference) => {
      expect(refusedIn(reference)).toContain('malformed character entity');
    },
  );

  it('refuses them in XML 1.1 too', () => {
    expect(refused(`<?xml version="1.1"?>${BODY.replace('&x;', '&#1;')}`)).toContain(
      'malformed character entity',
    );
  });
});

describe('text that is not well-formed', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['plain text', 'hello'],
    ['JSON', '{"a":1}'],
    ['a tag that is cut off', '<methodCall'],
    ['an element that is not closed', '<methodCall><methodName>M</methodName>'],
    ['tags in the wrong order', '<methodCall><methodName>M</methodCall></methodName>'],
    ['another case in the end tag', '<methodCall></MethodCall>'],
    ['text before the root', `x${BODY.replace('&x;', '')}`],
    ['text after the root', `${BODY.replace('&x;', '')}x`],
    ['CDATA after the root', `${BODY.replace('&x;', '')}<![CDATA[x]]>`],
    ['a second root', `${BODY.replace('&x;', '')}<methodCall/>`],
    ['a NUL after the root', `${BODY.replace('&x;', '')}\u0000`],
    ['a declaration that is not first', ` <?xml version="1.0"?>${BODY.replace('&x;', '')}`],
    ['a declaration without version', `<?xml encoding="utf-8"?>${BODY.replace('&x;', '')}`],
    ['a declaration of XML 2.0', `<?xml version="2.0"?>${BODY.replace('&x;', '')}`],
    ['a repeated attribute', '<methodCall a="1" a="2"/>'],
    ['an attribute without quotes', '<methodCall a=1/>'],
    ['an attribute without value', '<methodCall a/>'],
    ['a less-than sign in an attribute', '<methodCall a="<"/>'],
    ['a bad name', '<1methodCall/>'],
    ['a comment with two dashes', '<methodCall><!-- a -- b --></methodCall>'],
    ['a comment that never ends', '<methodCall><!-- a </methodCall>'],
    ['CDATA that never ends', '<methodCall><![CDATA[</methodCall>'],
    [']]> in text', BODY.replace('&x;', 'a]]>b')],
  ])('refuses %s', (_what, document) => {
    expect(refused(document)).toMatch(/^Line 1, column \d+: [^.]+\.$/);
  });

  it('quotes no name out of the document', () => {
    expect(refused('<methodCall><PAN4111111111111111></methodCall>')).not.toContain('4111');
    expect(refused('<methodCall a4111="" a4111=""/>')).not.toContain('4111');
    expect(refusedIn('<a4111>4111</a4111>')).not.toContain('4111');
  });

  it('counts lines and columns in characters, from 1', () => {
    const document =
      '<?xml version="1.0"?>\r\n<methodCall>\r<methodName>M</methodName>\n<!-- 😀é --><params>x</params></methodCall>';
    expect(refused(document)).toBe('Line 4, column 12: text directly inside <params>.');
    expect(refused('<methodCall>\n\n  <é&')).toBe('Line 3, column 5: unclosed tag.');
  });
});

describe('XML documents that are not a methodCall', () => {
  const call = (content: string): string => `<methodCall>${content}</methodCall>`;
  const value = (content: string): string =>
    call(`<methodName>M</methodName><params><param><value>${content}</value></param></params>`);

  it.each([
    ['another root', '<methodResponse/>', 'the document is not a methodCall'],
    ['another case of the root', '<methodcall/>', 'the document is not a methodCall'],
    ['no method name', call('<params/>'), '<methodName> is missing'],
    ['an empty method name', call('<methodName> </methodName>'), 'the method name is empty'],
    [
      'two method names',
      call('<methodName>A</methodName><methodName>B</methodName>'),
      'a second <methodName>',
    ],
    [
      'an element in the method name',
      call('<methodName>A<b/></methodName>'),
      'an element inside the method name',
    ],
    ['an unknown child', call('<methodName>A</methodName><value/>'), 'only a method name and params'],
    ['text beside the method name', call('x<methodName>A</methodName>'), 'text directly inside <methodCall>'],
    [
      'a value without a param',
      call('<methodName>A</methodName><params><value/></params>'),
      'only <param> belongs',
    ],
    [
      'text in a param',
      call('<methodName>A</methodName><params><param>x</param></params>'),
      'directly inside <param>',
    ],
    [
      'a param of another content',
      call('<methodName>A</methodName><param><int>1</int></param>'),
      'only a value belongs',
    ],
    [
      'two values in a param',
      call('<methodName>A</methodName><param><value/><value/></param>'),
      'a second element',
    ],
    [
      'a value beside a nested param',
      call('<methodName>A</methodName><param><param/><value/></param>'),
      'only <param>',
    ],
    ['two types in a value', value('<int>1</int><int>2</int>'), 'a value of two types'],
    ['text beside a type', value('x<int>1</int>'), 'text directly inside <value>'],
    ['an element in a scalar', value('<string>a<b/></string>'), 'an element inside <string>'],
    ['an array without data', value('<array/>'), '<data> is missing'],
    ['two data in an array', value('<array><data/><data/></array>'), 'a second <data>'],
    ['another element in an array', value('<array><data/><x/></array>'), 'only <data> belongs'],
    ['no value in data', value('<array><data><int>1</int></data></array>'), 'only values belong'],
    ['text in data', value('<array><data>x</data></array>'), 'text directly inside <data>'],
    ['no member in a struct', value('<struct><name>a</name></struct>'), 'only members belong'],
    ['a member without name', value('<struct><member><value/></member></struct>'), '<name> is missing'],
    [
      'a member without value',
      value('<struct><member><name>a</name></member></struct>'),
      '<value> is missing',
    ],
    [
      'a member with two values',
      value('<struct><member><name>a</name><value/><value/></member></struct>'),
      'a second <value>',
    ],
    [
      'a member with something else',
      value('<struct><member><name>a</name><value/><x/></member></struct>'),
      'a member is a name and a value',
    ],
    [
      'an element in a name',
      value('<struct><member><name>a<b/></name><value/></member></struct>'),
      'an element inside a name',
    ],
  ])('refuses %s', (_what, document, problem) => {
    expect(refused(document)).toContain(problem);
  });

  it('refuses a repeated member, also in another spelling', () => {
    const member = (name: string): string => `<member><name>${name}</name><value/></member>`;
    expect(refusedIn(`<struct>${member('a')}${member('b')}${member(' <![CDATA[a]]>')}</struct>`)).toContain(
      'the member name is repeated',
    );
  });

  it.each(['__proto__', '&#95;_proto__', '<![CDATA[__proto__]]>'])('refuses the member %s', (name) => {
    const content = `<struct><member><name>${name}</name><value><struct/></value></member></struct>`;
    expect(refusedIn(content)).toContain('the member name is not allowed');
  });

  it('accepts the member constructor like any other', () => {
    const content = '<struct><member><name>constructor</name><value>x</value></member></struct>';
    expect(readMethodCall(callWith(content)).params.map(describeValue)).toEqual(['{"constructor":"x"}']);
  });
});

describe('documents of 64 KiB built to be slow', () => {
  const attributes = (count: number): string =>
    Array.from({ length: count }, (_none, index) => `a${index}=""`).join(' ');

  it.each<[what: string, content: (fill: (unit: string) => string, length: number) => string]>([
    ['references', (fill) => fill('&lt;')],
    ['empty CDATA', (fill) => fill('<![CDATA[]]>')],
    ['comments', (fill) => fill('<!---->')],
    ['dashes in a comment', (fill) => `<!--${fill('-x')}-->`],
    ['processing instructions', (fill) => fill('<?a?>')],
    ['brackets', (fill) => fill(']')],
    ['brackets in CDATA', (fill) => `<![CDATA[${fill(']]')}]]>`],
    ['a reference that never ends', (fill) => `&${fill('a')}`],
    ['white space before a digit', (fill) => `<int>${fill(' ')}1</int>`],
    ['white space in base64', (fill) => `<base64>${fill(' ')}!</base64>`],
    ['digits and then a letter', (fill) => `<double>${fill('1')}x</double>`],
    ['an int of many digits', (fill) => `<int>${fill('1')}</int>`],
    ['base64 that is wrong at the end', (fill) => `<base64>${fill('A')}!</base64>`],
    ['CRLF', (fill) => fill('\r\n')],
    ['members', (fill) => `<struct>${fill('<member><name>a</name><value/></member>')}</struct>`],
    ['attributes', (_fill, length) => `<string ${attributes(length / 11)}/>`],
    ['entities in a DOCTYPE', (fill) => `<!DOCTYPE a [${fill('<!ENTITY b "c">')}]>`],
    ['quotes in a declaration', (fill) => `<?xml ${fill("version='")}`],
  ])('are read or refused in time that grows only with their length: %s', (_what, content) => {
    const document = (length: number): Buffer => {
      const written = content((unit) => unit.repeat(Math.floor((length - 200) / unit.length)), length);
      return /^<(!DOCTYPE|\?xml)/.test(written) ? Buffer.from(written) : callWith(written);
    };
    const { times } = growthOf(document, 65_536, (body) => valueOrRefusal(() => readMethodCall(body)));
    expect(times).toBeLessThan(GROWTH_MAX);
  });
});
