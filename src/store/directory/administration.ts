import type { RandomBytes, Sealer } from '../../core/access/seal.js';
import type { Clock } from '../../platform/clock.js';
import type { Administration } from '../../use-cases/directory/administration-port.js';
import { createAuditList, createChange } from '../access/audit.js';
import { createDocumentRecords } from '../access/documents.js';
import { createKeyRecords } from '../access/keys.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import type { StoreSettings } from '../settings.js';
import { createReconciliation } from '../transactions/reconciliation.js';
import { createTerminalRecords } from './administer-terminals.js';
import { createWalletRecords } from './administer-wallets.js';
import type { InvalidateDirectory } from './directory.js';
import { createWalletImports } from './wallet-imports.js';

/** Creates the administration of the directory: every change is one commit, with an entry in the audit log. */
export function createAdministration(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
  readonly invalidate: InvalidateDirectory;
}): Administration {
  const parts = { ...args, change: createChange(args) };
  return {
    terminals: createTerminalRecords({ ...parts, invalidate: args.invalidate.terminal }),
    keys: createKeyRecords({ ...parts, invalidate: args.invalidate.apiKey }),
    documents: createDocumentRecords({ ...parts, invalidate: args.invalidate.document }),
    wallets: createWalletRecords({ ...parts, invalidate: args.invalidate.wallets }),
    walletImports: createWalletImports({ ...parts, invalidate: args.invalidate.wallets }),
    audit: createAuditList(args),
    reconciliation: createReconciliation(args),
  };
}
