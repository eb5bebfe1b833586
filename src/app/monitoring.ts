import type { MonitoringUseCases } from '../graphql/context.js';
import { VERSION } from '../platform/build.js';
import { createComposeCall } from '../sandbox/compose-call.js';
import type { Store } from '../store/store.js';
import { createReadStats } from '../use-cases/transactions/read-stats.js';
import type { Externals } from './externals.js';
import type { Runtime } from './runtime.js';

/** How the gateway does, and what it is, for those who look at it. */
export function monitoringOf(parts: {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly externals: Pick<Externals, 'downstream' | 'sandbox'>;
}): MonitoringUseCases {
  const { runtime, store, externals } = parts;
  const { sandbox, downstream } = externals;
  return {
    stats: createReadStats({ stats: store.stats, clock: runtime.clock }),
    routes: () => downstream.states(),
    gateway: {
      version: VERSION,
      sandbox: sandbox === null ? null : { compose: createComposeCall(sandbox.signingKey) },
    },
  };
}
