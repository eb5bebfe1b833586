import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migratedStore, temporaryFolder } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

describe('the store', () => {
  it('keeps no password and no key readable in its files', async () => {
    const folder = temporaryFolder();
    const store = await migratedStore({ file: folder.file });
    await directoryOf(store).putProgramme({ programme: 'p' });
    await directoryOf(store).putTerminal({
      terminalId: '0068766621',
      programme: 'p',
      password: 'canary-password',
    });
    const key = { keyId: 'k', key: 'canary-api-key', role: 'client' as const, programme: 'p' };
    await directoryOf(store).putApiKey(key);
    const data = dirname(folder.file);
    const bytes = readdirSync(data)
      .map((name) => readFileSync(join(data, name), 'latin1'))
      .join();
    expect(bytes).toContain('0068766621');
    expect(bytes).not.toMatch(/canary/);
    await store.close();
  });

  it('does not open a password that was moved to another terminal', async () => {
    const { default: Database } = await import('better-sqlite3');
    const folder = temporaryFolder();
    const store = await migratedStore({ file: folder.file });
    await directoryOf(store).putProgramme({ programme: 'p' });
    for (const terminalId of ['0000000001', '0000000002']) {
      await directoryOf(store).putTerminal({
        terminalId,
        programme: 'p',
        password: `password of ${terminalId}`,
      });
    }
    const database = new Database(folder.file);
    database.exec(`update terminals set sealed_password =
      (select sealed_password from terminals where terminal_id = '0000000001') where terminal_id = '0000000002'`);
    database.close();
    await expect(store.directory.terminal('0000000002')).rejects.toMatchObject({ code: 'INTERNAL' });
    await store.close();
  });
});
