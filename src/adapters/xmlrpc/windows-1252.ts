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
export function encodeWindows1252(text: string): Buffer | undefined {
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
