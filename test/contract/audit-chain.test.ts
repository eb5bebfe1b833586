/** Tests the hash chain over the audit log, with changes by somebody who can write to the database. */
import fc from 'fast-check';
import type { BreakKind, ChainPlace } from '../../src/core/access/audit-chain.js';
import type { Store } from '../../src/store/store.js';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';

const ENTRY = { actor: 'system', action: 'test', reason: '', before: 'null', after: 'null' };
/** PostgreSQL numbers the rows itself by default. */
const OVERRIDING: Readonly<Record<string, string>> = { PostgreSQL: 'overriding system value' };
const WHO = { actor: 'cli:ada', reason: 'asked for' };

/** Whole words only: a short number also stands somewhere in a hash of 64 hexadecimal digits. */
const wholeWord = (value: string): RegExp => new RegExp(`\\b${value}\\b`);

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

    const record = (
      subject: string,
      after: unknown = { customerId: 1001 },
      actor = 'cli:ada',
    ): Promise<void> =>
      store.history.record({
        actor,
        action: 'put_wallet',
        subject,
        reason: 'Anna called',
        before: 'null',
        after: JSON.stringify(after),
      });

    const chainAll = async (by = store): Promise<void> => {
      while ((await by.auditChain.chain()).isMore);
    };

    async function recordSome(count: number): Promise<void> {
      for (let number = 1; number <= count; number += 1) await record(`wallet-${String(number)}`);
      await chainAll();
    }

    const head = async (): Promise<ChainPlace> => {
      const found = await store.auditChain.head();
      if (found === null) throw new Error('There is no head.');
      return found;
    };

    const verify = (heads: readonly ChainPlace[] = []) =>
      store.auditChain.verify({ after: null, heads, limit: 1000 });

    async function found(heads: readonly ChainPlace[] = []): Promise<[BreakKind, number | null] | null> {
      const { broken } = await verify(heads);
      return broken === null ? null : [broken.kind, broken.position];
    }

    it('is whole where nobody changed it, and entries that are not chained yet are pending', async () => {
      await recordSome(3);
      await record('wallet-4');
      expect(await verify([await head()])).toMatchObject({
        checked: 3,
        isEnd: true,
        pending: 1,
        broken: null,
      });
      await chainAll();
      expect(await verify()).toMatchObject({ checked: 4, pending: 0, broken: null });
    });

    it('shows each entry’s place in the chain', async () => {
      await recordSome(1);
      await record('wallet-2');
      const { rows } = await store.administration.audit.list({ filter: {}, first: 5 });
      expect(rows.map(({ subject, chainPosition }) => [subject, chainPosition])).toEqual([
        ['wallet-2', null],
        ['wallet-1', 1],
      ]);
    });

    it.each([
      ["update audit_log set actor = 'cli:eve' where chain_position = 3", 'changed', 3],
      ["update audit_log set action = 'move_wallet' where chain_position = 3", 'changed', 3],
      ['update audit_log set after = \'{"customerId":1002}\' where chain_position = 3', 'changed', 3],
      ['update audit_log set after = \'{ "customerId": 1001}\' where chain_position = 3', 'changed', 3],
      ['update audit_log set at_ms = at_ms + 1 where chain_position = 3', 'changed', 3],
      ['update audit_log set chain_position = 99 where chain_position = 3', 'changed', 3],
      ['update audit_log set chain_position = null where chain_position = 3', 'changed', 3],
      [
        "update audit_chain set entry = replace(entry, 'put_wallet', 'move_wallet') where position = 3",
        'changed',
        3,
      ],
      [
        'update audit_chain set hash = (select hash from audit_chain where position = 2) where position = 3',
        'changed',
        3,
      ],
      [
        'update audit_chain set mac = (select mac from audit_chain where position = 2) where position = 3',
        'changed',
        3,
      ],
      ["update audit_chain set beside = '{}' where position = 3", 'changed', 3],
      ['delete from audit_log where chain_position = 3', 'removed', 3],
      ['delete from audit_chain where position = 3', 'removed', 3],
      ['delete from audit_chain where position <= 3', 'removed', 1],
      ['delete from audit_checkpoints', 'removed', 0],
      [
        'update audit_checkpoints set checkpoint = replace(checkpoint, \'"purgedBefore":0\', \'"purgedBefore":9\')',
        'changed',
        0,
      ],
    ] as const)('names what was done by: %s', async (sql, kind, position) => {
      await recordSome(5);
      await database.query(sql);
      expect(await found()).toEqual([kind, position]);
    });

    it('finds a row that somebody added, before and after it is chained', async () => {
      await recordSome(2);
      await database.query(
        `insert into audit_log (at_ms, actor, action, subject, reason, before, after)
          values (1, 'cli:ada', 'put_wallet', 'forged', '', 'null', 'null')`,
      );
      expect(await found()).toEqual(['added', null]);
      expect((await store.auditChain.chain()).problem).toContain('added');
      expect(await found()).toEqual(['added', 3]);
    });

    it('finds a row that was copied with its seal, and one that was changed before it was chained', async () => {
      await recordSome(2);
      await database.query(
        `insert into audit_log (at_ms, actor, action, subject, reason, before, after, entry_id, seal)
          select at_ms, actor, action, subject, reason, before, after, entry_id, seal from audit_log where chain_position = 1`,
      );
      expect(await found()).toEqual(['added', null]);
      await database.query('delete from audit_log where chain_position is null');
      await record('wallet-3');
      await database.query("update audit_log set actor = 'cli:eve' where chain_position is null");
      await chainAll();
      expect(await found()).toEqual(['added', 3]);
    });

    it('finds a row that hides behind an entry before the checkpoint', async () => {
      await recordSome(2);
      await database.query(
        `insert into audit_log (at_ms, actor, action, subject, reason, before, after, chain_position)
          values (1, 'cli:ada', 'put_wallet', 'forged', '', 'null', 'null', -1)`,
      );
      await database.query(
        `insert into audit_chain (position, sequence, entry, hash, mac, key_number, beside)
          select -1, max(sequence), '', '', '', 1, '{}' from audit_log`,
      );
      expect(await found()).toEqual(['added', -1]);
    });

    it('finds a row that was copied after its id was taken out of the chain', async () => {
      await recordSome(2);
      await database.query('update audit_chain set entry_id = null where position = 1');
      expect(await found()).toEqual(['changed', 1]);
    });

    it.each([0, -1, -1000])(
      'finds a row that somebody added before the first one, as row %d',
      async (sequence) => {
        const insert = (at: number): Promise<unknown> =>
          database.query(
            `insert into audit_log (sequence, at_ms, actor, action, subject, reason, before, after) ${OVERRIDING[name] ?? ''}
            values (${String(at)}, 1, 'ben', 'approve_request', 'forged', '', 'null', 'null')`,
          );
        await insert(sequence);
        expect(await found()).toEqual(['added', null]);
        await chainAll();
        expect(await found()).toEqual(['added', 1]);
      },
    );

    it('is whole with texts that a database does not keep as they are', async () => {
      for (const text of ['a\0b', 'a\ud800b', '\udc00'])
        await store.history.record({ ...ENTRY, actor: text, subject: text, reason: text });
      expect(await found()).toBeNull();
      await chainAll();
      expect(await found()).toBeNull();
    });

    it('takes no row back that was purged, with its seal', async () => {
      const clock = testClock(Date.now());
      const later = await database.open({ clock });
      await later.history.record({ ...ENTRY, subject: 'old' });
      await chainAll(later);
      const columns = 'at_ms, actor, action, subject, reason, before, after, entry_id, seal';
      const [old] = await database.query<object>(`select ${columns} from audit_log`);
      clock.set(clock.nowMs() + 2 * 86_400_000);
      await later.auditChain.purge({ ...WHO, beforeMs: clock.nowMs() - 86_400_000 });
      await chainAll(later);
      expect(await found()).toBeNull();
      const values = Object.values(old!).map((value) => `'${String(value)}'`);
      await database.query(`insert into audit_log (${columns}) values (${values.join(', ')})`);
      expect(await found()).toEqual(['added', null]);
      await chainAll(later);
      expect((await found())?.[0]).toBe('added');
    });

    it('shows a key of a value that has more behind it', async () => {
      await recordSome(1);
      await chainAll();
      const keyed = `beside like '%"}'`;
      await database.query(`update audit_chain set beside = replace(beside, '"}', 'x"}') where ${keyed}`);
      expect((await found())?.[0]).toBe('changed');
    });

    it('shows any one change of any chained value', async () => {
      await recordSome(6);
      expect(await found()).toBeNull();
      const cells = [
        ...[
          'at_ms',
          'actor',
          'action',
          'subject',
          'reason',
          'before',
          'after',
          'entry_id',
          'chain_position',
        ].map((column) => ['audit_log', column, 'chain_position'] as const),
        ...['position', 'sequence', 'entry_id', 'entry', 'hash', 'mac', 'beside'].map(
          (column) => ['audit_chain', column, 'position'] as const,
        ),
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...cells),
          fc.integer({ min: 1, max: 6 }),
          fc.nat(),
          fc.constantFrom('other row', 'cut', 'grow'),
          async ([table, column, key], position, seed, change) => {
            const read = async (at: number): Promise<unknown> =>
              (
                await database.query<{ value: unknown }>(
                  `select ${column} as value from ${table} where ${key} = ${String(at)}`,
                )
              )[0]?.value;
            const was = await read(position);
            const text = String(was);
            const at = seed % Math.max(1, text.length);
            const other = change === 'other row' ? await read(1 + (seed % 6)) : undefined;
            const next =
              typeof was === 'number'
                ? was + 100 + (seed % 1000)
                : (other ??
                  (change === 'cut' ? text.slice(0, at) : `${text.slice(0, at)}x${text.slice(at)}`));
            if (next === was || (typeof other === 'string' && column === 'entry_id')) return;
            const quoted = (value: unknown): string =>
              typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
            await database.query(
              `update ${table} set ${column} = ${quoted(next)} where ${key} = ${String(position)}`,
            );
            const broken = await found();
            const where = column === key ? quoted(next) : String(position);
            await database.query(`update ${table} set ${column} = ${quoted(was)} where ${key} = ${where}`);
            expect(broken).not.toBeNull();
          },
        ),
        { numRuns: 60 },
      );
      expect(await found()).toBeNull();
    });

    it('is one chain where two nodes write and chain at the same time', async () => {
      const other = await database.open();
      const work = async (by: Store, node: string): Promise<void> => {
        for (let number = 1; number <= 30; number += 1) {
          const after = JSON.stringify({ number });
          await by.history.record({ ...ENTRY, subject: `${node}-${String(number)}`, after });
          await by.auditChain.chain();
        }
      };
      await Promise.all([work(store, 'one'), work(other, 'other')]);
      await chainAll();
      const { checked, pending, broken, isEnd } = await verify();
      expect({ checked, pending, broken, isEnd }).toEqual({
        checked: 60,
        pending: 0,
        broken: null,
        isEnd: true,
      });
    });

    it('finds entries that changed places', async () => {
      await recordSome(4);
      await database.query('update audit_chain set position = -2 where position = 2');
      await database.query('update audit_chain set position = 2 where position = 3');
      await database.query('update audit_chain set position = 3 where position = -2');
      expect(await found()).toEqual(['moved', 2]);
      await database.query('update audit_chain set position = -2 where position = 2');
      await database.query('update audit_chain set position = 2 where position = 3');
      await database.query('update audit_chain set position = 3 where position = -2');
      expect(await found()).toBeNull();
    });

    it('finds a cut-off end by a published head, also where new entries follow', async () => {
      await recordSome(5);
      const published = await head();
      await database.query('delete from audit_chain where position > 3');
      await database.query('delete from audit_log where chain_position > 3');
      expect(await found()).toBeNull();
      expect(await found([published])).toEqual(['cut_off', 4]);
      expect((await store.auditChain.chain()).problem).toContain('cut off');
      await record('wallet-6');
      await record('wallet-7');
      await chainAll();
      expect(await found()).toBeNull();
      expect(await found([published])).toEqual(['changed', 5]);
    });

    it('marks the chain where its last entry was changed before the next one', async () => {
      await recordSome(2);
      await database.query("update audit_chain set hash = 'ab' where position = 2");
      await record('wallet-3');
      expect((await store.auditChain.chain()).problem).toContain('audit log');
      expect(await found()).toEqual(['changed', 2]);
      const after = (position: number) =>
        store.auditChain.verify({ after: { position, hash: null }, heads: [], limit: 100 });
      expect(await after(3)).toMatchObject({ checked: 1, broken: null });
      expect((await after(2)).broken?.message).toContain('found the chain broken');
    });

    it('publishes no head that its key does not prove', async () => {
      await recordSome(2);
      await database.query('update audit_chain set mac = hash where position = 2');
      expect(await store.auditChain.head()).toBeNull();
    });

    it('notices at once that its end is another one, as in an old copy in which another node wrote on', async () => {
      await recordSome(2);
      for (const table of ['audit_log where chain_', 'audit_chain where '])
        await database.query(`delete from ${table}position = 2`);
      const other = await database.open();
      await other.history.record({ ...ENTRY, subject: 'later' });
      await chainAll(other);
      expect((await store.auditChain.chain()).problem).toContain('entry 2 of the audit log was replaced');
    });

    it('finds a row that was kept from the chain by a place in it', async () => {
      await record('wallet-1');
      await database.query('update audit_log set chain_position = 99');
      expect(await found()).toEqual(['added', null]);
    });

    it('takes nobody’s key, and no chain that somebody began anew', async () => {
      await recordSome(3);
      const published = await head();
      for (const table of ['audit_chain', 'audit_keys', 'audit_checkpoints'])
        await database.query(`delete from ${table}`);
      await database.query(
        `insert into audit_log (at_ms, actor, action, subject, reason, before, after)
          values (1, 'cli:ada', 'put_wallet', 'forged', '', 'null', 'null')`,
      );
      const again = await database.open();
      await again.migrate();
      await chainAll(again);
      expect(await found()).toEqual(['added', 1]);
      await database.query('delete from audit_chain');
      expect(await found([published])).not.toBeNull();
    });

    it('holds no personal value in the chain', async () => {
      await record('wallet-1', { customerId: 1001, isBlocked: true, programme: 'shop' });
      await record('wallet-2', { customerId: 2002 });
      await record('wallet-3', { customerId: 1001 }, 'cli:bob');
      await chainAll();
      const chain = async (): Promise<string> =>
        JSON.stringify(await database.query('select entry from audit_chain order by position'));
      for (const value of ['1001', '2002', 'cli:ada', 'wallet-1', 'Anna'])
        expect(await chain()).not.toMatch(wholeWord(value));
      for (const value of ['put_wallet', 'shop', 'true']) expect(await chain()).toContain(value);
    });

    it('is purged from its beginning, and starts from a signed checkpoint', async () => {
      await recordSome(3);
      const old = await head();
      const beforeMs = Date.now() + 86_400_000;
      expect(await store.auditChain.purge({ ...WHO, beforeMs })).toEqual({ deleted: 3, through: 3 });
      // The purge itself is recorded. In this test its entries claim to be older than the purge allows.
      await database.query('delete from audit_log where chain_position is null');
      expect(await database.query('select position from audit_chain')).toEqual([]);
      expect(await verify([old])).toMatchObject({
        checked: 0,
        broken: null,
        end: { position: 3, hash: old.hash },
      });
      await database.query('update audit_checkpoints set position = 2');
      expect(await found()).toEqual(['changed', 3]);
    });

    it('is not purged where somebody changed it', async () => {
      await recordSome(3);
      await database.query("update audit_log set actor = 'cli:eve' where chain_position = 2");
      const order = { ...WHO, beforeMs: Date.now() + 86_400_000 };
      await expect(store.auditChain.purge(order)).rejects.toThrow(
        'Row 2 of the audit log (entry 2) was changed.',
      );
    });

    it('is chained by two nodes at once without a gap or a repeat', async () => {
      const other = await database.open();
      await Promise.all(
        Array.from({ length: 120 }, (_, number) =>
          (number % 2 === 0 ? store : other).history.record({ ...ENTRY, subject: String(number) }),
        ),
      );
      await Promise.all([chainAll(), chainAll(other), chainAll(), chainAll(other)]);
      expect(await verify()).toMatchObject({ checked: 120, pending: 0, broken: null });
      expect((await store.auditChain.chain()).problem).toBeNull();
      expect((await other.auditChain.chain()).problem).toBeNull();
    });
  });
});
