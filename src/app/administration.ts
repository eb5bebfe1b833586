import { placeText } from '../core/access/audit.js';
import { keptAtLeastMs } from '../core/transactions/transaction.js';
import type { UseCases } from '../graphql/context.js';
import { ANSWER_BYTES_MAX } from '../outbound/downstream/routes.js';
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
import { createRefusals, type Refusals } from '../use-cases/access/refusals.js';
import { createAdministerProgrammes } from '../use-cases/directory/administer-programmes.js';
import { createAdministerTerminals } from '../use-cases/directory/administer-terminals.js';
import { createAdministerWallets } from '../use-cases/directory/administer-wallets.js';
import { createSearch } from '../use-cases/search.js';
import { createReadTransactions } from '../use-cases/transactions/history/read.js';
import { createReconcile } from '../use-cases/transactions/history/reconcile.js';
import { type Externals, noted } from './externals.js';
import { type Ground, INTERVALS, logFailure } from './runtime.js';
import { webhookUseCases, type WebhookUseCases } from './webhooks.js';

/** Saved texts in one GraphQL answer, as a multiple of the longest answer. Usual pages are smaller. */
const TEXTS_OF_ANSWERS = 8;

type StoredUseCases = Pick<
  UseCases,
  'administration' | 'approvals' | 'programmes' | 'readTransactions' | 'search' | keyof WebhookUseCases
>;

/** Creates the use cases that need the store alone: for the gateway, and for commands that make its first entries. */
export function storedUseCases(
  { config: { settings }, runtime, store }: Pick<Ground, 'config' | 'runtime' | 'store'>,
  changes?: Pick<KeyChanges, 'announce'>,
): StoredUseCases {
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
      keys: createAdministerKeys({ keys, changes, clock: runtime.clock }),
      wallets: createAdministerWallets({ wallets, walletImports }),
      audit,
      auditChain: store.auditChain,
      refusals: store.refusals,
      reconcile: createReconcile(reconciliation, store.directory),
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
      events: store.events,
      endpoints: store.endpoints,
      deliveries: store.deliveries,
      programmes: store.provisioningAdmin,
    }),
    ...webhookUseCases(settings, runtime, store),
  };
}

/** Writes the last use of keys at intervals. */
export function startKeyUses(ground: Ground): KeyUses {
  const { runtime, store } = ground;
  return noteKeyUses({
    keys: store.administration.keys,
    clock: runtime.clock,
    timer: runtime.timer,
    everyMs: INTERVALS.lastUsedMs,
    onFailure: logFailure(ground, 'noting key uses failed'),
  });
}

/** Writes each new entry of the audit log to the log, and its head every minute. */
export function startAudit(ground: Ground, { alert }: Externals): AuditFollower {
  const { runtime, store, log } = ground;
  return followAuditLog({
    chain: store.auditChain,
    timer: runtime.timer,
    everyMs: INTERVALS.auditLogMs,
    headEveryMs: INTERVALS.auditHeadMs,
    onEntry: ({ sequence, hash, atMs, ...entry }) => {
      const place = placeText({ position: sequence, hash });
      log.info({ audit: { entry: place, at: new Date(atMs).toISOString(), ...entry } }, 'audit log entry');
    },
    onHead: (head) => log.info({ audit: { head: placeText(head) } }, 'audit log head'),
    alert,
    onFailure: logFailure(ground, 'the audit log cannot be read'),
  });
}

/** Reports refused calls to the log, to a metric, and to operators through the database. */
export function startRefusals(ground: Ground, { alert, metrics }: Externals): Refusals {
  const { runtime, store, log } = ground;
  return createRefusals({
    store: store.refusals,
    owner: runtime.owner,
    clock: runtime.clock,
    timer: runtime.timer,
    alert,
    onRefused: noted(metrics.refused, log.warn, 'call refused'),
    onFailure: logFailure(ground, 'refused calls cannot be kept'),
  });
}
