import type { AuthenticateKey } from '../adapters/exchange.js';
import type { Clock } from '../platform/clock.js';
import type { Settings } from '../platform/settings.js';
import { createKeyChanges, type KeyUses } from '../use-cases/access/administer-keys.js';
import {
  authenticateKey,
  authenticateKeyOf,
  type AuthenticateProof,
  type Proof,
  withoutKey,
} from '../use-cases/access/authenticate-key.js';
import type { ConsoleSessions } from '../use-cases/access/console-sessions.js';
import { createFailedAuthentication } from '../use-cases/access/failed-authentication.js';
import type { RateLimit, RateLimits } from '../use-cases/access/rate-limit-port.js';
import { createRateLimits, type RateRule } from '../use-cases/access/rate-limits.js';
import type { ApiKey, Directory } from '../use-cases/directory/directory-port.js';
import type { Externals } from './externals.js';
import type { Ground } from './runtime.js';

export type Authentication = ReturnType<typeof authenticationOf>;

/** Creates the authentication of callers, with counts of wrong credentials. */
export function authenticationOf(
  { config, runtime, store }: Ground,
  { metrics, observer }: Externals,
  { keyUses, sessions }: { readonly keyUses: Pick<KeyUses, 'note'>; readonly sessions: ConsoleSessions },
) {
  const rateLimits = rateLimitsOf(config.settings.limits, runtime.clock, metrics.limited);
  const failedAuthentication = createFailedAuthentication({ limits: rateLimits, observer });
  const wrongKey = (address: string | undefined) => () => failedAuthentication.ofKey({ address });
  const used = (key: ApiKey): ApiKey => {
    keyUses.note(key);
    return key;
  };
  const fresh: Directory = {
    ...store.directory,
    apiKey: (presented) => store.directory.apiKey(presented, { isFresh: true }),
  };
  /** Authenticates keys for interfaces that accept some roles. */
  const keyOf: AuthenticateKey = (authorization, allowed, { address }) =>
    authenticateKeyOf(store.directory, authorization, allowed, { refusal: wrongKey(address), used });
  /** Authenticates keys and console sessions for GraphQL, where each field names its roles. */
  const authenticate: AuthenticateProof = async (proof, { address, isActivity }) => {
    if (proof.kind === 'session') {
      const authenticated = await sessions.use(proof.token, { isActivity });
      used(authenticated.key);
      return authenticated;
    }
    const key = await authenticateKey(store.directory, proof.authorization, wrongKey(address));
    if (key === null) throw withoutKey();
    return { key: used(key), session: null };
  };
  return {
    rateLimits,
    failedAuthentication,
    keyOf,
    authenticate,
    /** Changes of keys by this process, for its open connections. */
    keyChanges: createKeyChanges(),
    /** Reads the key of a proof without the cache, for open connections. Errors: UNAUTHENTICATED. */
    async currentKey(proof: Proof): Promise<ApiKey | null> {
      if (proof.kind === 'key') return authenticateKey(fresh, proof.authorization);
      return (await sessions.use(proof.token, { isActivity: false })).key;
    },
  };
}

function rateLimitsOf(
  settings: Settings['limits'],
  clock: Clock,
  onLimited: (limit: RateLimit) => void,
): RateLimits {
  const rules = {
    failedAuthentication: within(settings.failedAuthenticationsPerMinute, MINUTE_MS),
    wrongChecksums: within(WRONG_CHECKSUMS_PER_HOUR, HOUR_MS, CHECKSUM_LOCK_MS),
    wrongChecksumsOfTerminal: within(WRONG_CHECKSUMS_NOTICED, 10 * MINUTE_MS),
    signIns: within(SIGN_INS_PER_MINUTE, MINUTE_MS),
    transactionsOfKey: within(settings.transactionsPerMinuteOfKey, MINUTE_MS),
    transactionsOfTerminal: within(settings.transactionsPerMinuteOfTerminal, MINUTE_MS),
  };
  return createRateLimits({ clock, rules, keysMax: KEYS_MAX, onLimited });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Wrong checksums of one terminal from one client address. More are refused for a while; right ones always pass. */
export const WRONG_CHECKSUMS_PER_HOUR = 1000;
/** Wrong checksums of one terminal in 10 minutes, from any address. More raise an alert. */
export const WRONG_CHECKSUMS_NOTICED = 20;
/** Steps of sign-ins at the OpenID provider, of one client address. */
export const SIGN_INS_PER_MINUTE = 300;
/** Correct checksums pass during the lock, so it can be long. It ends soon enough for a terminal with a wrong setup. */
const CHECKSUM_LOCK_MS = 15 * MINUTE_MS;
/** Bounds the memory for invented addresses and terminals. Honest callers within a window are fewer. */
const KEYS_MAX = 100_000;

function within(max: number | null, windowMs: number, lockMs?: number): RateRule | null {
  return max === null ? null : { max, windowMs, ...(lockMs === undefined ? {} : { lockMs }) };
}
