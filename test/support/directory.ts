import type { Store } from '../../src/store/store.js';
import type { Role } from '../../src/use-cases/directory/directory-port.js';

const actor = 'test';

/** Puts entries into the directory by the functions of its administration. An equal entry stays as it is. */
export function directoryOf({
  administration: { terminals, wallets, keys },
  provisioningAdmin,
}: Pick<Store, 'administration' | 'provisioningAdmin'>) {
  return {
    async putProgramme(input: { programme: string; name?: string }): Promise<void> {
      await provisioningAdmin.putProgramme({ ...input, actor });
    },
    /** A new password takes the place of the previous one, which is accepted for the overlap. */
    async putTerminal(input: TerminalInput): Promise<void> {
      const { terminalId, programme, password, isDisabled } = input;
      const known = await terminals.find(terminalId);
      const checksumAlgorithm = input.checksumAlgorithm ?? known?.checksumAlgorithm ?? 'sha256';
      const terminal = { actor, terminalId, programme, checksumAlgorithm };
      if (known === null) await terminals.add({ ...terminal, password, allowedAddresses: null });
      else await terminals.rotatePassword({ actor, terminalId, password, overlapMs: undefined });
      const changed = { ...terminal, ...(isDisabled === undefined ? {} : { isDisabled }) };
      await terminals.change({ ...changed, action: 'change_terminal' });
    },
    async putWallet(input: WalletInput): Promise<void> {
      await wallets.put({ ...input, authority: 'operator', actor });
    },
    /** A key that is there gets another end, or is revoked. */
    async putApiKey({ isDisabled = false, expiresAtMs = null, ...input }: KeyInput): Promise<void> {
      const { keyId, terminalIds = null } = input;
      if ((await keys.find(keyId)) === null)
        await keys.create({ ...input, terminalIds, expiresAtMs, documents: 'any', actor });
      else await keys.change({ action: 'set_key_expiry', keyId, expiresAtMs, actor });
      if (isDisabled) await keys.change({ action: 'revoke_key', keyId, isRevoked: true, actor });
    },
  };
}

export type TestDirectory = ReturnType<typeof directoryOf>;

interface TerminalInput {
  readonly terminalId: string;
  readonly programme: string;
  readonly password: string;
  readonly checksumAlgorithm?: 'sha256' | 'sha1';
  readonly isDisabled?: boolean;
}

type WalletInput = Omit<Parameters<Store['administration']['wallets']['put']>[0], 'authority' | 'actor'>;

interface KeyInput {
  readonly keyId: string;
  readonly key: string;
  readonly role: Role;
  readonly programme: string | null;
  readonly terminalIds?: readonly string[] | null;
  readonly expiresAtMs?: number | null;
  readonly isDisabled?: boolean;
}
