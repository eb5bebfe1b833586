import { Client } from 'pg';
import { openStore, type Store } from '../../../src/store/store.js';
import { purgeTransactions, startTransactionRetention } from '../../../src/use-cases/transactions/purge.js';
import { again, answered, deduct, refused, reversal } from '../../contract/samples.js';
import { until } from '../../life/until.js';
import { MASTER_KEY, postgresServerTests } from '../../support/databases.js';
import { testClock, type TestClock } from './temporary-store.js';

const DAY_MS = 86_400_000;
/** Time two months from now, so that every partition of a test is new. */
const START_MS = (Math.floor(Date.now() / DAY_MS) + 60) * DAY_MS;

const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;
const PURGE = { isDryRun: false, actor: 'somebody', reason: 'test' };

postgresServerTests((name, _create, server) => {
  describe(`the partitions of texts on ${name}`, () => {
    /** New for each test: purged rows do not come back. */
    let url: string;
    let clock: TestClock;
    let store: Store;
    const stores: Store[] = [];

    const openOn = async (databaseUrl: string): Promise<Store> => {
      const opened = await openStore({
        databaseUrl,
        masterKey: MASTER_KEY,
        clock,
        databaseClock: clock,
        settings: { partitionMs: DAY_MS },
      });
      stores.push(opened);
      return opened;
    };

    beforeEach(async () => {
      // The server's first database is the template: nothing may be connected to it.
      url = await server().createDatabase(server().url);
      clock = testClock(START_MS);
      store = await openOn(url);
      await store.migrate();
    });

    afterEach(async () => {
      await Promise.all(stores.splice(0).map((opened) => opened.close()));
    });

    /** Makes a Deduct received at this hour, and its answer. */
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

    /** Returns the transactions that have a text in this table, or in any. */
    const ids = async (table = 'transaction_texts'): Promise<readonly string[]> =>
      (
        await query<{ id: string }>(
          `select distinct t.request_id as id from ${table} as x
            join transactions as t on t.sequence = x.transaction_sequence order by 1`,
        )
      ).map(({ id }) => id.replace('5001_20260101220405_', ''));

    const count = async (table: string): Promise<number> =>
      Number((await query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

    const partitions = async (): Promise<readonly string[]> =>
      (
        await query<{ name: string }>(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'transaction_texts'::regclass`,
        )
      ).map(({ name: partition }) => partition);

    const partitionOf = (day: number): string =>
      `transaction_texts_${new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}000000`;

    it('are created by the clock of the database, not of a node', async () => {
      const nodeClock = testClock(START_MS + 4 * 365 * DAY_MS);
      const ahead = await openStore({
        databaseUrl: url,
        masterKey: MASTER_KEY,
        clock: nodeClock,
        databaseClock: clock,
        settings: { partitionMs: DAY_MS },
      });
      stores.push(ahead);
      await ahead.history.prepare();
      clock.set(START_MS + 40 * DAY_MS);
      await store.history.prepare();
      const end = await store.history.textPartEndBefore(START_MS + 35 * DAY_MS);
      expect(end).toBeGreaterThan(START_MS);
      const last = await store.history.textPartEndBefore(START_MS + 300 * DAY_MS);
      expect(last).toBeNull();
    });

    it('are created before they are needed, each once, by any node', async () => {
      const others = await Promise.all([1, 2, 3].map(() => openOn(url)));
      clock.set(START_MS + 5 * DAY_MS);
      await Promise.all(others.map(({ history }) => history.prepare()));
      await paid(1, 5 * 24);
      await paid(2, 6 * 24);
      expect(await ids('transaction_texts_other')).toEqual([]);
      expect(await ids()).toEqual(['1', '2']);
    });

    it('are created although the role ends statements before that', async () => {
      await paid(1, 9 * 24);
      await query(`create function slowly() returns trigger as $$ begin perform pg_sleep(1); return old; end $$ language plpgsql;
        create trigger slowly before delete on transaction_texts_other for each row execute function slowly();
        alter role cardway in database ${new URL(url).pathname.slice(1)} set statement_timeout = '500ms'`);
      clock.set(START_MS + 8 * DAY_MS);
      await store.history.prepare();
      expect([await ids('transaction_texts_other'), await ids()]).toEqual([[], ['1']]);
    });

    it('include a default one, which holds texts until their own partition is created', async () => {
      await paid(1, 9 * 24);
      await paid(2, 9 * 24 + 1);
      expect(await ids('transaction_texts_other')).toEqual(['1', '2']);
      clock.set(START_MS + 8 * DAY_MS);
      await store.history.prepare();
      expect([await ids('transaction_texts_other'), await ids()]).toEqual([[], ['1', '2']]);
      expect(await store.ledger.find(idOf(1))).toMatchObject({
        state: 'answered',
        answer: expect.any(String),
      });
    });

    it('are dropped as a whole once their transactions are purged', async () => {
      for (const index of [1, 2, 3, 4, 5]) await paid(index, index);
      await paid(6, 25);
      expect(await purge(24)).toEqual({ deleted: 5, kept: {} });
      expect([await ids(), await count('transaction_texts')]).toEqual([['6'], 2]);
      expect(await partitions()).not.toContain(partitionOf(0));
      expect(await partitions()).toContain(partitionOf(1));
      expect(await query('select action from audit_log order by sequence')).toEqual([
        { action: 'purge_begins' },
        { action: 'purge_ends' },
      ]);
      expect(await store.ledger.claim(deduct({ requestId: idOf(1) }))).toMatchObject({ kind: 'claimed' });
    });

    it('stay when the purge time lies within one, without the purged texts', async () => {
      for (const index of [1, 2, 3, 4]) await paid(index, index);
      expect(await purge(3)).toEqual({ deleted: 2, kept: {} });
      expect([await ids(), await count('transaction_texts')]).toEqual([['3', '4'], 4]);
      expect(await partitions()).toContain(partitionOf(0));
    });

    it('keep the texts of open and linked transactions when dropped', async () => {
      for (const index of [1, 2, 3, 4]) await paid(index, index);
      const receivedAtMs = START_MS + 5 * 3_600_000;
      // An open reversal, in the next partition, of an answered call. An answered reversal of one in doubt. A call taken again.
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
      const before = await Promise.all([1, 11, 12, 13].map((index) => store.ledger.find(idOf(index))));
      expect(await purge(24)).toEqual({ deleted: 3, kept: { linked: 2, in_doubt: 1, pending: 1 } });
      expect([await partitions()].flat()).not.toContain(partitionOf(0));
      expect(await Promise.all([1, 11, 12, 13].map((index) => store.ledger.find(idOf(index))))).toEqual(
        before,
      );
      // They reach their end as usual, and the next purge removes them.
      for (const index of [11, 13])
        await store.ledger.settle(
          answered(idOf(index), { attempt: index === 13 ? 2 : 1, fromStates: ['pending', 'in_doubt'] }),
        );
      await store.ledger.settle(answered(idOf(10)));
      expect(await store.ledger.find(idOf(13))).toMatchObject({
        state: 'answered',
        answer: expect.any(String),
      });
      expect(await purge(24)).toEqual({ deleted: 4, kept: {} });
      expect([await ids(), await count('transaction_texts_other')]).toEqual([['10'], 0]);
    });

    it('are dropped once by any purge, and by the next one after a killed purge', async () => {
      for (const index of [1, 2, 3]) await paid(index, index);
      const other = await openOn(url);
      // State that a process leaves when it is killed after its last piece.
      await store.history.purge(
        { receivedBeforeMs: START_MS + DAY_MS, after: 0, limit: 9, textsFromMs: START_MS + DAY_MS },
        null,
      );
      expect([await ids(), await count('transaction_texts')]).toEqual([[], 6]);
      const drop = (opened: Store) => opened.history.dropTextParts(START_MS + DAY_MS);
      await Promise.all([drop(store), drop(other), purge(24)]);
      expect(await count('transaction_texts')).toBe(0);
      expect(await partitions()).not.toContain(partitionOf(0));
    });

    it('are not fully scanned by payments, even when the server’s statistics say that they are empty', async () => {
      await query('vacuum analyze transactions');
      await query('vacuum analyze transaction_texts');
      const all = Array.from({ length: 60 }, (_, index) => index);
      await Promise.all(all.map((index) => paid(index, index / 1000)));
      // A connection reports its reads when it ends.
      await Promise.all(stores.splice(0).map((opened) => opened.close()));
      const readOf = async (what: string): Promise<number> => {
        const [sum] = await query<{ read: string }>(
          `select sum(${what}) as read from pg_stat_user_tables join pg_stat_user_indexes using (relid)
            where pg_stat_user_tables.relname like 'transaction%'`,
        );
        return Number(sum?.read);
      };
      await until('the reads are counted', async () => (await readOf('pg_stat_user_indexes.idx_scan')) >= 60);
      expect(await readOf('seq_tup_read')).toBe(0);
      expect(await readOf('idx_tup_read')).toBeLessThan(3 * 60);
    });

    it('are dropped by retention only as a whole', async () => {
      for (const index of [1, 2, 3]) await paid(index, index);
      for (const index of [4, 5, 6]) await paid(index, 20 + index);
      clock.set(START_MS + 30 * 3_600_000);
      const failures: unknown[] = [];
      const retention = startTransactionRetention({
        history: { ...store.history, trustedNowMs: () => Promise.resolve(clock.nowMs()) },
        clock,
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
      await until('the first day is gone', async () => !(await partitions()).includes(partitionOf(0)));
      await retention.stop();
      expect([failures, await ids()]).toEqual([[], ['4', '5', '6']]);
    });
  });
});
