import Database from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSealer } from '../../../src/core/access/seal.js';
import type { StoreDialect } from '../../../src/store/engine/dialect.js';
import type { Call, Operation } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { createDue } from '../../../src/store/events/deliveries.js';
import { secretContext } from '../../../src/store/events/endpoints.js';
import { createFinish } from '../../../src/store/events/finish.js';
import { createLease } from '../../../src/store/events/lease.js';
import { createResend } from '../../../src/store/events/resend.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { digitization } from '../../support/webhooks/event-writer.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';
import { directoryOf } from '../../support/directory.js';

const folder = temporaryFolder();
let database: Database.Database;

beforeAll(async () => {
  await (await migratedStore({ file: folder.file })).close();
  database = new Database(folder.file);
});
afterAll(() => {
  database.close();
});

/** Tests plans: a look-up without an index is right on a small table and ruins a large one. Only the plan shows it. */
describe('no statement of the relay reads all deliveries, events or attempts', () => {
  const dialect: StoreDialect = sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS);
  const sealer = createSealer({
    masterKey: Buffer.alloc(32, 1),
    hashKey: Buffer.alloc(32, 2),
    random: (size) => Buffer.alloc(size),
  });
  const leases = createLease(dialect, sealer);
  const append = createAppendEvent(dialect);
  const finish = createFinish(dialect, append);
  const resend = createResend(dialect);
  const lease = { sequence: 1, leaseToken: 1, endpointId: 'ep' };
  const attempt = { startedAtMs: 1, durationMs: 1, httpStatus: 500, failure: null, responseExcerpt: '' };
  const sealed = sealer.seal(Buffer.from('whsec_'), secretContext('ep'));
  const endpoint = {
    url: '',
    sealed_secret: sealed,
    sealed_previous_secret: null,
    sealed_headers: null,
    failing_since_ms: null,
  };
  const range = { fromMs: null, toMs: null, isUndeliveredOnly: true, afterEvent: 0, limit: 1 };

  it.each<[string, () => Operation<unknown>, unknown]>([
    ['due', () => createDue(dialect)(), null],
    [
      'lease',
      () => leases.lease({ endpoints: [{ endpointId: 'ep', limit: 1 }], leaseMs: 1 }),
      { ...endpoint, eventSequence: 1 },
    ],
    ['release', () => leases.release({ leases: [lease] }), null],
    ['finish', () => finish({ lease, attempt, outcome: { kind: 'dead' }, disableAfterMs: 1 }), null],
    ['append', () => append(digitization('x'), 1), { sequence: 1 }],
    ['resend', () => resend.one({ sequence: 1 }), null],
    ['resendRange', () => resend.range({ endpointId: 'ep', ...range }), { event: 1, delivery: 1 }],
  ])('%s', (_, start, row) => {
    const seen = calls(start(), row === null ? [] : [row]);
    expect(seen).not.toEqual([]);
    for (const call of seen) {
      const steps = database.prepare(`explain query plan ${call.sql}`).all(...call.values) as {
        detail: string;
      }[];
      for (const { detail } of steps)
        expect(detail).not.toMatch(/^SCAN (?:d|deliveries|events|delivery_attempts)\b/);
    }
  });
});

it('the signing secret of an endpoint cannot be read from the files', async () => {
  const file = temporaryFolder();
  const store = await migratedStore({ file: file.file });
  await directoryOf(store).putProgramme({ programme: 'p' });
  const of = { endpointId: 'ep_a', actor: 'op' };
  const header = 'Bearer a-secret-of-the-receiver';
  const { secret } = await store.endpoints.add({
    ...{ ...of, programme: 'p', url: 'https://example.com/' },
    choice: { headers: { Authorization: header } },
  });
  const rotated = await store.endpoints.rotateSecret({ ...of, overlapMs: 9 });
  const data = dirname(file.file);
  const bytes = readdirSync(data)
    .map((name) => readFileSync(join(data, name), 'latin1'))
    .join();
  expect(bytes).toContain('ep_a');
  expect(bytes).not.toContain(header);
  for (const each of [secret, rotated!.secret]) {
    expect(bytes).not.toContain(each.slice(6));
    expect(bytes).not.toContain(Buffer.from(each.slice(6), 'base64').toString('latin1'));
  }
  await store.close();
});

/** Returns the statements of an operation that finds these rows. */
function calls(operation: Operation<unknown>, rows: readonly unknown[]): Call[] {
  const seen: Call[] = [];
  let step = operation.next({ rows: [], changes: 0 });
  while (step.done !== true) {
    seen.push(step.value);
    step = operation.next({ rows, changes: 1 });
  }
  return seen;
}
