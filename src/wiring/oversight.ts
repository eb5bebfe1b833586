import { createComposeCall } from '../sandbox/compose-call.js';
import type { OversightUseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { createReadStats } from '../usecase/transactions/read-stats.js';
import type { World } from '../world.js';
import type { Outside } from './outside.js';
import { VERSION } from '../version.js';

/** Transactions that an estimate reads from one stretch of time. It bounds the cost of a page. */
const SAMPLE_ROWS = 2000;
/** Cache time of a closed stretch. A late settlement shows after it. */
const KEEP_MS = 600_000;

/** How the gateway does, and what it is, for those who look at it. */
export function oversightOf(parts: {
  readonly world: World;
  readonly store: Store;
  readonly outside: Pick<Outside, 'downstream' | 'sandbox'>;
}): OversightUseCases {
  const { world, store, outside } = parts;
  const { sandbox, downstream } = outside;
  return {
    stats: createReadStats({
      stats: store.stats,
      clock: world.clock,
      sampleRows: SAMPLE_ROWS,
      keepMs: KEEP_MS,
    }),
    routes: () => downstream.states(),
    gateway: {
      version: VERSION,
      sandbox: sandbox === null ? null : { compose: createComposeCall(sandbox.signingKey) },
    },
  };
}
