import type { NewKey } from '../use-cases/directory/administration-port.js';

/** Public data of the sandbox (docs/reference/protocol.md#sandbox). It is not secret, and must never reach production. */
export const SANDBOX_PROGRAMME = 'sandbox';

export const SANDBOX_SIGNING_KEY = 'sandbox-signing-key';

export const SANDBOX_TERMINALS = ['0068766621', '0029504320'] as const;
export const SANDBOX_TERMINAL_PASSWORD = '1234567890';

export interface SandboxWallet {
  readonly reference: string;
  readonly customerId: number;
  readonly cardId: number;
  /** Opening balance in minor units. */
  readonly balance: number;
}

export const SANDBOX_WALLETS: readonly SandboxWallet[] = [
  { reference: '43172792905', customerId: 1001, cardId: 5001, balance: 1_000_000 },
  { reference: '556789731480', customerId: 1002, cardId: 5002, balance: 626_900 },
];

/** Shared key of the provisioning secret: the seed of the published SHA-256 vectors (RFC 6238 appendix B). */
export const SANDBOX_SHARED_KEY = {
  keyId: '001',
  hex: '3132333435363738393031323334353637383930313233343536373839303132',
} as const;

export const SANDBOX_API_KEYS: readonly Required<Pick<NewKey, 'keyId' | 'key' | 'role' | 'programme'>>[] = [
  { keyId: 'sandbox-client', key: 'cardway_sandbox_client', role: 'client', programme: SANDBOX_PROGRAMME },
  {
    keyId: 'sandbox-integrator',
    key: 'cardway_sandbox_integrator',
    role: 'integrator',
    programme: SANDBOX_PROGRAMME,
  },
  { keyId: 'sandbox-network', key: 'cardway_sandbox_network', role: 'network', programme: SANDBOX_PROGRAMME },
  { keyId: 'sandbox-operator', key: 'cardway_sandbox_operator', role: 'operator', programme: null },
];
