import { parseSigningKey } from '../core/signature.js';
import type { DirectoryAdmin, ProvisioningAdmin, Timer } from '../usecase/ports.js';
import { SANDBOX_SIGNING_KEY, SANDBOX_WALLETS } from './data.js';
import { seedSandbox } from './seed.js';
import { startWalletService } from './wallet-service.js';

export interface Sandbox {
  /** Null where another downstream replaces the simulated wallet service. */
  readonly walletUrl: string | null;
  readonly signingKey: string;
  close(): Promise<void>;
}

/**
 * Seeds the directory (contract section 9) and starts the simulated wallet service, unless the configuration names another
 * downstream. Balances are kept beside the database, so that they and the ledger live and go together.
 */
export async function startSandbox(args: {
  readonly directoryAdmin: DirectoryAdmin;
  readonly provisioningAdmin: Pick<ProvisioningAdmin, 'addSharedKey'>;
  /** Path of the SQLite file of the gateway. */
  readonly databasePath: string;
  readonly downstreamUrl: string | undefined;
  readonly signingKey: string | undefined;
  /** Allowed beside loopback (`sandbox.hosts`). */
  readonly hosts: readonly string[];
  readonly timer: Timer;
}): Promise<Sandbox> {
  await seedSandbox(args.directoryAdmin, args.provisioningAdmin);
  const signingKey = args.signingKey ?? SANDBOX_SIGNING_KEY;
  if (args.downstreamUrl !== undefined)
    return { walletUrl: null, signingKey, close: () => Promise.resolve() };
  const parsed = parseSigningKey(signingKey);
  const wallet = await startWalletService({
    path: walletsPath(args.databasePath),
    signingKey: parsed.kind === 'ok' ? parsed.key : Buffer.from(SANDBOX_SIGNING_KEY),
    wallets: SANDBOX_WALLETS,
    hosts: args.hosts,
    timer: args.timer,
  });
  return { walletUrl: wallet.url, signingKey, close: () => wallet.close() };
}

/** `cardway.db` has `cardway-wallets.db` beside it. */
function walletsPath(databasePath: string): string {
  return databasePath.replace(/(?:\.db)?$/, '-wallets.db');
}
