import type { Caller, CallerChecks } from './call.js';
import type { FailedAuthentication } from '../access/failed-authentication.js';
import type { RateLimits } from '../access/rate-limit-port.js';
import { takeOrRefuse } from '../access/rate-limits.js';
import type { Transact } from './transact.js';

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
      if (key !== null) await takeOrRefuse(limits, { limit: 'transactionsOfKey', key: key.keyId });
      await takeOrRefuse(limits, { limit: 'transactionsOfTerminal', key: terminalId });
    },
  };
}
