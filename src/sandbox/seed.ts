import type { DirectoryAdmin, ProvisioningAdmin } from '../usecase/ports.js';
import {
  SANDBOX_API_KEYS,
  SANDBOX_PROGRAMME,
  SANDBOX_SHARED_KEY,
  SANDBOX_TERMINAL_PASSWORD,
  SANDBOX_TERMINALS,
  SANDBOX_WALLETS,
} from './data.js';

/**
 * Puts the directory of contract section 9 into the store: programme, terminals, wallets with their cards, keys, the shared key. What is there
 * already stays as it is, so that every start of the sandbox may do it.
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
    await directory.putWallet({ reference, programme, customerId, cards: [{ cardId, isDefault: true }] });
  }
  for (const key of SANDBOX_API_KEYS) await directory.putApiKey(key);
  await provisioning.addSharedKey({
    programme,
    sharedKeyId: SANDBOX_SHARED_KEY.keyId,
    key: Buffer.from(SANDBOX_SHARED_KEY.hex, 'hex'),
    actor: 'sandbox',
  });
}
