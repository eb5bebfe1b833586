import type {
  ApiKey,
  CardDirectory,
  Directory,
  Terminal,
  Wallet,
} from '../../src/use-cases/directory/directory-port.js';

export const PASSWORD = Buffer.from('simulated terminal password');
export const PROGRAMME = 'simulated';

export const TERMINALS = ['0068766621', '0029504320'] as const;
export const WALLETS: readonly [Wallet, Wallet] = [wallet('43172792905', 1001), wallet('556789731480', 1002)];
/** Wallet that the directory may learn of late. */
export const NEW_WALLET: Wallet = wallet('700000000017', 1003);
export const KEYS: readonly [ApiKey, ApiKey] = [key('key-1'), key('key-2')];
/** Reference that no wallet has. */
export const UNKNOWN_REFERENCE = '99999999999';

/** Makes the directory. `isNewKnown` returns whether it has the new wallet by now. */
export function createDirectory(isNewKnown: () => boolean): Directory & CardDirectory {
  const known = (): readonly Wallet[] => (isNewKnown() ? [...WALLETS, NEW_WALLET] : WALLETS);
  return {
    // Only the setting xml-only asks for it.
    card: () => Promise.resolve(null),
    terminal: (terminalId) => Promise.resolve(terminalOf(terminalId)),
    wallet: (reference) => Promise.resolve(known().find((one) => one.reference === reference) ?? null),
    apiKey: (presented) => Promise.resolve(KEYS.find(({ keyId }) => keyId === presented) ?? null),
  };
}

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
