import { createSecretKey } from 'node:crypto';
import { signBytes } from '../../core/wire/signature.js';
import type { Ending } from './exchange.js';

/** Function that returns the signature of a body, 64 lower-case hex digits. */
export type Sign = (body: Buffer) => string;

/** The key that signs, and during a change of keys the next or previous one. */
export type SigningKeys = readonly [key: Buffer, other?: Buffer];

/**
 * Creates the signers of a route. The first key signs, unless the service accepted the other one last. Throws INTERNAL for an empty
 * key.
 */
export function createSigners([key, other]: SigningKeys) {
  const first = signerOf(key);
  // No call is sent twice with one key.
  const second = other === undefined || other.equals(key) ? null : signerOf(other);
  let current = first;
  return {
    get current(): Sign {
      return current;
    },
    /** Returns the signer of the other key; null where the route has one key. */
    otherThan: (used: Sign): Sign | null => (used === first ? second : first),
    /** Records that the service accepted this signer. Returns true if that is new. */
    prefer(used: Sign): boolean {
      const isNews = used !== current;
      current = used;
      return isNews;
    },
  };
}

function signerOf(bytes: Buffer): Sign {
  const key = createSecretKey(bytes);
  const sign: Sign = (body) => signBytes(key, body);
  // An empty key throws here, and not at the first call.
  sign(Buffer.alloc(0));
  return sign;
}

/** Returns true for a status that refuses a signature. Nothing was processed then (docs/reference/transactions.md#outcomes). */
export function isSignatureRefused(ending: Ending): boolean {
  return ending.kind === 'response' && (ending.httpStatus === 401 || ending.httpStatus === 403);
}
