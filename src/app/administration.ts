import { keptAtLeastMs } from '../core/transactions/transaction.js';
import { ANSWER_BYTES_MAX } from '../outbound/downstream/routes.js';
import { createEndpointUrlCheck, createResolveHost } from '../outbound/webhooks/endpoint-url.js';
import { createAdministerKeys, type KeyChanges } from '../use-cases/access/administer-keys.js';
import { createApprovals } from '../use-cases/access/approvals.js';
import { createPurges } from '../use-cases/access/purges.js';
import { createRecordExport } from '../use-cases/access/record-export.js';
import { createAdministerProgrammes } from '../use-cases/directory/administer-programmes.js';
import { createAdministerTerminals } from '../use-cases/directory/administer-terminals.js';
import { createAdministerWallets } from '../use-cases/directory/administer-wallets.js';
import { createAdministerEndpoints } from '../use-cases/events/administer-endpoints.js';
import { createReadWebhooks } from '../use-cases/events/read-webhooks.js';
import { createResend } from '../use-cases/events/resend.js';
import { createSearch } from '../use-cases/search.js';
import { createReadTransactions } from '../use-cases/transactions/history/read.js';
import { createReconcile } from '../use-cases/transactions/history/reconcile.js';
import type { Ground } from './runtime.js';

/** How long the previous secret of an endpoint still signs, beside the new one. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000;

/** Saved texts in one GraphQL answer, as a multiple of the longest answer. Usual pages are smaller. */
const TEXTS_OF_ANSWERS = 8;

/** Creates the use cases that need the store alone: for the gateway, and for commands that make its first entries. */
export function storedUseCases(
  { config: { settings }, runtime, store }: Pick<Ground, 'config' | 'runtime' | 'store'>,
  changes?: Pick<KeyChanges, 'announce'>,
) {
  const { clock, newId, timer } = runtime;
  const { endpoints, deliveries, events } = store;
  const { terminals, keys, wallets, walletImports, audit, reconciliation } = store.administration;
  return {
    approvals: createApprovals({
      store: store.approvals,
      hasher: store.sealer,
      isRequired: settings.approvals,
      peopleDecide: settings.signIn.issuer !== undefined,
    }),
    administration: {
      terminals: createAdministerTerminals({ terminals }),
      keys: createAdministerKeys({ keys, changes, clock }),
      wallets: createAdministerWallets({ wallets, walletImports }),
      audit,
      auditChain: store.auditChain,
      refusals: store.refusals,
      reconcile: createReconcile(reconciliation),
      recordExport: createRecordExport(store),
      purges: createPurges({
        history: store.history,
        auditChain: store.auditChain,
        keptAtLeastMs: keptAtLeastMs(settings.transaction.maxAge),
        isApproved: settings.approvals,
      }),
    },
    programmes: createAdministerProgrammes(store.provisioningAdmin, store.directory),
    readTransactions: createReadTransactions({
      textBytesMax: TEXTS_OF_ANSWERS * ANSWER_BYTES_MAX,
      ledger: store.ledger,
      history: store.history,
    }),
    search: createSearch({
      terminals,
      keys,
      wallets,
      ledger: store.ledger,
      attempts: store.attempts,
      events,
      endpoints,
      deliveries,
      programmes: store.provisioningAdmin,
    }),
    administerEndpoints: createAdministerEndpoints({
      endpoints,
      deliveries,
      clock,
      newId,
      urlProblem: createEndpointUrlCheck({ resolve: createResolveHost(), policy: settings.webhook, timer }),
      secretOverlapMs: SECRET_OVERLAP_MS,
    }),
    readWebhooks: createReadWebhooks(store),
    resend: createResend({ endpoints, deliveries, events }),
  };
}
