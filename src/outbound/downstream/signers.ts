import { createSecretKey } from 'node:crypto';
import { signBytes } from '../../core/wire/signature.js';
import type { RouteConfig } from './routes.js';

/** 64 lower-case hex digits. */
export type Sign = (body: Buffer) => string;

/** The keys of a route. While they change there are two, and the one that the service took last is used first. */
export interface Signers {
  readonly current: Sign;
  /** Another way to sign than `used`; null where there is none. */
  otherThan(used: Sign): Sign | null;
  /** The service took it. True when that is news. */
  prefer(used: Sign): boolean;
}

/** Throws INTERNAL for an empty key. */
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
  // An empty key throws; better now than at the first call.
  sign(Buffer.alloc(0));
  return sign;
}

/** What a service answers to a signature that it does not take. Nothing was processed then (docs/reference/transactions.md#outcomes). */
export function isSignatureRefused(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403;
}
