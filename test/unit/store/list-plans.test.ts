import Database from 'better-sqlite3';
import { createAuditList } from '../../../src/store/access/audit.js';
import { createWalletRecords } from '../../../src/store/directory/administer-wallets.js';
import type { StoreConnection } from '../../../src/store/engine/dialect.js';
import type { Call, Operation, Result } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createWindowedList } from '../../../src/store/engine/windowed-list.js';
import { createEventList } from '../../../src/store/events/event-log.js';
import { createDeliveryReader } from '../../../src/store/events/deliveries.js';
import {
  createAttemptReader,
  createDigitizationReader,
} from '../../../src/store/provisioning/list-attempts.js';
import { DEFAULT_STORE_SETTINGS as settings } from '../../../src/store/settings.js';
import { createLister } from '../../../src/store/transactions/list.js';
import { deduct } from '../../contract/samples.js';
import { digitization, openEventWriter } from '../../support/webhooks/event-writer.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/** Tests plans: a filter without its index is right on a small table and slow on a large one. Only the plan shows it. */
describe('the list of', () => {
  const folder = temporaryFolder();
  const dialect = sqliteDialect(folder.file, settings);
  const read: Call[] = [];
  let connection: StoreConnection;
  let database: Database.Database;

  beforeAll(async () => {
    const store = await migratedStore({ file: folder.file });
    await store.ledger.claim(deduct());
    await store.close();
    const writer = await openEventWriter(folder.file);
    await writer.append(digitization('1', null));
    await writer.close();
    const opened = await dialect.open();
    connection = { ...opened, readAside: (operation) => opened.readAside(recorded(operation)) };
    database = new Database(folder.file);
    database.exec(`insert into programmes (programme, name) values ('shop', 'Shop')`);
    database.exec(`insert into audit_log (sequence, entry_id, at_ms, actor, action, subject, reason, before, after, hash)
      values (1, 'e', 1, 'a', 'b', 's', '', '{}', '{}', 'h')`);
    database.exec(`insert into endpoints (endpoint_id, programme, url, sealed_secret, created_at_ms)
      values ('ep', 'shop', 'https://a.example', x'00', 1)`);
    database.exec(`insert into deliveries (event_sequence, endpoint_id, state) values (1, 'ep', 'dead')`);
    database.exec(`insert into provisioning_attempts (attempt_id, programme, card_id, customer_id, shared_key_id,
      counter, state, issued_at_ms, expires_at_ms) values ('a', 'shop', 1, 1, '001', 1, 'issued', 1, 1)`);
    database.exec(`insert into digitizations (programme, token_reference, card_id, customer_id, state, last_event,
      last_event_sequence, reported_at_ms, changed_at_ms) values ('shop', 't', 1, 1, 'active', 'digitization.complete', 1, 1, 1)`);
  });

  afterAll(async () => {
    database.close();
    await connection.close();
  });

  function* recorded<T>(operation: Operation<T>): Operation<T> {
    let step = operation.next({ rows: [], changes: 0 });
    while (step.done !== true) {
      read.push(step.value);
      step = operation.next((yield step.value) as Result<unknown>);
    }
    return step.value;
  }

  const windowed = (reader: Parameters<typeof createWindowedList<object, unknown>>[2]) => (filter: object) =>
    createWindowedList(connection, settings, reader)({ filter, first: 5 });
  const transactions = (filter: object) =>
    createLister(dialect, connection, settings).list({ filter, first: 5 });
  const events = (filter: object) =>
    createEventList({ dialect, connection, settings }).list({ filter, first: 5 });
  const audit = (filter: object) =>
    createAuditList({ dialect, connection, settings }).list({ filter, first: 5 });
  const deliveries = (filter: object) => windowed(createDeliveryReader(dialect))(filter);
  const attempts = (filter: object) => windowed(createAttemptReader(dialect))(filter);
  const digitizations = (filter: object) => windowed(createDigitizationReader(dialect))(filter);
  const wallets = (filter: object) =>
    createWalletRecords({
      dialect,
      connection,
      settings,
      change: () => Promise.reject(new Error('A list changes nothing.')),
    }).list({ filter, first: 5 });

  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    [
      'transactions of a transaction id',
      () => transactions({ transactionId: 'T-1' }),
      ['transactions_original', 'transactions_called'],
    ],
    ['transactions of a card', () => transactions({ cardId: 1 }), ['transactions_card']],
    ['transactions of a customer', () => transactions({ customerId: 1 }), ['transactions_customer']],
    ['transactions in doubt', () => transactions({ state: 'in_doubt' }), ['transactions_open']],
    ['events of a card', () => events({ cardId: 1 }), ['events_card']],
    ['dead deliveries', () => deliveries({ state: 'dead' }), ['deliveries_open']],
    ['deliveries of an endpoint', () => deliveries({ endpointId: 'ep' }), ['deliveries_endpoint']],
    ['deliveries of an event', () => deliveries({ eventSequence: 1 }), ['deliveries_event']],
    ['attempts of a token', () => attempts({ tokenReference: 't' }), ['provisioning_attempts_token']],
    ['digitizations of a token', () => digitizations({ tokenReference: 't' }), ['digitizations_reference']],
    ['entries about a subject', () => audit({ subject: 's' }), ['audit_log_subject']],
    ['wallets of a programme', () => wallets({ programme: 'shop' }), ['wallets_programme']],
    ['blocked wallets', () => wallets({ isBlocked: true }), ['wallets_blocked']],
    ['wallets of a customer', () => wallets({ customerId: 1 }), ['wallets_customer']],
    [
      'wallets whose reference begins with a text',
      () => wallets({ text: 'W' }),
      ['sqlite_autoindex_wallets_1'],
    ],
  ])('%s uses an index, and no statement reads a whole table', async (_, list, indexes) => {
    read.length = 0;
    await list();
    // The ends of a table are the first and the last entry of its order, whatever the plan calls that.
    const rows = read.filter(({ sql }) => !sql.includes('as "oldest"'));
    const plans = rows.flatMap(({ sql, values }) =>
      (database.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(
        ({ detail }) => detail,
      ),
    );
    for (const index of indexes) expect(plans.join('\n')).toContain(`INDEX ${index}`);
    for (const detail of plans) expect(detail).not.toMatch(/^SCAN (?!wallets USING INDEX wallets_blocked)/);
  });
});
