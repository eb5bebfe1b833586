import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { CardwayError } from '../../platform/errors.js';
import { parseSigningKey } from '../wire/signature.js';

/** Unpredictable bytes, as from `crypto.randomBytes`. */
export type RandomBytes = (size: number) => Buffer;

export interface Sealer {
  /** Encrypts a value. `context` names its table and row, so that a value moved to another row does not open there. */
  seal(plain: Buffer, context: string): Buffer;
  /** Decrypts a value. Errors: INTERNAL when it was changed, moved, or sealed with a master key that is not available. */
  open(sealed: Buffer, context: string): Buffer;
  /**
   * Returns HMAC-SHA256 under a key for this purpose only, 64 lower-case hex digits. Purposes are constants of the program. Errors:
   * UNAVAILABLE before `useHashKey`.
   */
  readonly keyedHash: (purpose: string, text: string) => string;
  /** Derives the keys of hashes from this root from now on. */
  useHashKey(hashKey: Buffer): void;
  /** First bytes of every value that the current master key seals. No other key gives the same. */
  readonly header: Buffer;
  /** Returns whether an available master key sealed the value. */
  knows(sealed: Buffer): boolean;
}

interface SealerKeys {
  readonly masterKey: Buffer;
  /** Next or previous master keys. They still open values while keys change. */
  readonly others?: readonly Buffer[] | undefined;
  /** Root of keyed hashes. Default: none until `useHashKey`. */
  readonly hashKey?: Buffer;
}

/**
 * Creates a sealer for values that must not be stored readable. It uses AES-256-GCM (NIST SP 800-38D) under a key derived from
 * the master key (HKDF-SHA256, RFC 5869). Each use has its own derived key. A sealed value is
 *
 *   version (1 byte, 1) | key id (4 bytes) | nonce (12 bytes, random) | ciphertext | tag (16 bytes)
 *
 * The key id is derived from the master key. After a change of keys, it shows which key opens the value. Random nonces keep their
 * safety margin for 2^32 values per master key.
 *
 * Keyed hashes cannot be recomputed when the master key changes, because the hashed texts are unknown. The root of their keys is
 * therefore a random key of its own, which the database holds sealed.
 */
export function createSealer(args: SealerKeys & { readonly random: RandomBytes }): Sealer {
  const { random } = args;
  const current = ringKey(args.masterKey);
  const all = [current, ...(args.others ?? []).map(ringKey)];
  let hashRoot = args.hashKey;
  // A KeyObject costs less with each hash than its bytes.
  const hashKeys = new Map<string, KeyObject>();
  return {
    header: current.header,
    seal(plain, context) {
      const { header, sealingKey } = current;
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      cipher.setAAD(associatedData(header, context));
      return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const { header, sealingKey } = keyOf(sealed, all);
      const nonceEnd = HEADER_BYTES + NONCE_BYTES;
      const tagStart = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(HEADER_BYTES, nonceEnd), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associatedData(header, context));
      decipher.setAuthTag(sealed.subarray(tagStart));
      const plain = decipher.update(sealed.subarray(nonceEnd, tagStart));
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch (error) {
        throw fault('A sealed value was changed or moved.', error);
      }
    },
    keyedHash(purpose, text) {
      if (hashRoot === undefined) throw new CardwayError('UNAVAILABLE', { message: NO_HASH_KEY });
      let key = hashKeys.get(purpose);
      if (key === undefined)
        hashKeys.set(purpose, (key = createSecretKey(derive(hashRoot, `hash/${purpose}`))));
      return createHmac('sha256', key).update(text).digest('hex');
    },
    useHashKey(hashKey) {
      hashRoot = hashKey;
      hashKeys.clear();
    },
    knows: (sealed) => all.some(({ header }) => header.equals(sealed.subarray(0, HEADER_BYTES))),
  };
}

interface RingKey {
  readonly sealingKey: Buffer;
  readonly header: Buffer;
}

function ringKey(masterKey: Buffer): RingKey {
  if (masterKey.length !== MASTER_KEY_BYTES) throw fault('A master key has 32 bytes.');
  const keyId = derive(masterKey, 'key-id').subarray(0, KEY_ID_BYTES);
  return { sealingKey: derive(masterKey, 'seal'), header: Buffer.concat([Buffer.from([VERSION]), keyId]) };
}

/** Returns the master key that a setting writes: 32 bytes as `hex:…` or `base64:…`. Null for anything else. */
export function parseMasterKey(text: string): Buffer | null {
  const reading = /^(?:hex|base64):/.test(text) ? parseSigningKey(text) : null;
  return reading?.kind === 'ok' && reading.key.length === MASTER_KEY_BYTES ? reading.key : null;
}

export const MASTER_KEY_BYTES = 32;
export const MASTER_KEY_FORM = '32 bytes, as hex: and 64 hex digits, or as base64:';
const NO_HASH_KEY = 'The database has no hash key yet. Run cardway migrate.';
const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Returns the length of a sealed value in bytes. GCM keeps the plain length. */
export function sealedLength(plainBytes: number): number {
  return HEADER_BYTES + NONCE_BYTES + plainBytes + TAG_BYTES;
}

function derive(masterKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `cardway/${use}`, 32));
}

/** Authenticates the header with the context, so that neither version nor key id can be exchanged. */
function associatedData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}

function keyOf(sealed: Buffer, keys: readonly RingKey[]): RingKey {
  if (sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) throw fault('A sealed value is too short.');
  if (sealed[0] !== VERSION) throw fault('A sealed value has a version that this program does not know.');
  const key = keys.find(({ header }) => header.equals(sealed.subarray(0, HEADER_BYTES)));
  if (key === undefined) throw fault('A sealed value was sealed with another master key.');
  return key;
}

function fault(reason: string, cause?: unknown): CardwayError {
  return new CardwayError('INTERNAL', { cause: new Error(reason, { cause }) });
}
