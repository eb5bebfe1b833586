import type { KeyObject } from 'node:crypto';
import { CardwayError } from '../errors.js';
import { equalMacs, hmac, isEmptyKey, readMac } from './hmac.js';

/**
 * The value of `X_msg_signature`: HMAC-SHA256 of the body's very bytes, 64 lower-case hex digits (service.md 5.1).
 *
 * Errors: INTERNAL for an empty key, which would sign for anybody.
 */
export function signBytes(key: Buffer | KeyObject, body: Buffer): string {
  if (isEmptyKey(key)) throw new CardwayError('INTERNAL', { cause: new Error('The signing key is empty.') });
  return hmac('sha256', key, body).toString('hex');
}

/** Constant time; hex of either case. An absent signature is a wrong one, and an empty key verifies nothing. */
export function verifySignature(args: {
  readonly key: Buffer | KeyObject;
  readonly body: Buffer;
  readonly claimed: string | undefined;
}): boolean {
  const { bytes, isMac } = readMac('sha256', args.claimed);
  const isEqual = equalMacs(hmac('sha256', args.key, args.body), bytes);
  return isEqual && isMac && !isEmptyKey(args.key);
}

export type SigningKeyReading =
  | { readonly kind: 'ok'; readonly key: Buffer }
  /** `reason` is one sentence and holds nothing of the key. */
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * `CARDWAY_SIGNING_KEY`: `hex:` or `base64:` and digits, else the UTF-8 bytes of the text itself. Strict, because a decoder that
 * skips what it cannot read would sign with another key than the one that was meant.
 */
export function parseSigningKey(text: string): SigningKeyReading {
  const key = decodeKey(text);
  if (typeof key === 'string') return { kind: 'bad', reason: key };
  return key.length === 0 ? { kind: 'bad', reason: 'The key is empty.' } : { kind: 'ok', key };
}

function decodeKey(text: string): Buffer | string {
  if (text.startsWith('hex:')) {
    const hex = text.slice(4);
    return /^(?:[0-9a-f]{2})*$/i.test(hex)
      ? Buffer.from(hex, 'hex')
      : 'After hex: there must be pairs of hex digits only.';
  }
  if (text.startsWith('base64:')) {
    const key = Buffer.from(text.slice(7), 'base64');
    const isCanonical = key.toString('base64') === text.slice(7);
    return isCanonical ? key : 'After base64: there must be base64 of the standard alphabet, padded with =.';
  }
  return Buffer.from(text, 'utf8');
}
