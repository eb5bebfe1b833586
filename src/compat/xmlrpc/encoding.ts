import { malformedAt } from '../malformed.js';
import { decodeUtf8 } from '../utf8.js';
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.js';

export type XmlEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

export interface DecodedXml {
  readonly text: string;
  readonly encoding: XmlEncoding;
}

/**
 * Decodes an XML document. A byte order mark decides, else the charset of the HTTP Content-Type, else the XML declaration, else it
 * is UTF-8 (RFC 7303). US-ASCII is read as UTF-8 and ISO-8859-1 as windows-1252, because clients write those labels over such
 * bytes (trust.md 2.3). MALFORMED for every other label, UTF-16 without a mark, and bytes that the encoding does not allow.
 */
export function decodeXml(body: Buffer, charset?: string): DecodedXml {
  const marked = encodingOfMark(body);
  if (marked !== undefined) return decodeAs(marked, body);
  const label = charset ?? declaredEncoding(body);
  const encoding = label === undefined ? 'utf-8' : ENCODINGS.get(label.replace(/[\s"']/g, '').toLowerCase());
  if (encoding === undefined) {
    const text = body.toString('latin1');
    throw malformedAt({
      text,
      offset: 0,
      problem: 'the character encoding is not one of UTF-8, ISO-8859-1, UTF-16 with mark',
    });
  }
  return decodeAs(encoding, body);
}

/** The bytes of a text in the encoding of its document; undefined where the encoding has no bytes for a character. */
export function encodeIn(text: string, encoding: XmlEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'windows-1252':
      return encodeWindows1252(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
  }
}

const ENCODINGS: ReadonlyMap<string, XmlEncoding> = new Map([
  ...['utf-8', 'utf8', 'us-ascii', 'ascii'].map((label) => [label, 'utf-8'] as const),
  ...['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'latin-1', 'windows-1252', 'cp1252'].map(
    (label) => [label, 'windows-1252'] as const,
  ),
]);

const DECLARATION = /^<\?xml\s[^>]{0,200}?\sencoding\s*=\s*["']([^"']{1,40})["']/;
const DECLARATION_BYTES_MAX = 256;
const LONE_SURROGATE = /[\ud800-\udfff]/u;

function encodingOfMark(body: Buffer): XmlEncoding | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

function declaredEncoding(body: Buffer): string | undefined {
  return DECLARATION.exec(body.toString('latin1', 0, DECLARATION_BYTES_MAX))?.[1];
}

function decodeAs(encoding: XmlEncoding, body: Buffer): DecodedXml {
  if (encoding === 'utf-8')
    return { encoding, text: decodeUtf8(body, 'the bytes are not UTF-8; another encoding must be declared') };
  if (encoding === 'windows-1252') return { encoding, text: decodeWindows1252(body) };
  return { encoding, text: decodeUtf16(body, encoding) };
}

function decodeUtf16(body: Buffer, encoding: 'utf-16le' | 'utf-16be'): string {
  const whole = body.subarray(2, body.length - (body.length % 2));
  const text = (encoding === 'utf-16le' ? whole : Buffer.from(whole).swap16()).toString('utf16le');
  const broken = body.length % 2 === 0 ? text.search(LONE_SURROGATE) : text.length;
  if (broken >= 0) throw malformedAt({ text, offset: broken, problem: 'the bytes are not UTF-16' });
  return text;
}
