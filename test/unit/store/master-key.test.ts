import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadMasterKey, makeMasterKey, readMasterKey } from '../../../src/store/access/master-key.js';
import { temporaryFolder } from './temporary-store.js';

describe('the master key file', () => {
  const folder = temporaryFolder();
  const file = `${folder.file}.key`;

  beforeAll(() => {
    mkdirSync(dirname(file));
  });

  it('does not exist at first', () => {
    expect(loadMasterKey(file)).toBeNull();
  });

  it('is created once, for its owner alone; a second process reads the existing one', () => {
    const first = makeMasterKey(file, randomBytes);
    expect(first).toHaveLength(32);
    expect(makeMasterKey(file, randomBytes)).toEqual(first);
    expect(loadMasterKey(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['cardway.db.key']);
  });

  it.each(['', 'short', '0'.repeat(64), `hex:${'0'.repeat(64)}0`, `hex:${'g'.repeat(64)}`])(
    'is refused when it holds %p',
    (text) => {
      const damaged = `${folder.folder}/damaged.key`;
      writeFileSync(damaged, text);
      expect(() => loadMasterKey(damaged)).toThrow(`${damaged} is damaged`);
      expect(readFileSync(damaged, 'utf8')).toBe(text);
    },
  );

  it('is refused with a sentence when the folder cannot be written', () => {
    const nowhere = `${folder.folder}/nowhere/a.key`;
    expect(() => makeMasterKey(nowhere, randomBytes)).toThrow(`${nowhere} cannot be written`);
  });
});

describe('a master key from the configuration', () => {
  it.each([
    ['bytes', Buffer.alloc(32, 7)],
    ['hex', `hex:${'07'.repeat(32)}`],
    ['base64', `base64:${Buffer.alloc(32, 7).toString('base64')}`],
  ])('is read from %s', (_, given) => {
    expect(readMasterKey(given)).toEqual(Buffer.alloc(32, 7));
  });

  it.each(['', 'a text of 32 bytes, as hex: has it', 'hex:0102', 'base64:AQI=', 'hex:zz', Buffer.alloc(15)])(
    'must have 32 bytes (%p)',
    (given) => {
      expect(() => readMasterKey(given)).toThrow(
        /must be 32 bytes, as hex: and 64 hex digits, or as base64:/,
      );
    },
  );
});
