import { isAscii, isUtf8 } from 'node:buffer';
import { decodeUtf8, malformedAt } from '../malformed.js';

/** Encoding of a document. `mislabelled utf-8` is UTF-8 in a document that claims to be ISO-8859-1. */
export type XmlEncoding = 'utf-8' | 'windows-1252' | 'mislabelled utf-8' | 'utf-16le' | 'utf-16be';

interface DecodedXml {
  readonly text: string;
  readonly encoding: XmlEncoding;
}

/**
 * Decodes an XML document. A byte order mark decides, else the charset of the HTTP Content-Type, else the XML declaration, else
 * it is UTF-8 (RFC 7303). US-ASCII is read as UTF-8 and ISO-8859-1 as windows-1252, because clients write those labels over such
 * bytes (docs/reference/protocol.md#xml-encodings). Some also write raw UTF-8 under the label ISO-8859-1. Bytes that are all
 * UTF-8 and not all ASCII are read as UTF-8, because hardly any text in ISO-8859-1 looks so. Errors: MALFORMED for every other
 * label, UTF-16 without a mark, and bytes that the encoding does not allow.
 */
export function decodeXml(body: Buffer, charset?: string): DecodedXml {
  const encoding = encodingOfMark(body) ?? encodingOfLabel(body, charset ?? declaredEncoding(body));
  return { encoding, text: textIn(encoding, body) };
}

/**
 * Returns the bytes of a text in the encoding of its document; undefined where the encoding lacks a character. A mislabelled
 * document's own bytes equal those of its text. For such a document this returns the bytes of a reader that trusts the label.
 */
export function encodeIn(text: string, encoding: XmlEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'windows-1252':
      return encodeWindows1252(text);
    case 'mislabelled utf-8':
      return Buffer.from(decodeWindows1252(Buffer.from(text, 'utf8')), 'utf8');
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

function encodingOfLabel(body: Buffer, label = 'utf-8'): XmlEncoding {
  const encoding = ENCODINGS.get(label.replace(/[\s"']/g, '').toLowerCase());
  const problem =
    'the character encoding is not one of UTF-8, US-ASCII, ISO-8859-1, windows-1252, UTF-16 with a byte order mark';
  if (encoding === undefined) throw malformedAt({ text: '', offset: 0, problem });
  return encoding === 'windows-1252' && isUtf8(body) && !isAscii(body) ? 'mislabelled utf-8' : encoding;
}

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

function textIn(encoding: XmlEncoding, body: Buffer): string {
  switch (encoding) {
    case 'utf-8':
    case 'mislabelled utf-8':
      return decodeUtf8(body, 'the bytes are not UTF-8; another encoding must be declared');
    case 'windows-1252':
      return decodeWindows1252(body);
    default:
      return decodeUtf16(body, encoding);
  }
}

function decodeUtf16(body: Buffer, encoding: 'utf-16le' | 'utf-16be'): string {
  const whole = body.subarray(2, body.length - (body.length % 2));
  const text = (encoding === 'utf-16le' ? whole : Buffer.from(whole).swap16()).toString('utf16le');
  const broken = body.length % 2 === 0 ? text.search(LONE_SURROGATE) : text.length;
  if (broken >= 0) throw malformedAt({ text, offset: broken, problem: 'the bytes are not UTF-16' });
  return text;
}

/**
 * Decodes windows-1252 as the WHATWG Encoding Standard defines it, which browsers and most clients mean by ISO-8859-1. The tables
 * are our own: Node has no encoder for it, and the decoder of some releases reads 0x80 to 0x9F as control characters.
 */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(HIGH_CONTROLS, (control) => CHARACTERS[control.charCodeAt(0) - 0x80] ?? control);
}

/**
 * Encodes a text; undefined where a character has no byte. The control characters U+0080 to U+009F give the byte of their number:
 * clients that write each byte as a reference (`&#128;`) mean that.
 */
function encodeWindows1252(text: string): Buffer | undefined {
  const bytes = text.replace(BEYOND_LATIN1, byteOf);
  return bytes.search(BEYOND_LATIN1) >= 0 ? undefined : Buffer.from(bytes, 'latin1');
}

const HIGH_CONTROLS = /[\u0080-\u009f]/g;
const BEYOND_LATIN1 = /[\u0100-\uffff]/g;

/** The characters of the bytes 0x80 to 0x9F; five of these bytes have none and stay control characters. */
const CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function byteOf(character: string): string {
  const index = CHARACTERS.indexOf(character);
  return index < 0 ? character : String.fromCharCode(0x80 + index);
}
