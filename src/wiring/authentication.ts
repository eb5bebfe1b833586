import type { AuthenticateKey } from '../compat/exchange.js';
import type { Settings } from '../settings.js';
import type { Store } from '../store/store.js';
import { authenticateKey, authenticateKeyOf } from '../usecase/authenticate-key.js';
import { createFailedAuthentication, type FailedAuthentication } from '../usecase/failed-authentication.js';
import type { ApiKey, Observer } from '../usecase/ports.js';
import type { RateLimits } from '../usecase/rate-limit-port.js';
import type { Metrics } from '../metrics.js';
import type { World } from '../world.js';
import { rateLimitsOf } from './rate-limits.js';

/** Who may come in, and how often somebody may be wrong about it. */
export interface Authentication {
  readonly rateLimits: RateLimits;
  readonly failedAuthentication: FailedAuthentication;
  /** For doors that take keys of some roles. */
  readonly keyOf: AuthenticateKey;
  /** For GraphQL, where each field says who may use it; without an address nothing is counted. */
  readonly key: (authorization: string | undefined, address: string | undefined) => Promise<ApiKey | null>;
}

export function authenticationOf(parts: {
  readonly settings: Settings;
  readonly world: World;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly observer: Observer;
}): Authentication {
  const { settings, observer, store } = parts;
  const rateLimits = rateLimitsOf({ settings, clock: parts.world.clock, onLimited: parts.metrics.limited });
  const failedAuthentication = createFailedAuthentication({ limits: rateLimits, observer });
  const wrongKey = (address: string | undefined) => () => failedAuthentication.ofKey({ address });
  return {
    rateLimits,
    failedAuthentication,
    keyOf: (authorization, allowed, address) =>
      authenticateKeyOf(store.directory, authorization, allowed, wrongKey(address)),
    key: (authorization, address) => authenticateKey(store.directory, authorization, wrongKey(address)),
  };
}
