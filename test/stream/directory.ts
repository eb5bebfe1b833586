import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { machineClock } from '../support/machine-clock.js';
import { directoryOf } from '../support/directory.js';

/** Opens a gateway's database as another process does, to put a key of the sandbox's programme there. */
export async function sandboxDirectory(folder: string): Promise<{
  readonly text: string;
  put(args: { readonly isDisabled: boolean }): Promise<void>;
  close(): Promise<void>;
}> {
  const store = await openStore({
    databaseUrl: `sqlite:${join(folder, 'cardway.db')}`,
    clock: machineClock,
  });
  const text = `cardway_test_${randomUUID()}`;
  return {
    text,
    put: ({ isDisabled }) =>
      directoryOf(store).putApiKey({
        keyId: 'stream-test',
        key: text,
        role: 'integrator',
        programme: 'sandbox',
        isDisabled,
      }),
    close: () => store.close(),
  };
}
