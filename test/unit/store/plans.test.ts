import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { createSealer } from '../../../src/core/access/seal.js';
import { createAppendAudit } from '../../../src/store/access/audit.js';
import type { StoreDialect } from '../../../src/store/engine/dialect.js';
import type { Call, Operation } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { createApply } from '../../../src/store/transactions/apply.js';
import { createClaim } from '../../../src/store/transactions/claim.js';
import { createFinder } from '../../../src/store/transactions/find.js';
import { createLeases } from '../../../src/store/transactions/leases.js';
import { countOpen, createCount } from '../../../src/store/transactions/quarter-hours.js';
import { createReclaim, createRequeue } from '../../../src/store/transactions/requeue.js';
import { createReversals } from '../../../src/store/transactions/reversals.js';
import { createAppendTransactionEvents } from '../../../src/store/transactions/saved-transactions.js';
import { again, answered, deduct, reversal, told } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/** Tests plans: a look-up without an index is right on a small ledger and ruins a large one. Only the plan shows it. */
describe('no statement of the ledger reads the whole table', () => {
  const folder = temporaryFolder();
  const dialect: StoreDialect = sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS);
  const finder = createFinder(dialect);
  const reversals = createReversals(finder, DEFAULT_STORE_SETTINGS);
  const report = createAppendTransactionEvents(createAppendEvent(dialect), () => 1);
  const leases = createLeases(dialect, report);
  let database: Database.Database;

  beforeAll(async () => {
    await (await migratedStore({ file: folder.file })).close();
    database = new Database(folder.file);
  });

  afterAll(() => {
    database.close();
  });

  const audit = createAppendAudit({
    dialect,
    random: randomBytes,
    sealer: createSealer({ masterKey: randomBytes(32), hashKey: randomBytes(32), random: randomBytes }),
  });
  const claim = createClaim(dialect, { finder, reversals });
  const apply = createApply(dialect, { finder, report, reversals, audit });
  const named = { requestId: '1_20260101_1', attempt: 1, atMs: 1 };
  const lease = { owner: 'owner', leaseMs: 2, pauseMaxMs: 1, limit: 1 };
  it.each<[string, () => Operation<unknown>]>([
    ['claim', () => claim(deduct())],
    ['claim of a reversal', () => claim(reversal())],
    ['reclaim', () => createReclaim(dialect, { finder, reversals })(again('1_20260101_1'))],
    ['apply', () => apply(answered('1_20260101_1', { claimed: deduct() }))],
    ['apply to a row that has changed', () => apply(answered('1_20260101_1'))],
    ['apply what a terminal got', () => apply(told('1_20260101_1', -7))],
    ['requeue', () => createRequeue(dialect, { finder, reversals, audit })({ ...named, wallet: null })],
    ['sealedBody', () => finder.sealedBody('1_20260101_1')],
    ['find', () => finder.find('1_20260101_1')],
    ['linked', () => finder.linked('1_20260101_1')],
    [
      'reversalsBefore',
      () => reversals.reversalsBefore({ ...reversal(), sequence: 1, reversedBy: ['LoadReversal'] }),
    ],
    ['expireLeases', () => leases.expire({ ...lease, running: () => ['1_20260101_1'] })],
    ['takeOver', () => leases.takeOver(lease)],
    ['leaseQueued', () => leases.leaseQueued(lease)],
    ['minutes of the statistics', () => createCount(dialect).countMinutes({ fromMs: 1, untilMs: 2 })],
    ['open now', () => countOpen(dialect)],
  ])('%s', (_, start) => {
    for (const call of [...calls(start, []), ...calls(start, [{ sequence: 1 }])]) {
      const steps = database.prepare(`explain query plan ${call.sql}`).all(...call.values) as {
        detail: string;
      }[];
      for (const { detail } of steps) expect(detail).not.toMatch(/^SCAN (transaction|x\b)/);
    }
  });
});

/** Returns the statements of an operation. The database answers each with these rows. */
function calls(start: () => Operation<unknown>, rows: readonly unknown[]): Call[] {
  const operation = start();
  const seen: Call[] = [];
  let step = operation.next({ rows: [], changes: 0 });
  while (step.done !== true) {
    seen.push(step.value);
    try {
      step = operation.next({ rows, changes: 1 });
    } catch {
      // A database with the same answer to every statement contradicts itself sooner or later.
      break;
    }
  }
  return seen;
}
