import { createSecretKey } from 'node:crypto';
import { signBytes } from '../../core/wire/signature.js';
import type { RouteConfig } from './routes.js';

/** Function that returns the signature of a body, 64 lower-case hex digits. */
export type Sign = (body: Buffer) => string;

/** Keys of a route. While they change there are two, and the one that the service accepted last is used first. */
export interface Signers {
  readonly current: Sign;
  /** Returns another signer than `used`; null where none exists. */
  otherThan(used: Sign): Sign | null;
  /** Records that the service accepted this signer. Returns true if that is new. */
  prefer(used: Sign): boolean;
}

/** Creates the signers of a route. Throws INTERNAL for an empty key. */
export function createSigners(route: Pick<RouteConfig, 'signingKey' | 'otherSigningKey'>): Signers {
  const { signingKey, otherSigningKey } = route;
  const isSame = otherSigningKey?.equals(signingKey) === true;
  let current = signerOf(signingKey);
  const all = otherSigningKey === undefined || isSame ? [current] : [current, signerOf(otherSigningKey)];
  return {
    get current() {
      return current;
    },
    otherThan: (used) => all.find((sign) => sign !== used) ?? null,
    prefer(used) {
      const isNews = used !== current && all.includes(used);
      if (isNews) current = used;
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
export function isSignatureRefused(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403;
}
