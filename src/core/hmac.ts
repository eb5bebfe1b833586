import { createHmac, KeyObject, timingSafeEqual } from 'node:crypto';

export type HmacAlgorithm = 'sha256' | 'sha1';
export type HmacKey = Buffer | string | KeyObject;

export function hmac(algorithm: HmacAlgorithm, key: HmacKey, message: Buffer | string): Buffer {
  return createHmac(algorithm, key).update(message).digest();
}

/** True for a key that anybody could guess: whatever it signs proves nothing. */
export function isEmptyKey(key: HmacKey): boolean {
  return (key instanceof KeyObject ? key.symmetricKeySize : key.length) === 0;
}

/**
 * A claimed MAC as bytes, for `timingSafeEqual`, which throws on unequal lengths. Hex of either case; text that is not the hex
 * of exactly `algorithm` becomes bytes that can be compared at the same cost, with `isMac` false.
 */
export function readMac(
  algorithm: HmacAlgorithm,
  claimed: string | undefined,
): { bytes: Buffer; isMac: boolean } {
  const isMac = claimed !== undefined && HEX[algorithm].test(claimed);
  return { bytes: isMac ? Buffer.from(claimed, 'hex') : NOT_A_MAC[algorithm], isMac };
}

/** Both are MACs of one algorithm, so of one length. Takes the same time wherever they differ. */
export function equalMacs(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}

const HEX = { sha256: /^[0-9a-f]{64}$/i, sha1: /^[0-9a-f]{40}$/i } as const;
const NOT_A_MAC = { sha256: Buffer.alloc(32), sha1: Buffer.alloc(20) } as const;
