import type { WrappedSecret } from '../../core/access/wrapped-secret.js';

/** Result of a keeper. A reason is a sentence without a period, and holds nothing of the secret. */
export type Kept<Value> =
  { readonly kind: 'ok'; readonly value: Value } | { readonly kind: 'failed'; readonly reason: string };

/** Keeper of a key-encryption key outside the gateway: Vault, or a PKCS#11 token. The key never leaves it. */
export interface Keeper {
  /** First part of the ids of its keys. */
  readonly name: 'vault' | 'pkcs11';
  /** Encrypts with the configured key. */
  wrap(plain: Buffer): Promise<Kept<WrappedSecret>>;
  /** Decrypts with the key that the secret names. */
  unwrap(wrapped: WrappedSecret): Promise<Kept<Buffer>>;
}

export function failedKeeper(reason: string): { readonly kind: 'failed'; readonly reason: string } {
  return { kind: 'failed', reason };
}
