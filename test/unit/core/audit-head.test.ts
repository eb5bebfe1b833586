import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { loggedHead, placeOf } from '../../../src/core/access/audit-chain.js';
import { createLog } from '../../../src/platform/log.js';
import { machineClock } from '../../support/machine-clock.js';

const hash = createHash('sha256').update('an entry').digest('hex');

describe('a published head', () => {
  it('is in the log as it is, and is read from there', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from(hash), privateKey).toString('base64url');
    const key = publicKey.export({ format: 'jwk' }).x ?? '';
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      format: 'json',
      clock: machineClock,
      write: (line) => void lines.push(line),
    });
    log.info(
      { audit: loggedHead({ position: 12, hash, publicKey: key, signature, atMs: 1 }) },
      'audit log head',
    );
    const { audit } = JSON.parse(lines[0] ?? '') as { audit: { head: string } };
    expect(audit).toMatchObject({ position: 12, atMs: 1, publicKey: key, ed25519: signature });
    expect(placeOf(audit.head)).toEqual({ position: 12, hash });
  });

  it('is also read with the hash in hex', () => {
    expect(placeOf(`12:${hash}`)).toEqual({ position: 12, hash });
  });

  it.each(['', '12', `12:${hash}0`, `12:${hash.slice(1)}`, `x:${hash}`])('is not %s', (text) => {
    expect(placeOf(text)).toBeNull();
  });
});
