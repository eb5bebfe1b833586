import type { CommitQueue } from '../../../src/store/engine/commit-queue.js';
import type { StoreConnection } from '../../../src/store/engine/dialect.js';
import { postgresDialect } from '../../../src/store/engine/postgres/postgres.js';
import { createEventLog } from '../../../src/store/events/event-log.js';
import type { StoreParts } from '../../../src/store/parts.js';
import { storeSettings } from '../../../src/store/settings.js';
import { createSavedTransactions } from '../../../src/store/transactions/saved-transactions.js';

let used: string[];

const noted = (name: string) => () => Promise.resolve(used.push(name));
const shared = {
  dialect: postgresDialect({
    databaseUrl: 'postgres://cardway@127.0.0.1/cardway',
    settings: storeSettings({}),
  }),
  connection: { read: noted('read'), readAside: noted('aside') } as unknown as StoreConnection,
};

beforeEach(() => {
  used = [];
});

it('reads the past for subscriptions beside payments, and new events among them', async () => {
  const log = createEventLog({ ...shared, commits: {} as CommitQueue });
  await log.bounds();
  await log.read({ after: 0, filter: { types: [], programme: null, cardId: null }, limit: 20 });
  await log.read({ after: 0, filter: null, limit: 200 });
  expect(used).toEqual(['aside', 'aside', 'read']);
});

it('reads past transactions for subscriptions beside payments, and new ones among them', async () => {
  const saved = createSavedTransactions({ ...shared, settings: storeSettings({}) } as unknown as StoreParts);
  await saved.read({ after: 0, filter: { terminalId: null }, limit: 20 });
  await saved.read({ after: 0, filter: null, limit: 200 });
  expect(used).toEqual(['aside', 'read']);
});
