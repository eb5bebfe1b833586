import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { CardwayError } from '../../platform/errors.js';

/** Unpredictable bytes, as from `crypto.randomBytes`. */
export type RandomBytes = (size: number) => Buffer;

export interface Sealer {
  /** Encrypts a value. `context` names its table and row, so that a value moved to another row does not open there. */
  seal(plain: Buffer, context: string): Buffer;
  /** Decrypts a value. Errors: INTERNAL when it was changed, moved, or sealed with a master key that is not available. */
  open(sealed: Buffer, context: string): Buffer;
  /** Returns HMAC-SHA256 under a key for this purpose only, 64 lower-case hex digits. Purposes are constants of the program. */
  keyedHash(purpose: string, text: string): string;
  /** Returns a text that identifies the master key without revealing it. */
  masterKeyCheck(): string;
  /** Returns whether the check belongs to an available master key. */
  knows(check: string): boolean;
  /** Returns whether the current master key sealed the value, and not another available one. */
  isCurrent(sealed: Buffer): boolean;
  /** Seals with this master key from now on, and opens with the others too. Hashes stay unchanged. */
  use(keys: MasterKeys): void;
  /** Replaces the keys and the root of hashes. Call it before anything is sealed or hashed. */
  become(keys: SealerKeys): void;
  /** Returns the root of keyed hashes, sealed with the current master key. */
  sealHashKey(): Buffer;
  /** Returns a sealer with another master key and the same hashes. `sealedHashKey` is needed to create it again. */
  withMasterKey(masterKey: Buffer): { readonly sealer: Sealer; readonly sealedHashKey: Buffer };
}

export interface MasterKeys {
  readonly masterKey: Buffer;
  /** Next or previous master keys. They still open values while keys change. */
  readonly others?: readonly Buffer[] | undefined;
}

export interface SealerKeys extends MasterKeys {
  readonly sealedHashKey?: Buffer | undefined;
  /** Check of the master key that is the root of keyed hashes, where one is. Default: check of `masterKey`. */
  readonly rootCheck?: string | undefined;
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
 * Keyed hashes cannot be recomputed when the master key changes, because the hashed texts are unknown. The first master key
 * therefore stays the root of their keys, sealed under each later one (`sealedHashKey`).
 */
export function createSealer(args: SealerKeys & { readonly random: RandomBytes }): Sealer {
  const { random } = args;
  let ring = keyRing(args);
  // A KeyObject costs less with each hash than its bytes.
  const hashKeys = new Map<string, KeyObject>();
  const sealer: Sealer = {
    seal(plain, context) {
      const { header, sealingKey } = ring.current;
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      cipher.setAAD(associatedData(header, context));
      return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const { header, sealingKey } = keyOf(sealed, ring.all);
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
      let key = hashKeys.get(purpose);
      if (key === undefined)
        hashKeys.set(purpose, (key = createSecretKey(derive(hashRoot, `hash/${purpose}`))));
      return createHmac('sha256', key).update(text).digest('hex');
    },
    masterKeyCheck: () => ring.current.check,
    knows: (check) => ring.all.some((key) => key.check === check),
    isCurrent: (sealed) => sealed.subarray(0, HEADER_BYTES).equals(ring.current.header),
    use(keys) {
      ring = keyRing(keys);
    },
    sealHashKey: () => sealer.seal(hashRoot, HASH_KEY_CONTEXT),
    withMasterKey(next) {
      const sealed = createSealer({ masterKey: next, random }).seal(hashRoot, HASH_KEY_CONTEXT);
      return {
        sealer: createSealer({ masterKey: next, random, sealedHashKey: sealed }),
        sealedHashKey: sealed,
      };
    },
    become(next) {
      ring = keyRing(next);
      hashRoot = rootOf(next);
      hashKeys.clear();
    },
  };
  const rootOf = (keys: SealerKeys): Buffer => {
    if (keys.sealedHashKey !== undefined) return sealer.open(keys.sealedHashKey, HASH_KEY_CONTEXT);
    return (ring.all.find(({ check }) => check === keys.rootCheck) ?? ring.current).masterKey;
  };
  let hashRoot = rootOf(args);
  return sealer;
}

interface RingKey {
  readonly masterKey: Buffer;
  readonly sealingKey: Buffer;
  readonly header: Buffer;
  readonly check: string;
}

function keyRing({ masterKey, others = [] }: MasterKeys): {
  readonly current: RingKey;
  readonly all: readonly RingKey[];
} {
  const current = ringKey(masterKey);
  return { current, all: [current, ...others.map(ringKey)] };
}

function ringKey(masterKey: Buffer): RingKey {
  if (masterKey.length !== MASTER_KEY_BYTES) throw fault('A master key has 32 bytes.');
  const keyId = derive(masterKey, 'key-id').subarray(0, KEY_ID_BYTES);
  return {
    masterKey,
    sealingKey: derive(masterKey, 'seal'),
    header: Buffer.concat([Buffer.from([VERSION]), keyId]),
    check: createHmac('sha256', derive(masterKey, 'hash/master-key-check')).update('cardway').digest('hex'),
  };
}

export const MASTER_KEY_BYTES = 32;
const HASH_KEY_CONTEXT = 'hash-key';
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
