import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import type { Store } from '../../../src/store/store.js';
import { migratedStore, temporaryFolder, testClock } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

const { cacheMs } = DEFAULT_STORE_SETTINGS;

describe('a directory that remembers four wallets', () => {
  const clock = testClock();
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await migratedStore({ file: folder.file, clock, settings: { cacheEntriesMax: 4 } });
    other = await migratedStore({ file: folder.file, clock });
    await directoryOf(store).putProgramme({ programme: 'sandbox' });
    for (const reference of ['A', 'B', 'C', 'D', 'E', 'F']) await put(store, reference, 1);
  });

  afterEach(async () => {
    await store.close();
    await other.close();
  });

  function put(by: Store, reference: string, customerId: number): Promise<unknown> {
    return directoryOf(by).putWallet({ reference, programme: 'sandbox', customerId, cards: [] });
  }

  async function lookUp(...references: string[]): Promise<void> {
    for (const reference of references) await store.directory.wallet(reference);
  }

  /** Another process changes each wallet. Only a remembered one still looks as before. */
  async function remembered(...references: string[]): Promise<string[]> {
    for (const reference of references) await put(other, reference, 2);
    const found: string[] = [];
    for (const reference of references)
      if ((await store.directory.wallet(reference))?.customerId === 1) found.push(reference);
    return found;
  }

  it('remembers no more than four', async () => {
    await lookUp('A', 'B', 'C', 'D', 'E', 'F');
    expect(await remembered('E', 'F', 'A', 'B')).toEqual(['E', 'F']);
  });

  it('forgets no other when one is read anew', async () => {
    await lookUp('A');
    clock.set(clock.nowMs() + cacheMs / 2);
    await lookUp('B', 'C', 'D');
    clock.set(clock.nowMs() + cacheMs / 2);
    await lookUp('A');
    expect(await remembered('B', 'C', 'D')).toEqual(['B', 'C', 'D']);
  });
});
