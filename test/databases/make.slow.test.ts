import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { useEverything } from './use-everything.js';

it('a fixture of this version can still be made: everything of it can be used', async () => {
  const folder = temporaryFolder();
  const before = process.cwd();
  try {
    const masterKey = 'master key of a fixture, which protects nothing';
    const env = {
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
      CARDWAY_MASTER_KEY: masterKey,
    };
    const { calls } = await useEverything(masterKey, { env, folder });
    expect(Object.keys(calls)).toEqual(expect.arrayContaining(['pending', 'queued', 'contradicted']));
  } finally {
    process.chdir(before); // The fixture's commands run in its folder.
    rmSync(folder, { recursive: true, force: true });
  }
});
