import { addressGroup } from '../../core/access/network.js';
import type { Effect } from '../../core/transactions/methods.js';
import { CardwayError } from '../../platform/errors.js';
import type { Observer } from '../ports.js';
import type { Caller } from '../transactions/call/call.js';
import type { RateLimits } from './rate-limit-port.js';
import { rateLimited, countOrReject } from './rate-limits.js';

export type FailedAuthentication = ReturnType<typeof createFailedAuthentication>;

/**
 * Errors for a wrong credential: UNAUTHENTICATED, or RATE_LIMITED after too many of them. They are made only after a credential
 * was found wrong. A right credential is always served, even during a flood from its address or in its name
 * (docs/reference/protocol.md#authorization).
 */
export function createFailedAuthentication(deps: {
  readonly limits: RateLimits;
  readonly observer: Pick<Observer, 'alert'>;
}) {
  const { limits, observer } = deps;

  /** Counts a failure of this address. Returns the milliseconds until the next try; 0 while the limit is not reached. */
  function fromAddress(address: string | undefined): number {
    if (address === undefined) return 0;
    const take = limits.take({ limit: 'failedAuthentication', key: addressGroup(address) });
    if (take.kind === 'taken') return 0;
    if (take.isFirst) observer.alert('authentication_flood', { address });
    return take.retryAfterMs;
  }

  /**
   * Counts a failure at one terminal from one address; too many lock that address out. Returns the milliseconds to wait, or 0.
   */
  function atTerminal(terminalId: string, address: string | undefined): number {
    if (address === undefined) return 0;
    const key = `${terminalId} ${addressGroup(address)}`;
    const take = limits.take({ limit: 'wrongChecksums', key });
    if (take.kind === 'taken') return 0;
    if (take.isFirst) observer.alert('checksum_locked', { terminalId, address });
    return take.retryAfterMs;
  }

  /** Counts guesses at one terminal from all addresses. */
  function notice(terminalId: string, address: string | undefined): void {
    const noticed = limits.take({ limit: 'wrongChecksumsOfTerminal', key: terminalId });
    if (noticed.kind === 'limited' && noticed.isFirst) {
      observer.alert('checksum_guessing', { terminalId, ...(address === undefined ? {} : { address }) });
    }
  }

  return {
    ofKey: ({ address }: { readonly address: string | undefined }) => tooManyFailures(fromAddress(address)),
    /** Counts the terminal id as presented, whether or not the terminal exists. */
    ofChecksum({
      address,
      terminalId,
      isElsewhere = false,
    }: {
      readonly address: string | undefined;
      readonly terminalId: string;
      /** True when the checksum is right, but the terminal may not call from this address. */
      readonly isElsewhere?: boolean;
    }): CardwayError {
      if (!isElsewhere) notice(terminalId, address);
      else
        observer.alert('terminal_elsewhere', { terminalId, ...(address === undefined ? {} : { address }) });
      return tooManyFailures(Math.max(fromAddress(address), atTerminal(terminalId, address)));
    },
  };
}

function tooManyFailures(waitMs: number): CardwayError {
  return waitMs === 0 ? new CardwayError('UNAUTHENTICATED') : rateLimited(waitMs);
}

/**
 * Counts a proven call of a key and of a terminal, where the settings limit them. Only a proven call counts, so nobody can use up the
 * limit of a terminal. Advices are never declined and never counted. Errors: RATE_LIMITED.
 */
export function countTransaction(
  limits: RateLimits,
  { key }: Pick<Caller, 'key'>,
  { terminalId, effect }: { readonly terminalId: string; readonly effect: Effect },
): void {
  if (effect === 'advice') return;
  if (key !== null) countOrReject(limits, { limit: 'transactionsOfKey', key: key.keyId });
  countOrReject(limits, { limit: 'transactionsOfTerminal', key: terminalId });
}
