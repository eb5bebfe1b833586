import { addressGroup } from '../../core/access/address-group.js';
import { CardwayError } from '../../platform/errors.js';
import type { Observer } from '../ports.js';
import type { Caller, CallerChecks } from '../transactions/call.js';
import type { Transact } from '../transactions/transact.js';
import type { RateLimits } from './rate-limit-port.js';
import { rateLimited, countOrReject } from './rate-limits.js';

/**
 * What a caller is told whose credential was wrong: UNAUTHENTICATED, or RATE_LIMITED when there were too many of them. Asked only after a
 * credential was found wrong, so a right one is served whoever floods from its address or in its name
 * (docs/reference/protocol.md#authorization).
 */
export interface FailedAuthentication {
  readonly ofKey: (from: { readonly address: string | undefined }) => Promise<CardwayError>;
  /** The terminal as presented: one that does not exist is counted like one that does. */
  readonly ofChecksum: (from: {
    readonly address: string | undefined;
    readonly terminalId: string;
    /** The checksum was right, and the address none that the terminal may call from. */
    readonly isElsewhere?: boolean;
  }) => Promise<CardwayError>;
}

export function createFailedAuthentication(deps: {
  readonly limits: RateLimits;
  readonly observer: Pick<Observer, 'alert'>;
}): FailedAuthentication {
  const { limits, observer } = deps;

  /** Milliseconds until the next try is heard; 0 when it was. */
  async function fromAddress(address: string | undefined): Promise<number> {
    if (address === undefined) return 0;
    const take = await limits.take({ limit: 'failedAuthentication', key: addressGroup(address) });
    if (take.kind === 'taken') return 0;
    if (take.isFirst) observer.alert('authentication_flood', { address });
    return take.retryAfterMs;
  }

  /** Guesses at one terminal from one address are locked out. */
  async function atTerminal(terminalId: string, address: string | undefined): Promise<number> {
    if (address === undefined) return 0;
    const key = `${terminalId} ${addressGroup(address)}`;
    const take = await limits.take({ limit: 'wrongChecksums', key });
    if (take.kind === 'taken') return 0;
    if (take.isFirst) observer.alert('checksum_locked', { terminalId, address });
    return take.retryAfterMs;
  }

  /** Guesses at one terminal from anywhere. */
  async function notice(terminalId: string, address: string | undefined): Promise<void> {
    const noticed = await limits.take({ limit: 'wrongChecksumsOfTerminal', key: terminalId });
    if (noticed.kind === 'limited' && noticed.isFirst) {
      observer.alert('checksum_guessing', { terminalId, ...(address === undefined ? {} : { address }) });
    }
  }

  return {
    ofKey: async ({ address }) => tooManyFailures(await fromAddress(address)),
    async ofChecksum({ address, terminalId, isElsewhere = false }) {
      if (!isElsewhere) await notice(terminalId, address);
      else
        observer.alert('terminal_elsewhere', { terminalId, ...(address === undefined ? {} : { address }) });
      return tooManyFailures(Math.max(await fromAddress(address), await atTerminal(terminalId, address)));
    },
  };
}

function tooManyFailures(waitMs: number): CardwayError {
  return waitMs === 0 ? new CardwayError('UNAUTHENTICATED') : rateLimited(waitMs);
}

/**
 * Counts the transactions of every key and terminal, where the settings limit them, and the wrong checksums. Only what is proven
 * is counted as somebody's, so nobody can use up what a terminal is given; advices are never declined and never counted.
 *
 * Errors: those of `transact`, and RATE_LIMITED.
 */
export function limitTransactions(
  transact: Transact,
  deps: { readonly limits: RateLimits; readonly failed: FailedAuthentication },
): Transact {
  return (call, caller) => transact(call, { ...caller, checks: checksOf(deps, caller) });
}

function checksOf(
  { limits, failed }: { readonly limits: RateLimits; readonly failed: FailedAuthentication },
  { key, address }: Caller,
): CallerChecks {
  return {
    refusal: (terminalId, about) => failed.ofChecksum({ terminalId, address, ...about }),
    async proven({ terminalId, effect }) {
      if (effect === 'advice') return;
      if (key !== null) await countOrReject(limits, { limit: 'transactionsOfKey', key: key.keyId });
      await countOrReject(limits, { limit: 'transactionsOfTerminal', key: terminalId });
    },
  };
}
