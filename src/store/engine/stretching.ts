import { scrypt } from 'node:crypto';
import { createSealer, MASTER_KEY_BYTES, type MasterKeys, type RandomBytes } from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import { readMasterKey } from '../access/master-key.js';

/**
 * Parameters with which a text becomes a master key of 32 bytes: scrypt (RFC 7914), which makes each guess at the text cost time
 * and memory. The database holds them unsealed; the salt is no secret.
 */
export interface Stretching {
  readonly salt: Buffer;
  /** Cost: a power of two. Memory is 128 × cost × blockSize bytes. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** Returns parameters of OWASP's Password Storage Cheat Sheet: 32 MiB, and about a quarter of a second. */
export function newStretching(random: RandomBytes): Stretching {
  return { salt: random(SALT_BYTES), cost: 32_768, blockSize: 8, parallelization: 3 };
}

const SALT_BYTES = 16;

export function printStretching({ salt, cost, blockSize, parallelization }: Stretching): string {
  return JSON.stringify({
    kdf: 'scrypt',
    salt: salt.toString('hex'),
    N: cost,
    r: blockSize,
    p: parallelization,
  });
}

/**
 * Parses stored parameters. Errors: UNAVAILABLE for text that this program did not write: somebody may have weakened the
 * parameters.
 */
export function readStretching(written: string): Stretching {
  const match =
    /^\{"kdf":"scrypt","salt":"([0-9a-f]{32,128})","N":(\d{1,8}),"r":(\d{1,3}),"p":(\d{1,3})\}$/.exec(
      written,
    );
  const [cost = 0, blockSize = 0, parallelization = 0] = (match?.slice(2) ?? []).map(Number);
  const isUsable =
    Number.isInteger(Math.log2(cost)) &&
    cost >= COST_MIN &&
    blockSize >= BLOCK_SIZE_MIN &&
    parallelization >= 1 &&
    parallelization <= PARALLELIZATION_MAX &&
    128 * cost * blockSize <= BYTES_MAX;
  if (match === null || !isUsable)
    throw new CardwayError('UNAVAILABLE', {
      message:
        'The database names an unknown way to stretch its master key. A newer version wrote it, or somebody changed it.',
    });
  return { salt: Buffer.from(match[1] ?? '', 'hex'), cost, blockSize, parallelization };
}

const COST_MIN = 32_768;
const BLOCK_SIZE_MIN = 8;
/** Upper bounds of time and memory: a database that somebody changed must not block a start for hours. */
const PARALLELIZATION_MAX = 16;
const BYTES_MAX = 1024 * 1024 * 1024;

/** Distinguishes a text from bytes in hex or base64, which are random and need no stretching. */
export function isTextKey(given: Buffer | string): given is string {
  return typeof given === 'string' && !/^(?:hex|base64):/.test(given);
}

export type StretchKey = (text: string, stretching: Stretching) => Promise<Buffer>;

/** Creates a function that stretches each text once: a process that starts or reloads needs the same key several times. */
export function createStretchKey(): StretchKey {
  const known = new Map<string, Promise<Buffer>>();
  return (text, stretching) => {
    const name = `${printStretching(stretching)}${text}`;
    const found = known.get(name) ?? stretchKey(text, stretching);
    known.set(name, found);
    // A failure, such as lack of memory, must not outlive its cause.
    found.catch(() => known.delete(name));
    return found;
  };
}

function stretchKey(text: string, { salt, cost, blockSize, parallelization }: Stretching): Promise<Buffer> {
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(Buffer.from(text, 'utf8'), salt, MASTER_KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

interface DerivedKey {
  /** Key of bytes, and of texts as releases before scrypt derived it. */
  readonly plain: Buffer;
  /** Null for bytes, and where the database has no stretching yet. */
  readonly stretched: Buffer | null;
}

async function derive(
  given: Buffer | string,
  { stretching, stretch }: { readonly stretching: Stretching | null; readonly stretch: StretchKey },
): Promise<DerivedKey> {
  const plain = readMasterKey(given);
  if (stretching === null || !isTextKey(given)) return { plain, stretched: null };
  return { plain, stretched: await stretch(given, stretching) };
}

export interface GivenKeys {
  readonly masterKey: Buffer | string;
  readonly other: Buffer | string | undefined;
}

/**
 * Derives the keys that open a database, by scrypt and as earlier releases did. The stretched key seals, unless the database is
 * tied to the key of an earlier release. That key stays in use until `cardway reseal`. Errors: UNAVAILABLE for a key that is too
 * short.
 */
export async function masterKeysOf(
  { masterKey, other }: GivenKeys,
  to: { readonly stretching: Stretching | null; readonly check: string | null; readonly stretch: StretchKey },
): Promise<MasterKeys & { readonly masterKey: Buffer; readonly isLegacyDerivation: boolean }> {
  const own = await derive(masterKey, to);
  const previous = other === undefined ? null : await derive(other, to);
  const isBoundToPlain = to.check !== null && checkOf(own.plain) === to.check;
  const current = isBoundToPlain ? own.plain : (own.stretched ?? own.plain);
  const all = [own.plain, own.stretched, previous?.plain, previous?.stretched];
  return {
    masterKey: current,
    others: all.filter((key) => key !== null && key !== undefined && !key.equals(current)) as Buffer[],
    isLegacyDerivation: isBoundToPlain && isTextKey(masterKey),
  };
}

/** Returns a check value that distinguishes this key from others without revealing it. */
export function checkOf(key: Buffer): string {
  return createSealer({ masterKey: key, random: (size) => Buffer.alloc(size) }).masterKeyCheck();
}
