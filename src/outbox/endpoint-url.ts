import { isIP } from 'node:net';
import type { Timer } from '../usecase/ports.js';
import { isAllowedAddress } from './address.js';
import type { ResolveHost } from './resolve-host.js';
import { hostOf, webhookUrlProblem, type UrlPolicy } from './webhook-url.js';

/**
 * Whether an endpoint may have this URL: as it is written, and where its name leads now. A name that leads nowhere yet passes: it is
 * looked up again at each attempt. Never rejects.
 */
export function createEndpointUrlCheck(deps: {
  readonly resolve: ResolveHost;
  readonly policy: UrlPolicy;
  readonly timer: Timer;
}): (url: string) => Promise<string | null> {
  return async (written) => {
    const problem = webhookUrlProblem(written, deps.policy);
    if (problem !== null) return problem;
    const host = hostOf(new URL(written));
    if (isIP(host) !== 0) return null;
    const limit = deps.timer.wait(LOOKUP_MS);
    const addresses = await Promise.race([
      deps.resolve(host).catch(() => []),
      limit.done.then((): readonly string[] => []),
    ]);
    limit.cancel();
    const isAllowed = addresses.every((address) => isAllowedAddress(address, deps.policy.allowPrivate));
    return isAllowed ? null : 'must not lead to a private or special address';
  };
}

/** Whoever adds an endpoint waits for this; each attempt looks again, and longer. */
const LOOKUP_MS = 1500;
