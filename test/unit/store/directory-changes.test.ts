import type { Store } from '../../../src/store/store.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

const KEY = { keyId: 'till', key: 'cardway_test_till', role: 'client' as const, programme: 'test' };

describe('what another process changed in the directory', () => {
  const folder = temporaryFolder();
  let here: Store;
  let there: Store;

  beforeEach(async () => {
    here = await migratedStore({ file: folder.file });
    there = await migratedStore({ file: folder.file });
    await there.directoryAdmin.putProgramme({ programme: 'test' });
    await there.directoryAdmin.putApiKey({ ...KEY, isDisabled: false });
    expect(await here.directory.apiKey(KEY.key)).not.toBeNull();
  });

  afterEach(async () => {
    await here.close();
    await there.close();
  });

  afterAll(() => folder.remove());

  it('is not seen while the memory is young, and at once when it is asked for as it is now', async () => {
    await there.directoryAdmin.putApiKey({ ...KEY, isDisabled: true });
    expect(await here.directory.apiKey(KEY.key)).not.toBeNull();
    expect(await here.directory.apiKey(KEY.key, { isFresh: true })).toBeNull();
    expect(await here.directory.apiKey(KEY.key)).toBeNull();
  });

  it('is seen at once where the other process tells of it', async () => {
    there.directoryChanges.onChanged(() => here.directoryChanges.changedElsewhere());
    await there.directoryAdmin.putApiKey({ ...KEY, isDisabled: true });
    expect(await here.directory.apiKey(KEY.key)).toBeNull();
  });

  it('is told of once, and not told back', async () => {
    let told = 0;
    for (const store of [here, there]) store.directoryChanges.onChanged(() => (told += 1));
    here.directoryChanges.changedElsewhere();
    expect(told).toBe(0);
    await there.directoryAdmin.putTerminal({ terminalId: '0068766621', programme: 'test', password: 'x' });
    expect(told).toBe(1);
  });

  it('is not kept from a look-up that began before it', async () => {
    const began = here.directory.apiKey(KEY.key, { isFresh: true });
    here.directoryChanges.changedElsewhere();
    await began;
    await there.directoryAdmin.putApiKey({ ...KEY, isDisabled: true });
    expect(await here.directory.apiKey(KEY.key)).toBeNull();
  });
});
