import type { ApiKey, Directory, Terminal, Wallet } from '../../src/usecase/ports.js';

export const PASSWORD = Buffer.from('simulated terminal password');
export const PROGRAMME = 'simulated';

export const TERMINALS = ['0068766621', '0029504320'] as const;
export const WALLETS: readonly [Wallet, Wallet] = [wallet('43172792905', 1001), wallet('556789731480', 1002)];
export const KEYS: readonly [ApiKey, ApiKey] = [key('key-1'), key('key-2')];
/** No wallet has it, or none has it yet. */
export const UNKNOWN_REFERENCE = '99999999999';
export const LATE_WALLET: Wallet = wallet(UNKNOWN_REFERENCE, 1003);

/** A directory that may come to know one more wallet. */
export const directoryOf = (isLateWalletKnown: () => boolean): Directory => ({
  terminal: (terminalId) => Promise.resolve(terminalOf(terminalId)),
  wallet: (reference) => {
    const known = isLateWalletKnown() ? [...WALLETS, LATE_WALLET] : WALLETS;
    return Promise.resolve(known.find((one) => one.reference === reference) ?? null);
  },
  apiKey: (presented) => Promise.resolve(KEYS.find(({ keyId }) => keyId === presented) ?? null),
});

function terminalOf(terminalId: string): Terminal | null {
  const isKnown = TERMINALS.some((known) => known === terminalId);
  return isKnown
    ? {
        terminalId,
        programme: PROGRAMME,
        checksumAlgorithm: 'sha256',
        passwords: [PASSWORD],
        allowedNetworks: null,
      }
    : null;
}

function wallet(reference: string, customerId: number): Wallet {
  const card = { cardId: customerId + 4000, trackingNumber: null, isDefault: true, isBlocked: false };
  return { reference, programme: PROGRAMME, customerId, isBlocked: false, cards: [card] };
}

function key(keyId: string): ApiKey {
  return { keyId, role: 'client', programme: PROGRAMME, terminalIds: null };
}
