import { decodeXml, encodeIn, type XmlEncoding } from '../../../../src/adapters/xmlrpc/encoding.js';
import { readMethodCall } from '../../../../src/adapters/xmlrpc/reader.js';
import { describeValue, malformation } from './documents.js';

const XML = (encoding: string | undefined, text: string): string =>
  `<?xml version="1.0"${encoding === undefined ? '' : ` encoding="${encoding}"`}?>` +
  `<methodCall><methodName>M</methodName><params><param><value>${text}</value></param></params></methodCall>`;

const UTF16LE = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const UTF16BE = (text: string): Buffer => UTF16LE(text).swap16();

const read = (body: Buffer, charset?: string): string =>
  readMethodCall(body, charset).params.map(describeValue).join();

describe('decodeXml', () => {
  it.each<[what: string, body: Buffer, charset: string | undefined, encoding: XmlEncoding, value: string]>([
    ['UTF-8 by default', Buffer.from(XML(undefined, 'é€😀')), undefined, 'utf-8', 'é€😀'],
    ['declared UTF-8', Buffer.from(XML('UTF-8', 'é')), undefined, 'utf-8', 'é'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${XML('utf-8', 'é')}`), undefined, 'utf-8', 'é'],
    ['US-ASCII over UTF-8 bytes', Buffer.from(XML('us-ascii', 'é')), undefined, 'utf-8', 'é'],
    ['declared ISO-8859-1', Buffer.from(XML('ISO-8859-1', '\xe9'), 'latin1'), undefined, 'windows-1252', 'é'],
    [
      'ISO-8859-1 as windows-1252',
      Buffer.from(XML('iso-8859-1', '\x80\x93'), 'latin1'),
      undefined,
      'windows-1252',
      '€“',
    ],
    [
      'windows-1252',
      Buffer.from(XML('windows-1252', '\x80\x9f\x81'), 'latin1'),
      undefined,
      'windows-1252',
      '€Ÿ\u0081',
    ],
    ['a charset of HTTP', Buffer.from(XML(undefined, '\xe9'), 'latin1'), 'ISO-8859-1', 'windows-1252', 'é'],
    ['a charset in quotes', Buffer.from(XML(undefined, 'é')), ' "UTF8" ', 'utf-8', 'é'],
    [
      'the charset of HTTP before the declaration',
      Buffer.from(XML('iso-8859-1', 'é')),
      'utf-8',
      'utf-8',
      'é',
    ],
    ['a mark before the charset of HTTP', Buffer.from(`\ufeff${XML('latin1', 'é')}`), 'latin1', 'utf-8', 'é'],
    ['UTF-16 little endian with a mark', UTF16LE(XML('utf-16', 'é😀')), undefined, 'utf-16le', 'é😀'],
    ['UTF-16 big endian with a mark', UTF16BE(XML('utf-16', 'é😀')), undefined, 'utf-16be', 'é😀'],
    ['UTF-16 with a mark and another label', UTF16LE(XML('utf-8', 'é')), 'utf-8', 'utf-16le', 'é'],
  ])('reads %s', (_what, body, charset, encoding, value) => {
    expect(decodeXml(body, charset).encoding).toBe(encoding);
    expect(read(body, charset)).toBe(`string:${value}`);
  });

  it.each([
    'utf-7',
    'UTF-32',
    'utf-32le',
    'ucs-4',
    'ebcdic-cp-us',
    'cp037',
    'koi8-r',
    'shift_jis',
    'iso-8859-15',
    'x',
  ])('refuses the label %s, declared or in HTTP', (label) => {
    const problem =
      'Line 1, column 1: the character encoding is not one of UTF-8, US-ASCII, ISO-8859-1, windows-1252, UTF-16 with a byte order mark';
    expect(malformation(() => decodeXml(Buffer.from(XML(label, 'a'))))).toContain(problem);
    expect(malformation(() => decodeXml(Buffer.from(XML(undefined, 'a')), label))).toContain(problem);
  });

  it.each(['utf-16', 'utf-16le', 'utf-16be'])('refuses %s without a mark', (label) => {
    expect(malformation(() => decodeXml(Buffer.from(XML(label, 'a'), 'utf16le'), label))).toContain(
      'UTF-16 with a byte order mark',
    );
  });

  it('refuses UTF-16 without mark and label, UTF-32 with a mark, and EBCDIC', () => {
    expect(malformation(() => read(Buffer.from(XML(undefined, 'a'), 'utf16le')))).toContain(
      'Line 1, column 2: disallowed',
    );
    const utf32 = Buffer.from(
      [...`\ufeff${XML(undefined, 'a')}`].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8, 0, 0]),
    );
    expect(malformation(() => read(utf32))).toContain('disallowed character');
    expect(malformation(() => read(Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93])))).toContain('not UTF-8');
  });

  it.each([
    ['a Latin-1 byte', [0xe9]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate in CESU-8', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ['a lone continuation byte', [0x80]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['0xFF', [0xff]],
  ])('refuses %s in UTF-8 and says where', (_what, bytes) => {
    const [before = '', after = ''] = XML('utf-8', '\nh€llo|').split('|');
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    expect(malformation(() => decodeXml(body))).toMatch(/^Line 2, column [67]: the bytes are not UTF-8; /);
  });

  it.each([
    ['half of a surrogate pair', '\ud800a'],
    ['the other half', 'a\udc00'],
    ['a pair in the wrong order', '\udc00\ud800'],
  ])('refuses %s in UTF-16', (_what, text) => {
    expect(malformation(() => read(UTF16LE(XML(undefined, text))))).toContain('the bytes are not UTF-16');
    expect(malformation(() => read(UTF16BE(XML(undefined, text))))).toContain('the bytes are not UTF-16');
  });

  it('refuses half a character at the end of UTF-16', () => {
    const body = UTF16LE(XML(undefined, 'a'));
    expect(malformation(() => read(body.subarray(0, -1)))).toContain('the bytes are not UTF-16');
  });
});

describe('encodeIn', () => {
  it.each<Exclude<XmlEncoding, 'mislabelled utf-8'>>(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'])(
    'gives back the bytes of %s',
    (encoding) => {
      const text = 'Café € “x”';
      const body = {
        'utf-8': Buffer.from(text),
        'windows-1252': Buffer.from('Caf\xe9 \x80 \x93x\x94', 'latin1'),
      };
      const wide = {
        'utf-16le': Buffer.from(text, 'utf16le'),
        'utf-16be': Buffer.from(text, 'utf16le').swap16(),
      };
      expect(encodeIn(text, encoding)).toEqual({ ...body, ...wide }[encoding]);
    },
  );

  it('returns every byte of windows-1252 unchanged', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const { text } = decodeXml(bytes, 'windows-1252');
    expect(encodeIn(text, 'windows-1252')).toEqual(bytes);
  });

  it('accepts control characters that stand for bytes, as the PHP extension writes UTF-8', () => {
    const [value] = readMethodCall(Buffer.from(XML('iso-8859-1', '&#226;&#130;&#172;'))).params;
    const text = value?.kind === 'scalar' ? value.text : '';
    expect(encodeIn(text, 'windows-1252')).toEqual(Buffer.from('€'));
  });

  it('returns nothing when windows-1252 has no byte for a character', () => {
    expect(encodeIn('Ā', 'windows-1252')).toBeUndefined();
    expect(encodeIn('😀', 'windows-1252')).toBeUndefined();
  });
});

describe('UTF-8 under the label of ISO-8859-1', () => {
  it.each(['Café', 'Ägypten € “x”', 'Señor 😀', '\u00a0'])('is read as UTF-8: %s', (text) => {
    const decoded = decodeXml(Buffer.from(XML('iso-8859-1', text)));
    expect(decoded).toEqual({ encoding: 'mislabelled utf-8', text: XML('iso-8859-1', text) });
    // The text as a client that believes the label reads it.
    const believed = decodeXml(Buffer.from(text), 'utf-8').text;
    expect(encodeIn(believed, 'mislabelled utf-8')).toEqual(
      Buffer.from(
        decodeXml(Buffer.concat([Buffer.from(text), Buffer.from([0xe9])]), 'iso-8859-1').text.slice(0, -1),
      ),
    );
  });

  it.each(['SÃO PAULO', 'Café', 'ÃÉ', 'plain'])('is not detected in true ISO-8859-1: %s', (text) => {
    const body = Buffer.from(XML('iso-8859-1', text), 'latin1');
    expect(decodeXml(body)).toEqual({ encoding: 'windows-1252', text: XML('iso-8859-1', text) });
  });
});

describe('a character as two references', () => {
  it.each([
    ['&#55357;&#56832;', '😀'],
    ['&#xD83D;&#xDE00;', '😀'],
    ['&#55357;&#xde00;', '😀'],
    ['a&#55357;&#56832;&#55357;&#56833;b', 'a😀😁b'],
    ['<![CDATA[&#55357;&#56832;]]>&#55357;&#56832;', '&#55357;&#56832;😀'],
    ['&amp;#55357;&amp;#56832;', '&#55357;&#56832;'],
    ['&#55296;&#56320;&#56319;&#57343;', '\u{10000}\u{10ffff}'],
  ])('is read as itself: %s', (written, text) => {
    expect(read(Buffer.from(XML('utf-8', written)))).toBe(`string:${text}`);
  });

  it.each([
    '&#55357;',
    '&#56832;',
    '&#56832;&#55357;',
    '&#55357; &#56832;',
    '&#55357;&#55357;&#56832;',
    '&#55357;&#57344;',
  ])('is refused without its other half: %s', (written) => {
    expect(malformation(() => read(Buffer.from(XML('utf-8', written))))).toMatch(/^Line /);
  });

  it('needs time in proportion to the length', () => {
    const many = '<![CDATA['.repeat(100_000) + '&#55357;&#56832;'.repeat(100_000);
    expect(malformation(() => read(Buffer.from(XML('utf-8', many))))).toMatch(/^Line /);
  });
});
