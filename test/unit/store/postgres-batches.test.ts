/**
 * Tests payments that several nodes save in one statement for many: what belongs to one call must never depend on its neighbours
 * (docs/postgresql.md#use-of-the-database).
 */
import { Client } from 'pg';
import { type Standing, standingOf } from '../../../src/store/engine/postgres/opening.js';
import type { Store } from '../../../src/store/store.js';
import type { ApplyInput, ClaimInput } from '../../../src/use-cases/transactions/ledger-port.js';
import { answered, deduct, reversal } from '../../contract/samples.js';
import { until } from '../../life/until.js';
import { postgresServerTests, type TestDatabase } from '../../support/databases.js';

/** Returns a call of its own for each number. */
function call(number: number, change: Partial<ClaimInput> = {}): ClaimInput {
  const text = String(number);
  return deduct({ requestId: `5001_20260101220405_${text}`, transactionId: `T-${text}`, ...change });
}

function settled(number: number, change: Parameters<typeof answered>[1] = {}): ApplyInput {
  const claimed = call(number);
  return answered(claimed.requestId, { claimed, ...change });
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

postgresServerTests((name, create, server) => {
  describe(`payments that are saved together on ${name}`, () => {
    let database: TestDatabase;
    let nodes: readonly Store[];

    beforeEach(async () => {
      database = await create();
      nodes = await Promise.all([1, 2].map(() => database.open({ settings: { busyGiveUpMs: 20_000 } })));
    });

    afterEach(async () => {
      await database.close();
    });

    const first = (): Store => nodes[0]!;

    /** Runs the same work on both nodes at once, in opposite orders. */
    async function onBoth<Given, Value>(
      given: readonly Given[],
      work: (store: Store, one: Given) => Promise<Value>,
    ): Promise<Value[]> {
      const [one, other] = nodes as [Store, Store];
      return Promise.all([
        ...given.map((each) => work(one, each)),
        ...given.toReversed().map((each) => work(other, each)),
      ]);
    }

    it('give each request id one owner, whichever node claims it, also in the same batch', async () => {
      const claims = numbers(200).flatMap((number) => [number, number]);
      const outcomes = await onBoth(claims, async ({ ledger }, number) => {
        const { kind } = await ledger.claim(call(number));
        return `${kind} ${String(number)}`;
      });
      const owners = outcomes.filter((outcome) => outcome.startsWith('claimed'));
      expect(owners.sort()).toEqual(
        numbers(200)
          .map((number) => `claimed ${String(number)}`)
          .sort(),
      );
      expect(outcomes.filter((outcome) => outcome.startsWith('existing'))).toHaveLength(600);
    });

    it('give each content without a key one owner, under any request id', async () => {
      const outcomes = await onBoth(numbers(200), ({ ledger }, number) => {
        const id = ledger === first().ledger ? number : 1000 - number;
        return ledger.claim(call(id, { digest: `content ${String(number)}` }));
      });
      expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(200);
      expect(outcomes.filter(({ kind }) => kind === 'existing')).toHaveLength(200);
    });

    it('are settled once, by the first node', async () => {
      await Promise.all(numbers(100).map((number) => first().ledger.claim(call(number))));
      const applied = await onBoth(numbers(100), ({ ledger }, number) => ledger.apply(settled(number)));
      expect(applied.filter(({ kind }) => kind === 'moved')).toHaveLength(100);
      expect(applied.filter(({ kind }) => kind === 'unmoved')).toHaveLength(100);
      const answers = await database.query('select from transactions where raw_answer is not null');
      expect(answers).toHaveLength(100);
    });

    it('do not wait for a row that somebody else holds, except its own call', async () => {
      const { ledger } = first();
      await Promise.all(numbers(20).map((number) => ledger.claim(call(number))));
      const holder = new Client({ connectionString: database.url });
      await holder.connect();
      await holder.query("begin; select from transactions where request_id like '%\\_7' for update");
      let isHeldSettled = false;
      const held = ledger.apply(settled(7)).then((applied) => {
        isHeldSettled = true;
        return applied.kind;
      });
      const others = numbers(20).filter((number) => number !== 7);
      const applied = await Promise.all(others.map((number) => ledger.apply(settled(number))));
      expect(applied.map(({ kind }) => kind)).toEqual(others.map(() => 'moved'));
      expect(isHeldSettled).toBe(false);
      await holder.query('rollback');
      expect(await held).toBe('moved');
      await holder.end();
    });

    it('are settled although another node ends their lease at the same moment', async () => {
      const { ledger } = first();
      const { requestId } = call(1);
      await ledger.claim(call(1));
      const holder = new Client({ connectionString: database.url });
      await holder.connect();
      await holder.query("begin; update transactions set state = 'in_doubt'");
      const applying = ledger.apply(answered(requestId));
      const waiting = 'select from pg_locks where not granted';
      await until('the answer waits', async () => (await database.query(waiting)).length > 0);
      await holder.query('commit');
      await holder.end();
      expect(await applying).toMatchObject({ kind: 'moved', state: 'answered' });
      expect((await ledger.find(requestId))?.state).toBe('answered');
    });

    it('are saved although one of them cannot be', async () => {
      const { ledger } = first();
      const outcomes = await Promise.allSettled([
        ledger.claim(call(1)),
        ledger.claim(call(2, { requestAmount: 1e300 })),
        ledger.claim(call(3)),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    });

    it('keep every character of their texts that a database holds', async () => {
      const { ledger } = first();
      const text = '"\\u0000 \\ \n é 漢 😀 ${';
      await Promise.all([ledger.claim(call(1, { request: text })), ledger.claim(call(2))]);
      await Promise.all([
        ledger.apply(settled(1, { rawAnswer: text, answer: text })),
        ledger.apply(settled(2, { rawAnswer: 'a\0b', answer: 'c\ud800' })),
      ]);
      expect(await ledger.find(call(1).requestId)).toMatchObject({
        request: text,
        rawAnswer: text,
        answer: text,
      });
      expect(await ledger.find(call(2).requestId)).toMatchObject({
        rawAnswer: 'a\ufffdb',
        answer: 'c\ufffd',
      });
    });

    it('keep what a row has become meanwhile', async () => {
      const { ledger } = first();
      const reply = { resultCode: -7, errorCode: null, isToTerminal: true };
      await Promise.all(numbers(2).map((number) => ledger.claim(call(number))));
      await ledger.apply({ requestId: call(1).requestId, fact: { kind: 'told', resultCode: -7 }, atMs: 1 });
      const applied = await Promise.all(
        numbers(2).map((number) => ledger.apply({ ...settled(number), ownReversal: null })),
      );
      expect(applied).toMatchObject([{ state: 'contradicted' }, { state: 'answered' }]);
      expect(await ledger.find(call(1).requestId)).toMatchObject({ repliedResultCode: reply.resultCode });
    });

    describe('beside their reversals', () => {
      const reversalOf = (number: number, change: Partial<ClaimInput> = {}): ClaimInput =>
        reversal({
          ...{ requestId: `5001_20260101220500_${String(number)}`, transactionId: `R-${String(number)}` },
          referenceId: `T-${String(number)}`,
          ...change,
        });

      /** Lets the commit of each row with this owner take a while: nobody sees the row until then. */
      const stallCommits = (): Promise<unknown> =>
        database.query(`create or replace function stall() returns trigger as $$
            begin perform pg_sleep(1); return null; end $$ language plpgsql;
          create constraint trigger stall after insert on transactions deferrable initially deferred
            for each row when (new.owner = 'stalls') execute function stall()`);

      afterEach(() => database.query('drop trigger if exists stall on transactions'));

      it('are not sent after one that came first, however near the date that it names', async () => {
        const { ledger } = first();
        await ledger.claim(reversalOf(1));
        await ledger.claim(reversalOf(2, { referenceDate: '20260101T22:04:06' }));
        const outcomes = await Promise.all(numbers(3).map((number) => ledger.claim(call(number))));
        expect(outcomes.map(({ kind }) => kind)).toEqual(['reversed', 'reversed', 'claimed']);
      });

      it('never miss each other', async () => {
        const pairs = numbers(200);
        const outcomes = await onBoth(pairs, async ({ ledger }, number) => {
          if (ledger === first().ledger) return (await ledger.claim(call(number))).kind;
          const reversal = reversalOf(number);
          await ledger.claim(reversal);
          return (await ledger.find(reversal.requestId))?.originalRequestId == null ? 'alone' : 'linked';
        });
        const [deducts, reversals] = [outcomes.slice(0, 200), outcomes.slice(200).toReversed()];
        expect(deducts.map((kind) => (kind === 'reversed' ? 'alone' : 'linked'))).toEqual(reversals);
      });

      it('are found by one that comes while their commit takes long', async () => {
        await stallCommits();
        const [one, other] = nodes as [Store, Store];
        const paid = one.ledger.claim(call(1, { owner: 'stalls' }));
        await until('the payment holds its name', () => holdsLocks());
        const reversal = reversalOf(1);
        expect((await other.ledger.claim(reversal)).kind).toBe('claimed');
        const { requestId: originalRequestId } = call(1);
        expect(await other.ledger.find(reversal.requestId)).toMatchObject({ originalRequestId });
        expect((await paid).kind).toBe('claimed');
      });

      it('find one whose commit takes long', async () => {
        await stallCommits();
        const [one, other] = nodes as [Store, Store];
        const reversal = reversalOf(1, { owner: 'stalls' });
        const reversed = one.ledger.claim(reversal);
        await until('the reversal holds their name', () => holdsLocks());
        expect((await other.ledger.claim(call(1))).kind).toBe('reversed');
        expect((await reversed).kind).toBe('claimed');
        expect(await one.ledger.find(reversal.requestId)).toMatchObject({ originalRequestId: null });
      });

      async function holdsLocks(): Promise<boolean> {
        const rows = await database.query(
          "select from pg_locks join pg_database on pg_database.oid = database where locktype = 'advisory' and objsubid = 1 and datname = current_database()",
        );
        return rows.length > 0;
      }
    });
  });

  it(`no payment of these tests met a deadlock on ${name}`, async () => {
    const client = new Client({ connectionString: server().adminUrl });
    await client.connect();
    // A connection reports its deadlocks when it ends, and those of the tests have ended.
    const { rows } = await client.query('select sum(deadlocks)::integer as deadlocks from pg_stat_database');
    await client.end();
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  it(`the life of ${name} ends with a crash, after which it gives the numbers of lost transactions to others`, async () => {
    const lifeNow = async (): Promise<{ life: string; started: string; pid: number }> => {
      const client = new Client({ connectionString: server().url });
      await client.connect();
      const [standing] = (await client.query(standingOf({ id: '3', life: '' }).sql, ['3']))
        .rows as Standing[];
      const { rows } = await client.query(
        'select pg_postmaster_start_time()::text as started, pg_backend_pid() as pid',
      );
      await client.end();
      return { ...(rows as { started: string; pid: number }[])[0]!, life: standing!.life };
    };
    const before = await lifeNow();
    expect((await lifeNow()).life).toBe(before.life);
    const victim = new Client({ connectionString: server().url });
    victim.on('error', () => undefined);
    await victim.connect();
    const { rows } = await victim.query('select pg_backend_pid() as pid');
    process.kill((rows as { pid: number }[])[0]!.pid, 'SIGKILL');
    await until('the server goes on', () =>
      lifeNow().then(
        ({ life }) => life !== before.life,
        () => false,
      ),
    );
    const after = await lifeNow();
    expect(after.started).toBe(before.started);
    await server().restart('immediate');
    expect((await lifeNow()).life).not.toBe(after.life);
  });
});
