import { createHash } from 'node:crypto';
import { placeOf, placeText } from '../../../src/core/access/audit.js';
import { createLog } from '../../../src/platform/log.js';
import { machineClock } from '../../support/machine-clock.js';

const hash = createHash('sha256').update('an entry').digest('base64url');

describe('a logged head', () => {
  it('is in the log as it is, and is read from there', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      format: 'json',
      clock: machineClock,
      write: (line) => void lines.push(line),
    });
    log.info({ audit: { head: placeText({ position: 12, hash }) } }, 'audit log head');
    const { audit } = JSON.parse(lines[0] ?? '') as { audit: { head: string } };
    expect(placeOf(audit.head)).toEqual({ position: 12, hash });
  });

  it.each(['', '12', `12:${hash}0`, `12:${hash.slice(1)}`, `x:${hash}`])('is not %s', (text) => {
    expect(placeOf(text)).toBeNull();
  });
});
