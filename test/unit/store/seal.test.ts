import fc from 'fast-check';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createSealer } from '../../../src/core/access/seal.js';
import { CardwayError } from '../../../src/platform/errors.js';
import { ANY_CHARACTER } from '../../support/characters.js';

const MASTER_KEY = Buffer.alloc(32, 7);
const HASH_KEY = Buffer.alloc(32, 6);
const sealer = createSealer({ masterKey: MASTER_KEY, hashKey: HASH_KEY, random: randomBytes });

function reason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CardwayError && error.code === 'INTERNAL') return (error.cause as Error).message;
  }
  return 'nothing was refused';
}

describe('a sealed value', () => {
  it('opens to the sealed text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: ANY_CHARACTER }), (bytes, context) => {
        const plain = Buffer.from(bytes);
        expect(sealer.open(sealer.seal(plain, context), context)).toEqual(plain);
      }),
    );
  });

  it('is version, key id, nonce, ciphertext and tag', () => {
    const fixed = createSealer({ masterKey: MASTER_KEY, random: (size) => Buffer.alloc(size, 9) });
    const sealed = fixed.seal(Buffer.from('text'), 'row:1');
    expect(sealed).toHaveLength(1 + 4 + 12 + 4 + 16);
    expect(sealed[0]).toBe(1);
    expect(sealed.subarray(5, 17)).toEqual(Buffer.alloc(12, 9));
    expect(sealed.subarray(1, 5)).toEqual(sealer.seal(Buffer.from('other'), 'row:2').subarray(1, 5));
  });

  it('differs each time', () => {
    const texts = Array.from({ length: 100 }, () =>
      sealer.seal(Buffer.from('text'), 'row:1').toString('hex'),
    );
    expect(new Set(texts).size).toBe(100);
  });

  it('does not open after any change of any bit', () => {
    const sealed = sealer.seal(Buffer.from('text'), 'row:1');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(reason(() => sealer.open(changed, 'row:1'))).not.toBe('nothing was refused');
    }
  });

  it('does not open cut short, in another place, or under another key', () => {
    const sealed = sealer.seal(Buffer.from('text'), 'row:1');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(reason(() => sealer.open(sealed.subarray(0, length), 'row:1'))).not.toBe('nothing was refused');
    }
    expect(reason(() => sealer.open(sealed, 'row:2'))).toMatch(/changed or moved/);
    const other = createSealer({ masterKey: Buffer.alloc(32, 8), random: randomBytes });
    expect(reason(() => other.open(sealed, 'row:1'))).toMatch(/another master key/);
  });

  it('needs a master key of 32 bytes', () => {
    expect(reason(() => createSealer({ masterKey: Buffer.alloc(16), random: randomBytes }))).toMatch(
      /32 bytes/,
    );
  });
});

describe('a keyed hash', () => {
  it('is HMAC-SHA256 under a key of its purpose, derived with HKDF (RFC 5869)', () => {
    const key = Buffer.from(hkdfSync('sha256', HASH_KEY, '', 'cardway/hash/content', 32));
    expect(sealer.keyedHash('content', 'text')).toBe(createHmac('sha256', key).update('text').digest('hex'));
  });

  it('is equal for equal texts, and differs by text, purpose and hash key', () => {
    const other = createSealer({ masterKey: MASTER_KEY, random: randomBytes });
    other.useHashKey(Buffer.alloc(32, 5));
    expect(sealer.keyedHash('content', 'text')).toBe(sealer.keyedHash('content', 'text'));
    const hashes = [
      sealer.keyedHash('content', 'text'),
      sealer.keyedHash('content', 'texts'),
      sealer.keyedHash('api-key', 'text'),
      other.keyedHash('content', 'text'),
    ];
    expect(new Set(hashes).size).toBe(4);
    other.useHashKey(HASH_KEY);
    expect(other.keyedHash('content', 'text')).toBe(hashes[0]);
  });

  it('is refused before there is a hash key', () => {
    const other = createSealer({ masterKey: MASTER_KEY, random: randomBytes });
    expect(() => other.keyedHash('content', 'text')).toThrow(/Run cardway migrate/);
  });
});
