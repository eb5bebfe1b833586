import Database from 'better-sqlite3';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import type { StoreDialect } from '../../../src/store/dialect/dialect.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { sqliteDialect } from '../../../src/store/dialect/sqlite.js';
import { createFinder } from '../../../src/store/ledger/find.js';
import { createNames } from '../../../src/store/ledger/names.js';
import { createPlaces } from '../../../src/store/ledger/places.js';
import { createLeases } from '../../../src/store/ledger/leases.js';
import { createClaim } from '../../../src/store/ledger/claim.js';
import { createReversals } from '../../../src/store/ledger/reversals.js';
import { createReport } from '../../../src/store/ledger/report.js';
import { createSettle } from '../../../src/store/ledger/settle.js';
import type { Call, Operation } from '../../../src/store/operation.js';
import { answered, deduct, reversal } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/** A look-up without an index is right on a small ledger and ruins a large one; only the plan tells. */
describe('no statement of the ledger reads the whole table', () => {
  const folder = temporaryFolder();
  const dialect: StoreDialect = sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS);
  const names = createNames(dialect);
  const finder = createFinder(dialect, names);
  const reversals = createReversals(names, finder);
  const places = createPlaces();
  const report = createReport(createAppendEvent(dialect), () => 1);
  const leases = createLeases(dialect, report);
  let database: Database.Database;

  beforeAll(async () => {
    await (await migratedStore({ file: folder.file })).close();
    database = new Database(folder.file);
  });

  afterAll(() => {
    database.close();
    folder.remove();
  });

  const claim = createClaim(dialect, { finder, names, places, reversals, nowMs: () => 1 });
  const lease = { nowMs: 1, owner: 'owner', leaseUntilMs: 2, limit: 1 };
  it.each<[string, () => Operation<unknown>]>([
    ['claim', () => claim(deduct())],
    ['claim of a reversal', () => claim(reversal())],
    ['claim of a reversal with rivals', () => claim(reversal({ rivals: ['DeductReversal'] }))],
    ['settle', () => createSettle(dialect, { finder, names, places, report })(answered('1_20260101_1'))],
    ['find', () => finder.find('1_20260101_1')],
    ['linked', () => finder.linked('1_20260101_1')],
    ['expireLeases', () => leases.expire(lease)],
    ['takeOver', () => leases.takeOver(lease)],
    ['leaseQueued', () => leases.leaseQueued(lease)],
  ])('%s', (_, start) => {
    for (const call of [...calls(start, []), ...calls(start, [{ sequence: 1, receivedAtMs: 1 }])]) {
      const steps = database.prepare(`explain query plan ${call.sql}`).all(...call.values) as {
        detail: string;
      }[];
      for (const { detail } of steps) expect(detail).not.toMatch(/^SCAN transactions/);
    }
  });
});

/** The statements of an operation to each of which the database answers with these rows. */
function calls(start: () => Operation<unknown>, rows: readonly unknown[]): Call[] {
  const operation = start();
  const seen: Call[] = [];
  let step = operation.next({ rows: [], changes: 0 });
  while (step.done !== true) {
    seen.push(step.value);
    try {
      step = operation.next({ rows, changes: 1 });
    } catch {
      // A database that says the same of everything contradicts itself sooner or later.
      break;
    }
  }
  return seen;
}
