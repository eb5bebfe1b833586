import { parseSigningKey } from '../core/wire/signature.js';
import { CardwayError } from '../platform/errors.js';
import type { DirectoryAdmin } from '../use-cases/directory/directory-port.js';
import type { Timer } from '../use-cases/ports.js';
import type { ProvisioningAdmin } from '../use-cases/provisioning/provisioning-port.js';
import {
  SANDBOX_API_KEYS,
  SANDBOX_PROGRAMME,
  SANDBOX_SHARED_KEY,
  SANDBOX_SIGNING_KEY,
  SANDBOX_TERMINAL_PASSWORD,
  SANDBOX_TERMINALS,
  SANDBOX_WALLETS,
} from './data.js';
import { startWalletService } from './wallet-service.js';

export interface Sandbox {
  /** Null where another wallet service replaces the simulated one. */
  readonly walletUrl: string | null;
  readonly signingKey: string;
  close(): Promise<void>;
}

/**
 * Seeds the directory (docs/reference/protocol.md#sandbox) and starts the simulated wallet service, unless the configuration
 * names another one. Balances stay beside the database, so that they share the fate of the ledger.
 */
export async function startSandbox(args: {
  readonly directoryAdmin: DirectoryAdmin;
  readonly provisioningAdmin: Pick<ProvisioningAdmin, 'addSharedKey'>;
  /** Path of the gateway's SQLite file. */
  readonly databasePath: string;
  readonly downstreamUrl: string | undefined;
  readonly signingKey: string | undefined;
  /** Hosts allowed beside loopback (`sandbox.hosts`). */
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

/** Returns the wallets' path: `cardway-wallets.db` beside `cardway.db`. */
function walletsPath(databasePath: string): string {
  return databasePath.replace(/(?:\.db)?$/, '-wallets.db');
}

/**
 * Adds the sandbox's directory (docs/reference/protocol.md#sandbox) to the store: programme, terminals, wallets with cards,
 * keys and the shared key. Every start may call it. A wallet that somebody moved to another programme stays there.
 */
export async function seedSandbox(
  directory: DirectoryAdmin,
  provisioning: Pick<ProvisioningAdmin, 'addSharedKey'>,
): Promise<void> {
  const programme = SANDBOX_PROGRAMME;
  await directory.putProgramme({ programme, name: 'Sandbox' });
  for (const terminalId of SANDBOX_TERMINALS) {
    await directory.putTerminal({ terminalId, programme, password: SANDBOX_TERMINAL_PASSWORD });
  }
  for (const { reference, customerId, cardId } of SANDBOX_WALLETS) {
    const cards = [{ cardId, isDefault: true }];
    await directory.putWallet({ reference, programme, customerId, cards }).catch(leaveMoved);
  }
  for (const key of SANDBOX_API_KEYS) await directory.putApiKey(key);
  await provisioning.addSharedKey({
    programme,
    sharedKeyId: SANDBOX_SHARED_KEY.keyId,
    key: Buffer.from(SANDBOX_SHARED_KEY.hex, 'hex'),
    actor: 'sandbox',
  });
}

function leaveMoved(error: unknown): void {
  if (!(error instanceof CardwayError) || error.code !== 'FORBIDDEN') throw error;
}
