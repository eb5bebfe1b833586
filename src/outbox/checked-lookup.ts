import type { LookupFunction } from 'node:net';
import { isAllowedAddress } from './address.js';
import type { ResolveHost } from './resolve-host.js';

export const ADDRESS_REFUSED = 'CARDWAY_ADDRESS_REFUSED';
export const UNRESOLVED = 'CARDWAY_UNRESOLVED';

/**
 * The look-up that connections use: every address of the name must be allowed, and the connection goes to one of those that were
 * looked at, so that a name that changes between check and connection gains nothing (DNS rebinding).
 */
export function createCheckedLookup(resolve: ResolveHost, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await resolve(host).catch(() => []);
      const [first] = addresses;
      if (first === undefined) return callback(fault(UNRESOLVED), '', 0);
      if (!addresses.every((address) => isAllowedAddress(address, allowPrivate))) {
        return callback(fault(ADDRESS_REFUSED), '', 0);
      }
      if (options.all === true) {
        return callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        );
      }
      return callback(null, first, familyOf(first));
    };
    void answer();
  };
}

function familyOf(address: string): number {
  return address.includes(':') ? 6 : 4;
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error('The name cannot be used.'), { code });
}
