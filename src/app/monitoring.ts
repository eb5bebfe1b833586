import type { MonitoringUseCases } from '../graphql/context.js';
import { VERSION } from '../platform/build.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import { createComposeCall } from '../sandbox/compose-call.js';
import type { Store } from '../store/store.js';
import { createRefusals, type Refusals } from '../use-cases/access/refusals.js';
import type { Observer } from '../use-cases/ports.js';
import { createReadStats } from '../use-cases/transactions/read-stats.js';
import type { Externals } from './externals.js';
import type { Runtime } from './runtime.js';

/** Reports refused calls to the log, to a metric, and to operators through the database. */
export function startRefusals(
  parts: {
    readonly runtime: Runtime;
    readonly store: Store;
    readonly log: Logger;
    readonly metrics: Pick<Metrics, 'refused'>;
    readonly observer: Pick<Observer, 'alert'>;
  },
  onFailure: (error: unknown) => void,
): Refusals {
  const { log, metrics, observer, store, runtime } = parts;
  return createRefusals({
    ...runtime,
    store: store.refusals,
    alert: observer.alert,
    onRefused(refused) {
      metrics.refused(refused);
      log.warn(refused, 'call refused');
    },
    onFailure,
  });
}

/** Creates the use cases that show the gateway's state and build. */
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
