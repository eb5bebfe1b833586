import { usable } from '../../../src/use-cases/directory/directory-port.js';
import type { Store } from '../../../src/store/store.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

const KEY = { keyId: 'till', key: 'cardway_test_till', role: 'client' as const, programme: 'test' };

describe('a directory change by another process', () => {
  const folder = temporaryFolder();
  let here: Store;
  let there: Store;

  beforeEach(async () => {
    here = await migratedStore({ file: folder.file });
    there = await migratedStore({ file: folder.file });
    await directoryOf(there).putProgramme({ programme: 'test' });
    await directoryOf(there).putApiKey({ ...KEY, isDisabled: false });
    expect(usable(await here.directory.apiKey(KEY.key))).not.toBeNull();
  });

  afterEach(async () => {
    await here.close();
    await there.close();
  });

  it('is not seen while the cache is fresh, and at once in an uncached read', async () => {
    await directoryOf(there).putApiKey({ ...KEY, isDisabled: true });
    expect(usable(await here.directory.apiKey(KEY.key))).not.toBeNull();
    expect(usable(await here.directory.apiKey(KEY.key, { isFresh: true }))).toBeNull();
    expect(usable(await here.directory.apiKey(KEY.key))).toBeNull();
  });
});
