import { Client } from 'pg';
import { postgresDialect } from '../../../src/store/dialect/postgres/postgres.js';
import { forget } from '../../../src/store/dialect/postgres/ledger-names.js';
import type { Call } from '../../../src/store/operation.js';
import { installSchema } from '../../../src/store/migrations/migrate.js';
import { storeSettings } from '../../../src/store/settings.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { purgeTransactions } from '../../../src/usecase/transactions/purge.js';
import { startTransactionRetention } from '../../../src/usecase/transactions/retention.js';
import { again, answered, deduct, refused, reversal } from '../../contract/samples.js';
import { MASTER_KEY, postgresTests } from '../../support/databases.js';
import { until } from '../../life/until.js';
import { testClock, type TestClock } from './temporary-store.js';

const DAY_MS = 86_400_000;
/** A week from now, so that every part of a test is one of its own and none the first. */
const START_MS = (Math.floor(Date.now() / DAY_MS) + 7) * DAY_MS;

const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;
const PURGE = { isDryRun: false, actor: 'somebody', reason: 'test' };

postgresTests((name, create, server) => {
  describe(`the partitions of the ledger on ${name}`, () => {
    /** A new one for each test: what a purge takes away does not come back. */
    let url: string;
    let clock: TestClock;
    let store: Store;
    const stores: Store[] = [];

    const openOn = async (databaseUrl: string): Promise<Store> => {
      const opened = await openStore({
        databaseUrl,
        masterKey: MASTER_KEY,
        clock,
        settings: { partitionMs: DAY_MS },
      });
      stores.push(opened);
      return opened;
    };

    beforeEach(async () => {
      url = await server().createDatabase((await create()).url);
      clock = testClock(START_MS);
      store = await openOn(url);
      await store.migrate();
    });

    afterEach(async () => {
      await Promise.all(stores.splice(0).map((opened) => opened.close()));
    });

    /** A Deduct that is received at this hour, and its answer. */
    async function paid(index: number, hours: number): Promise<void> {
      const receivedAtMs = START_MS + hours * 3_600_000;
      const requestId = idOf(index);
      await store.ledger.claim(deduct({ requestId, transactionId: `T-${String(index)}`, receivedAtMs }));
      await store.ledger.settle(answered(requestId));
    }

    async function query<Row>(sql: string): Promise<Row[]> {
      const client = new Client(url);
      await client.connect();
      try {
        return (await client.query(sql)).rows as Row[];
      } finally {
        await client.end();
      }
    }

    const purge = (hours: number, batchRows = 2) =>
      purgeTransactions(
        {
          history: store.history,
          clock,
          timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
          batchRows,
          pauseMs: 0,
        },
        { ...PURGE, receivedBeforeMs: START_MS + hours * 3_600_000 },
      );

    const ids = async (table = 'transactions'): Promise<readonly string[]> =>
      (await query<{ id: string }>(`select request_key as id from ${table} order by sequence`)).map(
        ({ id }) => id.replace('20260101220405_', '').replace('_5001', ''),
      );

    const partitions = async (): Promise<readonly string[]> =>
      (
        await query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'transactions'::regclass`,
        )
      ).map(({ name: partition }) => partition);

    const partitionOf = (day: number): string =>
      `transactions_${new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}000000`;

    it('are made before they are needed, each once, whoever starts', async () => {
      const others = await Promise.all([1, 2, 3].map(() => openOn(url)));
      clock.set(START_MS + 5 * DAY_MS);
      await Promise.all(others.map(({ history }) => history.prepare()));
      await paid(1, 5 * 24);
      await paid(2, 6 * 24);
      expect(await ids('transactions_other')).toEqual([]);
      expect(await ids()).toEqual(['1', '2']);
    });

    it('one for all others takes what comes before its part is made, and gives it up to it', async () => {
      await paid(1, 9 * 24);
      await paid(2, 9 * 24 + 1);
      expect(await ids('transactions_other')).toEqual(['1', '2']);
      clock.set(START_MS + 8 * DAY_MS);
      await store.history.prepare();
      expect([await ids('transactions_other'), await ids(), await ids('transaction_keys')]).toEqual([
        [],
        ['1', '2'],
        ['1', '2'],
      ]);
      expect(await store.ledger.find(idOf(1))).toMatchObject({ state: 'answered' });
    });

    it('share one set of request ids: an id is claimed once, in whichever it is received', async () => {
      const other = await openOn(url);
      const claims = await Promise.all(
        [0, 1, 2].flatMap((days) =>
          [store, other].map(({ ledger }) =>
            ledger.claim(deduct({ receivedAtMs: START_MS + days * DAY_MS, transactionId: null })),
          ),
        ),
      );
      expect(claims.map(({ kind }) => kind).sort()).toEqual([
        'claimed',
        ...Array<string>(5).fill('existing'),
      ]);
    });

    it('cannot hold an id twice, whatever statement adds it', async () => {
      await paid(1, 0);
      const columns = `request_id, method_name, effect, door, programme, terminal_id, reference, checksum,
        borders, content_hash, route, state, attempt, owner, lease_until_ms, claimed_at_ms, request`;
      await query(`insert into transactions (request_key, received_at_ms, ${columns})
        select request_key, received_at_ms + ${String(DAY_MS)}, ${columns} from transactions`);
      expect(await ids()).toEqual(['1']);
    });

    it('go as a whole when all in them is old, with their request ids', async () => {
      for (const index of [1, 2, 3, 4, 5]) await paid(index, index);
      await paid(6, 25);
      expect(await purge(24)).toEqual({ deleted: 5, kept: {} });
      expect([await ids(), await ids('transaction_keys')]).toEqual([['6'], ['6']]);
      expect(await partitions()).not.toContain(partitionOf(0));
      expect(await partitions()).toContain(partitionOf(1));
      expect(await query('select action from audit_log order by sequence')).toEqual([
        { action: 'purge_begins' },
        { action: 'purge_ends' },
      ]);
      expect(await store.ledger.claim(deduct({ requestId: idOf(1) }))).toMatchObject({ kind: 'claimed' });
    });

    it('leave behind what is open and what is linked with it', async () => {
      for (const index of [1, 2, 3, 4]) await paid(index, index);
      const receivedAtMs = START_MS + 5 * 3_600_000;
      // An open reversal, in the next part, of one that was answered; an answered one of one that is in doubt; one taken again.
      await store.ledger.claim(
        reversal({ requestId: idOf(10), referenceId: 'T-1', receivedAtMs: START_MS + DAY_MS }),
      );
      await store.ledger.claim(deduct({ requestId: idOf(11), transactionId: 'T-11', receivedAtMs }));
      await store.ledger.settle(answered(idOf(11), { state: 'in_doubt' }));
      await store.ledger.claim(reversal({ requestId: idOf(12), referenceId: 'T-11', receivedAtMs }));
      await store.ledger.settle(answered(idOf(12)));
      await store.ledger.claim(deduct({ requestId: idOf(13), transactionId: 'T-13', receivedAtMs }));
      await store.ledger.settle(refused(idOf(13)));
      await store.ledger.reclaim(again(idOf(13)));
      expect(await purge(24)).toEqual({ deleted: 3, kept: { linked: 2, in_doubt: 1, pending: 1 } });
      expect([...(await ids())].sort()).toEqual(['1', '10', '11', '12', '13']);
      expect([...(await ids('transaction_keys'))].sort()).toEqual(['1', '10', '11', '12', '13']);
      expect(await store.ledger.settle(answered(idOf(13), { attempt: 2 }))).toEqual({ kind: 'settled' });
    });

    it('give up an id at once, although its key goes later', async () => {
      for (let index = 1; index <= 12; index += 1) await paid(index, 1);
      // A purge that ends after its first piece: all rows are gone, some keys are not.
      const wanted = { receivedBeforeMs: START_MS + DAY_MS, limit: 1 };
      let first = await store.history.purgePart(wanted, null);
      // The days before hold nothing.
      while (first.deleted === 0) first = await store.history.purgePart(wanted, null);
      expect([first, await ids('transaction_keys')]).toEqual([{ deleted: 10, isMore: true }, ['11', '12']]);
      expect(await store.ledger.find(idOf(11))).toBeNull();
      expect(await store.ledger.claim(deduct({ requestId: idOf(11) }))).toMatchObject({ kind: 'claimed' });
      const other = await openOn(url);
      while ((await other.history.purgePart({ receivedBeforeMs: 0, limit: 1 }, null)).isMore);
      expect([await ids(), await ids('transaction_keys')]).toEqual([['11'], ['11']]);
    });

    it('are forgotten by the index of the keys, in a plan that is made without values', async () => {
      await query('create table transactions_gone (like transactions)');
      await query(`insert into transaction_keys (request_key, sequence, received_at_ms, terminal_id, checksum_key)
        select n::text, n, n, '1', n::text from generate_series(1, 50000) as n`);
      await query('analyze transaction_keys');
      const forgetting = forget({ after: 0, limit: 20 });
      forgetting.next();
      const { value } = forgetting.next({ rows: [{ found: 1 }], changes: 0 }) as { value: Call };
      expect(await planOf(value.sql)).toMatch(/using transaction_keys_pkey/i);
    });

    async function planOf(sql: string): Promise<string> {
      const client = new Client(url);
      await client.connect();
      try {
        await client.query('set plan_cache_mode = force_generic_plan');
        await client.query(`prepare planned (bigint) as ${sql}`);
        return JSON.stringify((await client.query('explain execute planned (0)')).rows);
      } finally {
        await client.end();
      }
    }

    it('are not read as a whole by payments, although the server believes them to be empty', async () => {
      await query('vacuum analyze transactions');
      await query('vacuum analyze transaction_keys');
      const all = Array.from({ length: 60 }, (_, index) => index);
      await Promise.all(all.map((index) => paid(index, index / 1000)));
      // A connection tells what it read when it ends.
      await Promise.all(stores.splice(0).map((opened) => opened.close()));
      const readOf = async (what: string): Promise<number> => {
        const [sum] = await query<{ read: string }>(
          `select sum(${what}) as read from pg_stat_user_tables join pg_stat_user_indexes using (relid)
            where pg_stat_user_tables.relname like 'transaction%'`,
        );
        return Number(sum?.read);
      };
      await until('what was read is told', async () => (await readOf('pg_stat_user_indexes.idx_scan')) >= 60);
      expect(await readOf('seq_tup_read')).toBe(0);
      expect(await readOf('idx_tup_read')).toBeLessThan(3 * 60);
    });

    it('go by retention only as a whole', async () => {
      for (const index of [1, 2, 3]) await paid(index, index);
      for (const index of [4, 5, 6]) await paid(index, 20 + index);
      clock.set(START_MS + 30 * 3_600_000);
      const failures: unknown[] = [];
      const retention = startTransactionRetention({
        history: store.history,
        clock,
        databaseNowMs: () => Promise.resolve(clock.nowMs()),
        timer: {
          wait: () => ({
            done: new Promise<void>((resolve) => void setImmediate(resolve)),
            cancel: () => undefined,
          }),
        },
        batchRows: 2,
        pauseMs: 0,
        retentionMs: 3_600_000,
        everyMs: 1,
        onFailure: (error) => failures.push(error),
      });
      await until('the first day is gone', async () => (await ids('transaction_keys')).length === 3);
      await retention.stop();
      expect([failures, await ids()]).toEqual([[], ['4', '5', '6']]);
    });

    it('come of a ledger in one piece, with its rows where they are', async () => {
      url = await server().createDatabase();
      const opened = await openOn(url);
      const before = await openBefore(url);
      await before.query(ROWS);
      await before.end();
      await opened.migrate();
      expect(await opened.ledger.find(idOf(2))).toMatchObject({ sequence: 2, state: 'answered' });
      expect(await opened.ledger.claim(deduct({ requestId: idOf(3) }))).toMatchObject({ kind: 'existing' });
      const claimed = await opened.ledger.claim(deduct({ requestId: idOf(4), transactionId: 'T-4' }));
      expect(claimed).toMatchObject({ kind: 'claimed' });
      expect((await opened.ledger.find(idOf(4)))?.sequence).toBeGreaterThan(3);
      expect(await ids('transactions_first')).toEqual(['1', '2', '3', '4']);
    });
  });

  /** A database as it was before its ledger had parts, and a connection to it. */
  async function openBefore(databaseUrl: string): Promise<Client> {
    const dialect = postgresDialect({
      databaseUrl,
      settings: storeSettings({}),
      random: (bytes) => Buffer.alloc(bytes, 1),
    });
    const connection = await dialect.open();
    await connection.migrate((db, column) => installSchema(db, column, '0009-transaction-replays'));
    await connection.close();
    const client = new Client(databaseUrl);
    await client.connect();
    return client;
  }
});

const ROWS = `insert into transactions (request_id, request_key, method_name, effect, door, programme, terminal_id,
    reference, checksum, borders, content_hash, route, state, attempt, owner, lease_until_ms, received_at_ms,
    claimed_at_ms, request)
  select '5001_20260101220405_' || n, '20260101220405_' || n || '_5001', 'Deduct', 'money', 'json', 'sandbox',
    '0068766621', '43172792905', repeat(n::text, 64), '1', 'content', 'default', 'answered', 1, 'owner', 0, n, n, '{}'
  from generate_series(1, 3) as n`;
