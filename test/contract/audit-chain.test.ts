/** Tests the hash chain of the audit log, with changes by somebody who can write to the database. */
import fc from 'fast-check';
import { Client } from 'pg';
import { type AuditPlace, placeText } from '../../src/core/access/audit.js';
import type { Store } from '../../src/store/store.js';
import { followAuditLog } from '../../src/use-cases/access/audit-chain.js';
import { until } from '../life/until.js';
import { eachDatabase, postgresTests, type TestDatabase } from '../support/databases.js';
import { machineTimer } from '../support/machine-clock.js';
import { testClock } from '../unit/store/temporary-store.js';
import { answered, deduct } from './samples.js';

const ENTRY = { actor: 'cli:ada', action: 'put_wallet', reason: '', before: 'null', after: 'null' };
const WHO = { actor: 'cli:ada', reason: 'asked for' };
/** A long test, of about three minutes: CARDWAY_TAMPERINGS=2000 CARDWAY_AUDIT_ENTRIES=200. */
const TAMPERINGS = Number(process.env['CARDWAY_TAMPERINGS'] ?? 40);
const ENTRIES = Number(process.env['CARDWAY_AUDIT_ENTRIES'] ?? 30);
const DAY_MS = 86_400_000;

eachDatabase((name, create) => {
  describe(`the audit log on ${name}`, () => {
    let database: TestDatabase;
    let store: Store;

    beforeEach(async () => {
      database = await create();
      store = await database.open();
      await store.migrate();
    });
    afterEach(() => database.close());

    async function recordSome(count: number, by = store): Promise<void> {
      for (let number = 1; number <= count; number += 1) {
        const after = JSON.stringify({ customerId: 1000 + number });
        await by.history.record({ ...ENTRY, subject: `wallet-${String(number)}`, after });
      }
    }

    async function head(): Promise<AuditPlace> {
      const found = await store.auditChain.head();
      if (found === null) throw new Error('The log has no entry.');
      return found;
    }

    const verify = (heads: readonly AuditPlace[] = []) =>
      store.auditChain.verify({ after: null, heads, limit: 10_000 });

    /** Returns the position of the first entry that is not right. */
    const found = async (heads: readonly AuditPlace[] = []): Promise<number | null> =>
      (await verify(heads)).broken?.position ?? null;

    it('names the first entry of each random tampering, and reports none in an honest log', async () => {
      await recordSome(ENTRIES);
      const logged = await head();
      await database.query('create table honest as select * from audit_log');
      try {
        await fc.assert(
          fc.asyncProperty(tampering(ENTRIES), async ({ statements, position }) => {
            for (const sql of statements) await database.query(sql);
            expect(await found([logged])).toBe(position);
            await database.query('delete from audit_log');
            await database.query('insert into audit_log select * from honest');
            await database.query("delete from store_facts where name = 'audit_purged'");
            expect(await found([logged])).toBeNull();
          }),
          { numRuns: TAMPERINGS },
        );
      } finally {
        await database.query('drop table honest');
      }
    });

    it('finds a cut end by a logged head, also where new entries follow', async () => {
      await recordSome(5);
      const logged = await head();
      await database.query('delete from audit_log where sequence > 3');
      expect(await found()).toBeNull();
      expect(await found([logged])).toBe(4);
      await recordSome(2);
      expect(await found()).toBeNull();
      expect(await found([logged])).toBe(5);
    });

    it('goes on after a given entry, and not after one that was changed or removed', async () => {
      await recordSome(4);
      const { entries } = await verify();
      const second = { position: 2, hash: entries[1]?.hash ?? '' };
      const after = (place: { position: number; hash: string | null }) =>
        store.auditChain.verify({ after: place, heads: [], limit: 10 });
      expect((await after(second)).entries.map(({ sequence }) => sequence)).toEqual([3, 4]);
      await database.query("update audit_log set hash = 'forged' where sequence = 2");
      expect((await after(second)).broken?.position).toBe(2);
      expect((await after({ position: 3, hash: null })).broken).toBeNull();
      await database.query('delete from audit_log where sequence = 2');
      expect((await after(second)).broken?.position).toBe(2);
    });

    it('shows numbers that no number of the program holds', async () => {
      await recordSome(3);
      await database.query('update audit_log set at_ms = 9223372036854775807 where sequence = 2');
      expect(await found()).toBe(2);
    });

    it('is whole with texts that a database does not keep as they are', async () => {
      for (const text of ['a\0b', 'a\ud800b', '\udc00', '\u2028"\\'])
        await store.history.record({ ...ENTRY, actor: text, subject: text, reason: text });
      expect(await found()).toBeNull();
    });

    it('is one chain without a gap where two nodes write at the same time', async () => {
      const other = await database.open();
      await Promise.all(
        Array.from({ length: 120 }, (_, number) =>
          (number % 2 === 0 ? store : other).history.record({ ...ENTRY, subject: String(number) }),
        ),
      );
      const { entries, broken } = await verify();
      expect(broken).toBeNull();
      expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
      expect(new Set(entries.map(({ subject }) => subject)).size).toBe(120);
    });

    describe('purged', () => {
      const clock = testClock(Date.now());
      let later: Store;
      const purge = (): Promise<{ deleted: number }> =>
        later.auditChain.purge({ ...WHO, beforeMs: clock.nowMs() - DAY_MS });

      beforeEach(async () => {
        later = await database.open({ clock });
        await recordSome(3, later);
        clock.set(clock.nowMs() + 2 * DAY_MS);
      });

      it('starts from the last hash that was deleted, and its entries tell of the purge', async () => {
        const old = await head();
        expect(await purge()).toEqual({ deleted: 3 });
        const { entries, broken } = await verify([old]);
        expect(broken).toBeNull();
        expect(entries.map(({ sequence, action }) => [sequence, action])).toEqual([
          [4, 'purge_audit_log'],
          [5, 'purge_audit_log_ends'],
        ]);
        expect(await found([{ ...old, hash: 'another' }])).toBe(3);
        clock.set(clock.nowMs() + 2 * DAY_MS);
        expect(await purge()).toEqual({ deleted: 2 });
        expect(await found()).toBeNull();
      });

      it('takes no entry back, and no other start', async () => {
        const columns = 'sequence, entry_id, at_ms, actor, action, subject, reason, before, after, hash';
        await database.query(`create table old as select ${columns} from audit_log where sequence = 3`);
        await purge();
        await database.query(`insert into audit_log select ${columns} from old`);
        await database.query('drop table old');
        expect(await found()).toBe(3);
        await database.query('delete from audit_log where sequence <= 4');
        const fact = "where name = 'audit_purged'";
        await database.query(`update store_facts set value = replace(value, ' 3:', ' 4:') ${fact}`);
        expect(await found()).toBe(1);
      });

      it('keeps what somebody changed', async () => {
        await database.query("update audit_log set actor = 'cli:eve' where sequence = 2");
        await expect(purge()).rejects.toThrow('Entry 2 was changed or added.');
        expect(await database.query('select 1 from audit_log')).toHaveLength(3);
      });
    });

    it('stands in the log of a gateway, which alerts to a break and goes on behind it', async () => {
      await recordSome(1);
      const lines: string[] = [];
      const follower = followAuditLog({
        chain: store.auditChain,
        timer: machineTimer,
        everyMs: 5,
        headEveryMs: 5,
        onEntry: ({ sequence, subject }) => void lines.push(`${String(sequence)} ${subject}`),
        onHead: (place) => void lines.push(placeText(place)),
        alert: (alert, detail) => void lines.push(`${alert} ${String(detail.reason)}`),
        onFailure: (error) => void lines.push(String(error)),
      });
      const first = await head();
      await until('the head is logged', () => lines.includes(placeText(first)));
      const other = await database.open();
      await recordSome(2, other);
      await until('the entries are logged', () => lines.includes('3 wallet-2'));
      await database.query('delete from audit_log where sequence = 3');
      await until('the alert', () => lines.includes('audit_chain_broken Entry 3 was changed or removed.'));
      await recordSome(1, other);
      await follower.stop();
      expect(lines).toContain('3 wallet-1');
      expect(lines).toContain(placeText(await head()));
      expect(lines.filter((line) => line.startsWith('audit_chain_broken'))).toHaveLength(1);
    });
  });
});

