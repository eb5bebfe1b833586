import type { Config } from '../config.js';
import type { UseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { createAdministerKeys } from '../usecase/administration/administer-keys.js';
import { createAdministerTerminals } from '../usecase/administration/administer-terminals.js';
import { createAdministerWallets } from '../usecase/administration/administer-wallets.js';
import { noteKeyUses, type KeyUses } from '../usecase/administration/note-key-uses.js';
import { createReadAudit } from '../usecase/administration/read-audit.js';
import { createReconcile } from '../usecase/administration/reconcile.js';
import { createAdministerProgrammes } from '../usecase/provisioning/administer-programmes.js';
import { PAGE_SIZE_MAX } from '../usecase/page-size.js';
import { createReadTransactions } from '../usecase/transactions/read-transactions.js';
import type { World } from '../world.js';
import { cadencesOf } from './cadences.js';
import { webhookUseCases, type WebhookUseCases } from './webhooks.js';

/** Saved texts in one GraphQL answer, in answers of the greatest length. A page of usual calls is smaller. */
const TEXTS_OF_ANSWERS = 8;

/** What works on the store alone: for the gateway, and for the command line without one. */
export function storedUseCases(parts: {
  readonly config: Config;
  readonly world: World;
  readonly store: Store;
}): Pick<UseCases, 'administration' | 'programmes' | 'readTransactions' | keyof WebhookUseCases> {
  const { store, world } = parts;
  const { settings } = parts.config;
  const { terminals, keys, wallets, audit, reconciliation } = store.administration;
  const pageSizeMax = PAGE_SIZE_MAX;
  return {
    administration: {
      terminals: createAdministerTerminals({ terminals, pageSizeMax }),
      keys: createAdministerKeys({ keys, clock: world.clock, pageSizeMax }),
      wallets: createAdministerWallets({ wallets, pageSizeMax }),
      audit: createReadAudit({ audit, pageSizeMax }),
      reconcile: createReconcile(reconciliation),
    },
    programmes: createAdministerProgrammes(store.provisioningAdmin),
    readTransactions: createReadTransactions({
      textBytesMax: TEXTS_OF_ANSWERS * settings.downstream.answerBytesMax,
      ledger: store.ledger,
      pageSizeMax,
    }),
    ...webhookUseCases(parts),
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
