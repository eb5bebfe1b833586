import { createHmac, KeyObject, timingSafeEqual } from 'node:crypto';
import { CardwayError } from '../../platform/errors.js';

/**
 * Returns the value of `X_msg_signature`: HMAC-SHA256 of the body's exact bytes, 64 lower-case hex digits
 * (docs/reference/protocol.md#signature).
 *
 * Errors: INTERNAL for an empty key, which would sign for anybody.
 */
export function signBytes(key: Buffer | KeyObject, body: Buffer): string {
  if (isEmptyKey(key)) throw new CardwayError('INTERNAL', { cause: new Error('The signing key is empty.') });
  return hmac('sha256', key, body).toString('hex');
}

/**
 * Verifies a signature in constant time, in hex of either case. An absent signature is wrong, and an empty key verifies nothing.
 */
export function verifySignature(args: {
  readonly key: Buffer | KeyObject;
  readonly body: Buffer;
  readonly claimed: string | undefined;
}): boolean {
  const { bytes, isMac } = readMac('sha256', args.claimed);
  const isEqual = equalMacs(hmac('sha256', args.key, args.body), bytes);
  return isEqual && isMac && !isEmptyKey(args.key);
}

type SigningKeyReading =
  | { readonly kind: 'ok'; readonly key: Buffer }
  /** `reason` is one sentence and holds nothing of the key. */
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * Reads `CARDWAY_SIGNING_KEY`: `hex:` or `base64:` and digits, else the UTF-8 bytes of the text itself. It is strict, because a
 * decoder that skips unreadable characters would sign with a wrong key.
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

export type HmacAlgorithm = 'sha256' | 'sha1';
export type HmacKey = Buffer | string | KeyObject;

export function hmac(algorithm: HmacAlgorithm, key: HmacKey, message: Buffer | string): Buffer {
  return createHmac(algorithm, key).update(message).digest();
}

/** Returns true for a key that anybody could guess: its signatures prove nothing. */
export function isEmptyKey(key: HmacKey): boolean {
  return (key instanceof KeyObject ? key.symmetricKeySize : key.length) === 0;
}

/**
 * Reads a claimed MAC, hex of either case, for `timingSafeEqual`, which throws on unequal lengths. Text that is not the hex of
 * exactly `algorithm` becomes bytes that compare at the same cost, with `isMac` false.
 */
export function readMac(
  algorithm: HmacAlgorithm,
  claimed: string | undefined,
): { bytes: Buffer; isMac: boolean } {
  const isMac = claimed !== undefined && HEX[algorithm].test(claimed);
  return { bytes: isMac ? Buffer.from(claimed, 'hex') : NOT_A_MAC[algorithm], isMac };
}

/** Compares two MACs of one algorithm, and so of one length, in constant time. */
export function equalMacs(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}

const HEX = { sha256: /^[0-9a-f]{64}$/i, sha1: /^[0-9a-f]{40}$/i } as const;
const NOT_A_MAC = { sha256: Buffer.alloc(32), sha1: Buffer.alloc(20) } as const;

/**
 * Returns `v1,…` of Standard Webhooks 1.0.0: HMAC-SHA256 in base64 over `<id>.<timestamp>.<body>`, with the timestamp in seconds.
 * The key is the bytes that follow `whsec_` in base64. The system's own cryptography takes a tenth of the time of the reference
 * library. Throws for a secret without bytes, under which anybody could sign.
 */
export function webhookSignature(args: {
  readonly id: string;
  readonly seconds: string;
  readonly body: Buffer | string;
  /** `whsec_…` */
  readonly secret: string;
}): string {
  const key = Buffer.from(args.secret.replace(/^whsec_/, ''), 'base64');
  if (isEmptyKey(key)) throw new Error('A secret of a webhook cannot be empty.');
  const hmac = createHmac('sha256', key).update(`${args.id}.${args.seconds}.`).update(args.body);
  return `v1,${hmac.digest('base64')}`;
}
