import type { Settings } from '../settings.js';
import type { Store } from '../store/store.js';
import type { RateLimit } from '../usecase/access/rate-limit-port.js';
import { createRateLimits, type CountingRateLimits, type RateRule } from '../usecase/access/rate-limits.js';
import { shareRates } from '../usecase/access/share-rates.js';
import type { Clock } from '../usecase/ports.js';
import type { Repeating } from '../usecase/repeat.js';
import type { World } from '../world.js';
import { cadencesOf } from './cadences.js';

export function rateLimitsOf(args: {
  readonly settings: Settings['limits'];
  readonly clock: Clock;
  readonly onLimited: (limit: RateLimit) => void;
}): CountingRateLimits {
  const { settings, clock, onLimited } = args;
  const rules = {
    failedAuthentication: within(settings.failedAuthenticationsPerMinute, MINUTE_MS),
    wrongChecksums: within(settings.wrongChecksumsPerHour, HOUR_MS, CHECKSUM_LOCK_MS),
    wrongChecksumsOfTerminal: within(settings.wrongChecksumsNoticed, 10 * MINUTE_MS),
    transactionsOfKey: within(settings.transactionsPerMinuteOfKey, MINUTE_MS),
    transactionsOfTerminal: within(settings.transactionsPerMinuteOfTerminal, MINUTE_MS),
  };
  return createRateLimits({ clock, rules, keysMax: KEYS_MAX, onLimited });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Right checksums pass during the lock, so it can be long. It ends soon enough for a terminal that was set up wrongly. */
const CHECKSUM_LOCK_MS = 15 * MINUTE_MS;
/** Bounds the memory for made-up addresses and terminals. Honest callers within a window are fewer. */
const KEYS_MAX = 100_000;

function within(max: number | null, windowMs: number, lockMs?: number): RateRule | null {
  return max === null ? null : { max, windowMs, ...(lockMs === undefined ? {} : { lockMs }) };
}

/** Tells other processes what this one counted, by the database. */
export function shareRatesOf(args: {
  readonly limits: CountingRateLimits;
  readonly sweep: Settings['sweep'];
  readonly world: World;
  readonly store: Store;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  const { sweep, world } = args;
  return shareRates({
    ...args,
    ...world,
    source: world.owner,
    rateCounts: args.store.rateCounts,
    everyMs: cadencesOf(sweep).rateExchangeMs,
    keysMax: KEYS_MAX,
  });
}
