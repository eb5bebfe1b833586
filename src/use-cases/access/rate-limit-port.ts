/**
 * Limits, each counted apart from the others. A setting holds the maximum of each.
 * - `failedAuthentication`: wrong keys and checksums, by client address;
 * - `wrongChecksums`: wrong checksums of one terminal from one client address;
 * - `wrongChecksumsOfTerminal`: wrong checksums of one terminal from all addresses: raises an alert, refuses nothing;
 * - `signIns`: steps of sign-ins at the OpenID provider, by client address;
 * - `transactionsOfKey`, `transactionsOfTerminal`: transactions except advices.
 */
export type RateLimit =
  | 'failedAuthentication'
  | 'wrongChecksums'
  | 'wrongChecksumsOfTerminal'
  | 'signIns'
  | 'transactionsOfKey'
  | 'transactionsOfTerminal';

export type Take =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'limited';
      readonly retryAfterMs: number;
      /** True once in each window, so that operators get one alert. */
      readonly isFirst: boolean;
    };

export interface RateLimits {
  /** Counts one under this key. A limit that is switched off always returns `taken`. */
  take(args: { readonly limit: RateLimit; readonly key: string }): Take;
}
