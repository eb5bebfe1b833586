import { parseSigningKey, verifySignature } from '../core/signature.js';

/**
 * For wallet services: whether the gateway sent this request (service.md 5.1). HMAC-SHA256 over the body's very bytes, compared in
 * constant time with `X_msg_signature`.
 *
 * `body`: the bytes as they came; a text stands for its UTF-8. `header`: as Node, Express and fetch give it. `keys`: all that are in use,
 * written as `CARDWAY_SIGNING_KEY` is (text, `hex:…` or `base64:…`) or as bytes; while a key is changed there are two.
 * Errors: TypeError for a key that cannot be read, and for none.
 */
export function verifyMessageSignature(
  body: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  keys: SigningKey | readonly SigningKey[],
): boolean {
  const known = (isList(keys) ? keys : [keys]).map(bytesOf);
  if (known.length === 0) throw new TypeError('There must be a key at least.');
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body);
  // A header that came twice is nobody's.
  const claimed = typeof header === 'string' ? header : header?.length === 1 ? header[0] : undefined;
  // Every key is tried, so that the time tells nothing of which one it was.
  return known.map((key) => verifySignature({ key, body: bytes, claimed })).some((isRight) => isRight);
}

export type SigningKey = string | Uint8Array;

function isList(keys: SigningKey | readonly SigningKey[]): keys is readonly SigningKey[] {
  return Array.isArray(keys);
}

function bytesOf(key: SigningKey): Buffer {
  if (typeof key !== 'string') {
    if (key.length === 0) throw new TypeError('The key is empty.');
    return Buffer.from(key);
  }
  const reading = parseSigningKey(key);
  if (reading.kind === 'bad') throw new TypeError(reading.reason);
  return reading.key;
}
