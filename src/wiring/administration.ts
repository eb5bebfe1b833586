import type { Config } from '../config.js';
import type { AdministrationUseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { createAdministerKeys } from '../usecase/administration/administer-keys.js';
import { createAdministerTerminals } from '../usecase/administration/administer-terminals.js';
import { createAdministerWallets } from '../usecase/administration/administer-wallets.js';
import { noteKeyUses, type KeyUses } from '../usecase/administration/note-key-uses.js';
import { createReadAudit } from '../usecase/administration/read-audit.js';
import { createReconcile } from '../usecase/administration/reconcile.js';
import type { Clock } from '../usecase/ports.js';
import type { World } from '../world.js';
import { cadencesOf } from './cadences.js';

export type { AdministrationUseCases };

/** Terminals, keys, wallets, the audit log and reconciliation, for GraphQL and the command line alike. */
export function administrationOf({
  store,
  clock,
  pageSizeMax,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly pageSizeMax: number;
}): AdministrationUseCases {
  const { terminals, keys, wallets, audit, reconciliation } = store.administration;
  return {
    terminals: createAdministerTerminals({ terminals, pageSizeMax }),
    keys: createAdministerKeys({ keys, clock, pageSizeMax }),
    wallets: createAdministerWallets({ wallets, pageSizeMax }),
    audit: createReadAudit({ audit, pageSizeMax }),
    reconcile: createReconcile(reconciliation),
  };
}

/** Writes once in a while when keys were used last. */
export function startKeyUses(
  { config, world, store }: { readonly config: Config; readonly world: World; readonly store: Store },
  onFailure: (error: unknown) => void,
): KeyUses {
  const everyMs = cadencesOf(config.settings.sweep).lastUsedMs;
  return noteKeyUses({ ...world, keys: store.administration.keys, everyMs, onFailure });
}
