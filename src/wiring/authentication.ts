import type { AuthenticateKey } from '../compat/exchange.js';
import type { Settings } from '../settings.js';
import type { Store } from '../store/store.js';
import { authenticateKey, authenticateKeyOf } from '../usecase/access/authenticate-key.js';
import {
  createFailedAuthentication,
  type FailedAuthentication,
} from '../usecase/access/failed-authentication.js';
import type { KeyUses } from '../usecase/administration/note-key-uses.js';
import type { ApiKey, Directory, Observer } from '../usecase/ports.js';
import type { Metrics } from '../metrics.js';
import type { World } from '../world.js';
import type { CountingRateLimits } from '../usecase/access/rate-limits.js';
import { rateLimitsOf } from './rate-limits.js';

/** Who may come in, and how often somebody may be wrong about it. */
export interface Authentication {
  readonly rateLimits: CountingRateLimits;
  readonly failedAuthentication: FailedAuthentication;
  /** For doors that take keys of some roles. */
  readonly keyOf: AuthenticateKey;
  /** For GraphQL, where each field says who may use it; without an address nothing is counted. */
  readonly key: (authorization: string | undefined, address: string | undefined) => Promise<ApiKey | null>;
  /** For what stays open: the key as it is now, not as it was seconds ago. Errors: UNAUTHENTICATED. */
  readonly currentKey: (authorization: string) => Promise<ApiKey | null>;
}

export function authenticationOf(parts: {
  readonly limits: Settings['limits'];
  readonly world: World;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly observer: Observer;
  readonly keyUses: Pick<KeyUses, 'note'>;
}): Authentication {
  const { limits, observer, store } = parts;
  const rateLimits = rateLimitsOf({
    settings: limits,
    clock: parts.world.clock,
    onLimited: parts.metrics.limited,
  });
  const failedAuthentication = createFailedAuthentication({ limits: rateLimits, observer });
  const wrongKey = (address: string | undefined) => () => failedAuthentication.ofKey({ address });
  const used = (key: ApiKey): ApiKey => {
    parts.keyUses.note(key);
    return key;
  };
  const fresh: Directory = {
    ...store.directory,
    apiKey: (presented) => store.directory.apiKey(presented, { isFresh: true }),
  };
  return {
    rateLimits,
    failedAuthentication,
    keyOf: async (authorization, allowed, address) =>
      used(await authenticateKeyOf(store.directory, authorization, allowed, wrongKey(address))),
    async key(authorization, address) {
      const key = await authenticateKey(store.directory, authorization, wrongKey(address));
      return key === null || address === undefined ? key : used(key);
    },
    currentKey: (authorization) => authenticateKey(fresh, authorization),
  };
}
