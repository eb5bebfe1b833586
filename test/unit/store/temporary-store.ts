import { join } from 'node:path';
import type { StoreSettings } from '../../../src/store/settings.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { temporaryFolder as madeFolder } from '../../support/run-folder.js';

export interface TestClock {
  nowMs(): number;
  monotonicMs(): number;
  set(nowMs: number): void;
}

export function testClock(startMs = 1_000): TestClock {
  let current = startMs;
  return { nowMs: () => current, monotonicMs: () => current, set: (nowMs) => (current = nowMs) };
}

/** Makes a folder, and names the file of a store in it. */
export function temporaryFolder(): { readonly folder: string; readonly file: string } {
  const folder = madeFolder();
  return { folder, file: join(folder, 'data', 'cardway.db') };
}

export async function migratedStore(args: {
  readonly file: string;
  readonly clock?: TestClock;
  readonly settings?: Partial<StoreSettings>;
}): Promise<Store> {
  const store = await openStore({
    databaseUrl: `sqlite:${args.file}`,
    clock: args.clock ?? testClock(),
    settings: args.settings ?? {},
  });
  await store.migrate();
  return store;
}
