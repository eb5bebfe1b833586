import { parseSigningKey } from '../core/wire/signature.js';
import type {
  KeyRecords,
  TerminalRecords,
  WalletRecords,
} from '../use-cases/directory/administration-port.js';
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

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The parts of the store that keep the directory. */
interface Seeded {
  readonly administration: {
    readonly terminals: TerminalRecords;
    readonly wallets: WalletRecords;
    readonly keys: KeyRecords;
  };
  readonly provisioningAdmin: Pick<ProvisioningAdmin, 'programmes' | 'putProgramme' | 'addSharedKey'>;
}

/**
 * Seeds the directory (docs/reference/protocol.md#sandbox) and starts the simulated wallet service, unless the configuration
 * names another one. Balances stay beside the database, so that they share the fate of the ledger.
 */
export async function startSandbox(args: {
  readonly store: Seeded;
  /** Path of the gateway's SQLite file. */
  readonly databasePath: string;
  readonly downstreamUrl: string | undefined;
  readonly signingKey: string | undefined;
  /** Hosts allowed beside loopback (`sandbox.hosts`). */
  readonly hosts: readonly string[];
  readonly timer: Timer;
}) {
  await seedSandbox(args.store);
  const signingKey = args.signingKey ?? SANDBOX_SIGNING_KEY;
  const parsed = parseSigningKey(signingKey);
  const wallet =
    args.downstreamUrl !== undefined
      ? null
      : await startWalletService({
          // `cardway-wallets.db` beside `cardway.db`
          path: args.databasePath.replace(/(?:\.db)?$/, '-wallets.db'),
          signingKey: parsed.kind === 'ok' ? parsed.key : Buffer.from(SANDBOX_SIGNING_KEY),
          wallets: SANDBOX_WALLETS,
          hosts: args.hosts,
          timer: args.timer,
        });
  return {
    /** Null where another wallet service replaces the simulated one. */
    walletUrl: wallet?.url ?? null,
    signingKey,
    close: async (): Promise<void> => wallet?.close(),
  };
}

/**
 * Adds the sandbox's directory (docs/reference/protocol.md#sandbox) to the store: programme, terminals, wallets with cards,
 * keys and the shared key. Every start may call it. Existing entries stay as they are.
 */
export async function seedSandbox({ administration, provisioningAdmin }: Seeded): Promise<void> {
  const { terminals, wallets, keys } = administration;
  const [programme, actor] = [SANDBOX_PROGRAMME, 'sandbox'];
  const isKnown = (await provisioningAdmin.programmes()).some((one) => one.programme === programme);
  if (!isKnown) await provisioningAdmin.putProgramme({ programme, name: 'Sandbox', currency: 'USD', actor });
  for (const terminalId of SANDBOX_TERMINALS) {
    const terminal = { terminalId, programme, password: SANDBOX_TERMINAL_PASSWORD };
    if ((await terminals.find(terminalId)) === null)
      await terminals.add({ ...terminal, checksumAlgorithm: 'sha256', allowedAddresses: null, actor });
  }
  for (const { reference, customerId, cardId } of SANDBOX_WALLETS) {
    const wallet = { reference, programme, customerId, cards: [{ cardId, isDefault: true }] };
    if ((await wallets.find(reference)) === null)
      await wallets.put({ ...wallet, authority: 'operator', actor });
  }
  for (const key of SANDBOX_API_KEYS) {
    const unlimited = { terminalIds: null, expiresAtMs: null, documents: 'any' } as const;
    if ((await keys.find(key.keyId)) === null) await keys.create({ ...key, ...unlimited, actor });
  }
  const { keyId: sharedKeyId, hex } = SANDBOX_SHARED_KEY;
  await provisioningAdmin.addSharedKey({ programme, sharedKeyId, key: Buffer.from(hex, 'hex'), actor });
}
