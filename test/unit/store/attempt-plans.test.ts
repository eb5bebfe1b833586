import Database from 'better-sqlite3';
import { createFindCard } from '../../../src/store/directory/wallets.js';
import type { Operation } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { createAuthorize } from '../../../src/store/provisioning/attempts.js';
import {
  createAttemptReader,
  createDigitizationReader,
} from '../../../src/store/provisioning/list-attempts.js';
import { createRecordDigitization } from '../../../src/store/provisioning/report-digitization.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { authorization, report } from '../../contract/attempts/bench.js';
import { seedAttempt } from '../../support/attempts.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

/** Tests plans: a look-up without an index is right on a small table and ruins a large one. Only the plan shows it. */
describe('no statement about attempts reads a whole table', () => {
  const folder = temporaryFolder();
  const dialect = sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS);
  const findCard = createFindCard(dialect);
  const takeReport = createRecordDigitization(dialect, {
    findCard,
    append: createAppendEvent(dialect),
  });
  const authorize = createAuthorize(dialect, findCard);
  const attempts = createAttemptReader(dialect);
  const digitizations = createDigitizationReader(dialect);
  let database: Database.Database;

  beforeAll(async () => {
    const store = await migratedStore({ file: folder.file });
    await directoryOf(store).putProgramme({ programme: 'sandbox' });
    const wallet = { reference: 'w', programme: 'sandbox', customerId: 1001 };
    await directoryOf(store).putWallet({ ...wallet, cards: [{ cardId: 5001 }] });
    await store.close();
    database = new Database(folder.file);
    const attempt = { state: 'verified', issuedAtMs: Date.now() } as const;
    for (const attemptId of ['one', 'two']) seedAttempt(database, { ...attempt, attemptId });
  });

  afterAll(() => {
    database.close();
  });

  const window = { oldest: 1, newest: 4096 };
  const wanted = { window, newestFirst: true, limit: 5 };
  it.each<[string, () => Operation<unknown>, number]>([
    ['an approval', () => authorize(authorization()), 7],
    ['a decision without an attempt', () => authorize(authorization({ tokenReference: 'other' })), 5],
    ['a completion', () => takeReport(report()), 9],
    ['a repeated completion', () => takeReport(report()), 3],
    ['a completion that nobody asked for', () => takeReport(report({ tokenReference: 'third' })), 9],
    ['a later report', () => takeReport(report({ type: 'digitization.stopped' })), 7],
    ['find', () => attempts.find('one'), 2],
    ['a list of a card', () => attempts.rowsIn({ filter: { cardId: 5001 }, ...wanted }), 2],
    ['a window of a list', () => attempts.rowsIn({ filter: { state: 'declined' }, ...wanted }), 1],
    ['tokens of a card', () => digitizations.rowsIn({ filter: { cardId: 5001 }, ...wanted }), 1],
  ])('%s', (_, start, callsMin) => {
    let calls = 0;
    const operation = start();
    let step = operation.next({ rows: [], changes: 0 });
    while (step.done !== true) {
      const { sql, values } = step.value;
      const plan = database.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
      for (const { detail } of plan) expect(`${detail}: ${sql}`).not.toMatch(/^SCAN (?!CONSTANT)/);
      const statement = database.prepare(sql);
      calls += 1;
      step = operation.next(
        statement.reader
          ? { rows: statement.all(...values), changes: 0 }
          : { rows: [], changes: statement.run(...values).changes },
      );
    }
    expect(calls).toBeGreaterThanOrEqual(callsMin);
  });
});
