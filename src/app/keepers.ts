import { isWrapped, keyIdParts, parseWrapped, wrappedText } from '../core/access/wrapped-secret.js';
import { failedKeeper, type Keeper, type Kept } from '../outbound/keepers/keeper.js';
import { tlsFor } from '../outbound/tls.js';
import type { Config, Unwrap, Unwrapped } from '../platform/config.js';
import { readOutboundTls } from './tls.js';

type KeeperConfig = Pick<Config, 'settings' | 'outboundTls'>;
type ReadFile = (path: string) => string;

/** Opens the configured keepers of key-encryption keys. Each is loaded only where the settings name it. Errors: BAD_REQUEST. */
export async function openKeepers(config: KeeperConfig, readFile: ReadFile): Promise<readonly Keeper[]> {
  const { vault, pkcs11 } = config.settings;
  const keepers: Keeper[] = [];
  if (vault.url !== undefined && vault.token !== undefined) {
    const { createVaultKeeper } = await import('../outbound/keepers/vault.js');
    const tls = tlsFor(readOutboundTls(config, readFile), vault.url);
    keepers.push(createVaultKeeper({ ...vault, url: vault.url, token: vault.token, tls }));
  }
  const { library, token, pin } = pkcs11;
  if (library !== undefined && token !== undefined && pin !== undefined) {
    const { createPkcs11Keeper } = await import('../outbound/keepers/pkcs11.js');
    keepers.push(createPkcs11Keeper({ ...pkcs11, library, token, pin }));
  }
  return keepers;
}

/**
 * Creates the function that unwraps the secrets of a configuration. Called again, it keeps a secret that it unwrapped before where
 * the keeper fails, so that a running gateway goes on; `onKept` gets its setting and the reason.
 */
export function createUnwrap(
  readFile: ReadFile,
  onKept: (setting: string, reason: string) => void = () => undefined,
): Unwrap {
  let known: ReadonlyMap<string, Unwrapped> = new Map();
  return async (config, wrapped) => {
    const keepers = await openKeepers(config, readFile);
    const results = new Map<string, Unwrapped>();
    for (const [text, setting] of wrapped) {
      const result = await unwrapWith(keepers, text);
      const before = known.get(text);
      if (result.kind === 'failed' && before !== undefined) onKept(setting, result.reason);
      results.set(text, result.kind === 'failed' ? (before ?? result) : result);
    }
    if ([...results.values()].every(({ kind }) => kind === 'ok')) known = results;
    return results;
  };
}

/** Unwraps one secret. */
async function unwrapWith(keepers: readonly Keeper[], text: string): Promise<Unwrapped> {
  const wrapped = parseWrapped(text);
  const [name] = wrapped === null ? [] : (keyIdParts(wrapped.keyId) ?? []);
  if (wrapped === null || name === undefined)
    return failedKeeper('it is not of the form wrapped:v1:<key>:<ciphertext>');
  const keeper = keepers.find((each) => each.name === name);
  if (keeper === undefined)
    return failedKeeper(
      `it is wrapped by ${wrapped.keyId}, and that keeper is not configured (vault.url or pkcs11.library)`,
    );
  const opened = await keeper.unwrap(wrapped);
  if (opened.kind === 'failed') return failedKeeper(`it cannot be unwrapped: ${opened.reason}`);
  try {
    const plain = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(opened.value);
    if (plain === '' || isWrapped(plain)) return failedKeeper('it holds no secret');
    return { kind: 'ok', text: plain };
  } catch {
    return failedKeeper('it holds no text');
  }
}

/** Wraps a secret, or wraps one anew that is wrapped already. Resolves with the wrapped text. */
export async function wrapWith(
  keepers: readonly Keeper[],
  keeper: Keeper,
  secret: string,
): Promise<Kept<string>> {
  const plain: Unwrapped = isWrapped(secret)
    ? await unwrapWith(keepers, secret)
    : { kind: 'ok', text: secret };
  if (plain.kind === 'failed') return plain;
  const wrapped = await keeper.wrap(Buffer.from(plain.text));
  return wrapped.kind === 'ok' ? { kind: 'ok', value: wrappedText(wrapped.value) } : wrapped;
}
