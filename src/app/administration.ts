import { placeText } from '../core/access/audit.js';
import { keptAtLeastMs } from '../core/transactions/transaction.js';
import type { UseCases } from '../graphql/context.js';
import { ANSWER_BYTES_MAX } from '../outbound/downstream/routes.js';
import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import type { Store } from '../store/store.js';
import {
  createAdministerKeys,
  type KeyChanges,
  type KeyUses,
  noteKeyUses,
} from '../use-cases/access/administer-keys.js';
import { createApprovals } from '../use-cases/access/approvals.js';
import { type AuditFollower, followAuditLog } from '../use-cases/access/audit-chain.js';
import { createPurges } from '../use-cases/access/purges.js';
import { createRecordExport } from '../use-cases/access/record-export.js';
import { createAdministerProgrammes } from '../use-cases/directory/administer-programmes.js';
import { createAdministerTerminals } from '../use-cases/directory/administer-terminals.js';
import { createAdministerWallets } from '../use-cases/directory/administer-wallets.js';
import type { Observer } from '../use-cases/ports.js';
import { createSearch } from '../use-cases/search.js';
import { createReadTransactions } from '../use-cases/transactions/history/read.js';
import { createReconcile } from '../use-cases/transactions/history/reconcile.js';
import { INTERVALS, type Runtime } from './runtime.js';
import { webhookUseCases, type WebhookUseCases } from './webhooks.js';

/** Saved texts in one GraphQL answer, as a multiple of the longest answer. Usual pages are smaller. */
const TEXTS_OF_ANSWERS = 8;

type StoredUseCases = Pick<
  UseCases,
  'administration' | 'approvals' | 'programmes' | 'readTransactions' | 'search' | keyof WebhookUseCases
>;

/** Creates the use cases that need the store alone: for the gateway, and for commands that make its first entries. */
export function storedUseCases(parts: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly keyChanges?: Pick<KeyChanges, 'announce'>;
}): StoredUseCases {
  const { store, runtime } = parts;
  const { settings } = parts.config;
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
      keys: createAdministerKeys({ keys, changes: parts.keyChanges, clock: runtime.clock }),
      wallets: createAdministerWallets({ wallets, walletImports }),
      audit,
      auditChain: store.auditChain,
      refusals: store.refusals,
      reconcile: createReconcile(reconciliation, store.directory),
      recordExport: createRecordExport(store),
      purges: createPurges({
        ...store,
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
      ...{ terminals, keys, wallets },
      ledger: store.ledger,
      attempts: store.attempts,
      events: store.events,
      endpoints: store.endpoints,
      deliveries: store.deliveries,
      programmes: store.provisioningAdmin,
    }),
    ...webhookUseCases(parts),
  };
}

/** Writes the last use of keys at intervals. */
export function startKeyUses(
  { runtime, store }: { readonly runtime: Runtime; readonly store: Store },
  onFailure: (error: unknown) => void,
): KeyUses {
  return noteKeyUses({
    ...runtime,
    keys: store.administration.keys,
    everyMs: INTERVALS.lastUsedMs,
    onFailure,
  });
}

/** Writes each new entry of the audit log to the log, and its head every minute. */
export function startAudit(
  parts: {
    readonly runtime: Runtime;
    readonly store: Store;
    readonly log: Logger;
    readonly observer: Pick<Observer, 'alert'>;
  },
  onFailure: (error: unknown) => void,
): AuditFollower {
  const { runtime, store, log } = parts;
  const { auditLogMs, auditHeadMs } = INTERVALS;
  return followAuditLog({
    chain: store.auditChain,
    timer: runtime.timer,
    everyMs: auditLogMs,
    headEveryMs: auditHeadMs,
    onEntry: ({ sequence, hash, atMs, ...entry }) => {
      const place = placeText({ position: sequence, hash });
      log.info({ audit: { entry: place, at: new Date(atMs).toISOString(), ...entry } }, 'audit log entry');
    },
    onHead: (head) => log.info({ audit: { head: placeText(head) } }, 'audit log head'),
    alert: parts.observer.alert,
    onFailure,
  });
}
