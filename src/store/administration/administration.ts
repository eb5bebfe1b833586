import type { RandomBytes, Sealer } from '../../core/seal.js';
import type { Administration, Clock } from '../../usecase/ports.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import type { ForgetDirectory } from '../directory/directory.js';
import type { StoreSettings } from '../settings.js';
import { createAuditList } from './audit-list.js';
import { createChange } from './change.js';
import { createKeyRecords } from './keys.js';
import { createReconciliation } from './reconciliation.js';
import { createTerminalRecords } from './terminals.js';
import { createWalletImports } from './wallet-imports.js';
import { createWalletRecords } from './wallets.js';

/** The directory as it is looked after: every change is one commit, and in the audit log. */
export function createAdministration(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
  readonly forget: ForgetDirectory;
}): Administration {
  const parts = { ...args, change: createChange(args) };
  return {
    terminals: createTerminalRecords({ ...parts, forget: args.forget.terminal }),
    keys: createKeyRecords({ ...parts, forget: args.forget.apiKey }),
    wallets: createWalletRecords({ ...parts, forget: args.forget.wallets }),
    walletImports: createWalletImports({ ...parts, forget: args.forget.wallets }),
    audit: createAuditList(args),
    reconciliation: createReconciliation(args),
  };
}
