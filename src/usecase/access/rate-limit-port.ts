/**
 * What is counted, each apart from the others; how many there may be is a setting.
 * - `failedAuthentication`: wrong keys and checksums, by client address;
 * - `wrongChecksums`: wrong checksums of one terminal from one client address;
 * - `wrongChecksumsOfTerminal`: wrong checksums of one terminal, from anywhere: noticed, never acted on;
 * - `transactionsOfKey`, `transactionsOfTerminal`: transactions that are no advices.
 */
export type RateLimit =
  | 'failedAuthentication'
  | 'wrongChecksums'
  | 'wrongChecksumsOfTerminal'
  | 'transactionsOfKey'
  | 'transactionsOfTerminal';

export type Take =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'limited';
      readonly retryAfterMs: number;
      /** True once in each window: for what is told to operators. */
      readonly isFirst: boolean;
    };

export interface RateLimits {
  /** Counts one under this key. A limit that is switched off always gives. */
  take(args: { readonly limit: RateLimit; readonly key: string }): Promise<Take>;
}