postgresTests((_name, create) => {
  it('a payment does not wait for the lock of the audit log', async () => {
    const database = await create();
    const holder = new Client({ connectionString: database.url });
    try {
      const store = await database.open();
      await holder.connect();
      await holder.query("select pg_advisory_lock(hashtextextended('audit log', 0))");
      let isRecorded = false;
      const recorded = store.history.record({ ...ENTRY, subject: 'waits' }).then(() => (isRecorded = true));
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await until('the entry waits', async () => (await database.query(waiting)).length > 0);
      const claim = deduct();
      await store.ledger.claim(claim);
      await store.ledger.apply(answered(claim.requestId));
      expect(isRecorded).toBe(false);
      await holder.query("select pg_advisory_unlock(hashtextextended('audit log', 0))");
      await recorded;
    } finally {
      await holder.end();
      await database.close();
    }
  });
});

interface Tampering {
  readonly statements: readonly string[];
  /** Position that the verification names. */
  readonly position: number;
}

const TEXTS = ['entry_id', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'hash'] as const;
const COLUMNS = ['at_ms', ...TEXTS];
/** Beyond every position, while others move. */
const FAR = 1_000_000;

/** Makes one random change of a log with `count` entries. */
function tampering(count: number): fc.Arbitrary<Tampering> {
  const anywhere = fc.integer({ min: 1, max: count });
  const word = fc.stringMatching(/^[a-z0-9:_"{}]{1,12}$/);
  const moved = (from: number, by: number): string[] => [
    `update audit_log set sequence = sequence + ${String(FAR)} where sequence >= ${String(from)}`,
    `update audit_log set sequence = sequence - ${String(FAR - by)} where sequence >= ${String(FAR)}`,
  ];
  const forged = (position: number, of: number): string =>
    `insert into audit_log (sequence, ${COLUMNS.join(', ')})
      select ${String(position)}, ${COLUMNS.map((column) => (column === 'entry_id' ? `'forged'` : column)).join(', ')}
      from audit_log where sequence = ${String(of)}`;
  const changed = fc.tuple(anywhere, fc.constantFrom(...TEXTS), word).map(([position, column, text]) => ({
    statements: [
      `update audit_log set ${column} = ${column} || '${text}' where sequence = ${String(position)}`,
    ],
    position,
  }));
  const backdated = fc.tuple(anywhere, fc.integer({ min: 1, max: DAY_MS })).map(([position, ms]) => ({
    statements: [`update audit_log set at_ms = at_ms - ${String(ms)} where sequence = ${String(position)}`],
    position,
  }));
  const removed = fc.tuple(anywhere, fc.boolean()).map(([position, isClosed]) => ({
    statements: [
      `delete from audit_log where sequence = ${String(position)}`,
      ...(isClosed ? moved(position + 1, -1) : []),
    ],
    position,
  }));
  const inserted = fc.tuple(fc.integer({ min: -count, max: count + 1 }), anywhere).map(([position, of]) => ({
    statements: [
      ...(position > 0 ? moved(position, 1) : []),
      forged(position, of < position || position < 1 ? of : of + 1),
    ],
    position,
  }));
  const swapped = fc
    .tuple(anywhere, anywhere)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({
      statements: [
        `update audit_log set sequence = -1 where sequence = ${String(one)}`,
        `update audit_log set sequence = ${String(one)} where sequence = ${String(other)}`,
        `update audit_log set sequence = ${String(other)} where sequence = -1`,
      ],
      position: Math.min(one, other),
    }));
  const cut = anywhere.map((position) => ({
    statements: [`delete from audit_log where sequence >= ${String(position)}`],
    position,
  }));
  const begun = anywhere.map((position) => ({
    statements: [
      `insert into store_facts (name, value) select 'audit_purged', 'forged ' || sequence || ':' || hash
        from audit_log where sequence = ${String(position)}`,
      `delete from audit_log where sequence <= ${String(position)}`,
    ],
    position: 1,
  }));
  return fc.oneof(changed, backdated, removed, inserted, swapped, cut, begun);
}
