import type { OversightUseCases } from '../graphql/context.js';
import { VERSION } from '../platform/build.js';
import { createComposeCall } from '../sandbox/compose-call.js';
import type { Store } from '../store/store.js';
import { createReadStats } from '../use-cases/transactions/read-stats.js';
import type { Outside } from './externals.js';
import type { World } from './runtime.js';

/** How the gateway does, and what it is, for those who look at it. */
export function oversightOf(parts: {
  readonly world: World;
  readonly store: Store;
  readonly outside: Pick<Outside, 'downstream' | 'sandbox'>;
}): OversightUseCases {
  const { world, store, outside } = parts;
  const { sandbox, downstream } = outside;
  return {
    stats: createReadStats({ stats: store.stats, clock: world.clock }),
    routes: () => downstream.states(),
    gateway: {
      version: VERSION,
      sandbox: sandbox === null ? null : { compose: createComposeCall(sandbox.signingKey) },
    },
  };
}
