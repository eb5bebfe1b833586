/** A secret that a key outside the gateway has encrypted, as a setting holds it: `wrapped:v1:<key id>:<ciphertext>`. */
export interface WrappedSecret {
  /** `<keeper>/<place>/<key>`, each part percent-encoded, as in `vault/transit/cardway`. */
  readonly keyId: string;
  readonly ciphertext: string;
}

/** Returns whether a text claims to be wrapped. No other secret may begin like this. */
export function isWrapped(text: string): boolean {
  return text.startsWith('wrapped:');
}

/** Returns null for a text of another form or version. */
export function parseWrapped(text: string): WrappedSecret | null {
  const [, keyId, ciphertext] = /^wrapped:v1:([\w%.~/-]{1,400}):([\w:+/=-]+)$/.exec(text) ?? [];
  return keyId === undefined || ciphertext === undefined ? null : { keyId, ciphertext };
}

export function wrappedText({ keyId, ciphertext }: WrappedSecret): string {
  return `wrapped:v1:${keyId}:${ciphertext}`;
}

type KeyParts = readonly [keeper: string, place: string, key: string];

/** Returns the id of a key. Its place is a mount of Vault, or the label of a token. */
export function keyIdOf(parts: KeyParts): string {
  return parts.map(encodeURIComponent).join('/');
}

/** Returns the parts of a key id; null where it has another form. */
export function keyIdParts(keyId: string): KeyParts | null {
  try {
    const [keeper = '', place = '', key = '', ...more] = keyId.split('/').map(decodeURIComponent);
    const isWhole = keeper !== '' && place !== '' && key !== '' && more.length === 0;
    return isWhole ? [keeper, place, key] : null;
  } catch {
    return null;
  }
}
