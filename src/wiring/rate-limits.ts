import type { Settings } from '../settings.js';
import type { Clock } from '../usecase/ports.js';
import type { RateLimit, RateLimits } from '../usecase/rate-limit-port.js';
import { createRateLimits, type RateRule } from '../usecase/rate-limits.js';

export function rateLimitsOf(args: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly onLimited: (limit: RateLimit) => void;
}): RateLimits {
  const { settings, clock, onLimited } = args;
  const rules = {
    secrets: within(settings['limits.secretsPerMinute'], MINUTE_MS),
    failedAuthentication: within(settings['limits.failedAuthenticationsPerMinute'], MINUTE_MS),
    wrongChecksums: within(
      settings['limits.wrongChecksumsPerHour'],
      HOUR_MS,
      settings['limits.checksumLockMs'],
    ),
    wrongChecksumsOfTerminal: within(settings['limits.wrongChecksumsNoticed'], 10 * MINUTE_MS),
    transactionsOfKey: within(settings['limits.transactionsPerMinuteOfKey'], MINUTE_MS),
    transactionsOfTerminal: within(settings['limits.transactionsPerMinuteOfTerminal'], MINUTE_MS),
  };
  return createRateLimits({ clock, rules, keysMax: settings['limits.keysMax'], onLimited });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function within(max: number | null, windowMs: number, lockMs?: number): RateRule | null {
  return max === null ? null : { max, windowMs, ...(lockMs === undefined ? {} : { lockMs }) };
}
