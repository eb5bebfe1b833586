import { Client } from 'pg';
import type { Call, Operation } from '../../../src/store/engine/operation.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { createClaim } from '../../../src/store/transactions/claim.js';
import { createFinder } from '../../../src/store/transactions/find.js';
import { createReversals } from '../../../src/store/transactions/reversals.js';
import type { ClaimInput, ClaimOutcome } from '../../../src/use-cases/transactions/ledger-port.js';
import { deduct } from '../../contract/samples.js';
import { eachDatabase, postgresTests, type TestDatabase } from '../../support/databases.js';

const idOf = (index: number): string => `5001_20260101220405_${String(index)}`;
/** Returns calls with one checksum, as from a backend with a new request id for each retry. */
const duplicates = (index: number, change: Partial<ClaimInput> = {}): ClaimInput =>
  deduct({ keyId: 'key-1', checksum: deduct().checksum, requestId: idOf(index), ...change });

/** Steps of an operation, and the rows that they read. */
interface Work {
  readonly outcome: ClaimOutcome;
  readonly steps: number;
  readonly rows: number;
}

eachDatabase((name, create) => {
  describe(`calls of one checksum on ${name}`, () => {
    let database: TestDatabase;

    beforeEach(async () => {
      database = await create();
    });

    afterEach(() => database.close());

    async function fill(from: number, to: number): Promise<void> {
      const store = await database.open();
      const claims = Array.from({ length: to - from }, (_, index) =>
        store.ledger.claim(duplicates(from + index)),
      );
      for (const { kind } of await Promise.all(claims)) expect(kind).toBe('claimed');
    }

    /** Measures a claim that is then rolled back, so that each finds the same rows. */
    async function workOf(input: ClaimInput): Promise<Work> {
      const dialect = database.dialect();
      const finder = createFinder(dialect);
      const claim = createClaim(dialect, {
        finder,
        reversals: createReversals(finder, DEFAULT_STORE_SETTINGS),
      });
      let work: Work | null = null;
      function* counted(): Operation<null> {
        const operation = claim(input);
        let step = operation.next({ rows: [], changes: 0 });
        let [steps, rows] = [0, 0];
        while (step.done !== true) {
          const result = yield step.value;
          steps += 1;
          rows += result.rows.length;
          step = operation.next(result);
        }
        work = { outcome: step.value, steps, rows };
        throw new Error('taken back');
      }
      const connection = await dialect.open();
      try {
        await connection.commit({ start: counted });
      } finally {
        await connection.close();
      }
      return work ?? Promise.reject(new Error('The claim came to no end.'));
    }

    const newCall = () => duplicates(900_000);
    const retry = () => duplicates(1);
    const keyless = () => duplicates(900_001, { keyId: null });
    const shifted = () => duplicates(900_002, { keyId: null, digest: 'others' });

    it('cost a claim the same work at any number', async () => {
      await fill(1, 12);
      const kinds = [newCall, retry, keyless];
      const few: Work[] = [];
      for (const make of kinds) few.push(await workOf(make()));
      expect(few.map(({ outcome }) => outcome.kind)).toEqual(['claimed', 'existing', 'claimed']);
      await fill(12, 120);
      for (const [index, make] of kinds.entries()) {
        const { outcome, ...work } = await workOf(make());
        expect({ kind: outcome.kind, ...work }).toEqual({
          kind: few[index]!.outcome.kind,
          steps: few[index]!.steps,
          rows: few[index]!.rows,
        });
      }
    });

    it('cost the search for the one without a key the same, and it is found', async () => {
      await fill(1, 12);
      const store = await database.open();
      const first = duplicates(500_000, { keyId: null });
      expect((await store.ledger.claim(first)).kind).toBe('claimed');
      const few = [await workOf(keyless()), await workOf(shifted())];
      await fill(12, 120);
      const many = [await workOf(keyless()), await workOf(shifted())];
      expect(many.map(({ steps, rows }) => [steps, rows])).toEqual(
        few.map(({ steps, rows }) => [steps, rows]),
      );
      expect(many.map(({ outcome }) => outcome)).toMatchObject([
        { kind: 'existing', row: { requestId: first.requestId } },
        { kind: 'boundary_mismatch', requestId: first.requestId },
      ]);
    });
  });
});

postgresTests((server, create) => {
  it(`${server} plans to stop at the first rows of a checksum, also when nearly all rows have it`, async () => {
    const database = await create();
    const store = await database.open();
    await Promise.all(Array.from({ length: 300 }, (_, index) => store.ledger.claim(duplicates(index))));
    const finder = createFinder(database.dialect());
    const client = new Client(database.url);
    await client.connect();
    await client.query('analyze transactions');
    // Each transaction of the store begins with these (dialect/postgres/opening).
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query('set enable_seqscan = off');
    const named = duplicates(1);
    for (const [look, name, index] of [
      [finder.keyless(named), 'look_content', 'transactions_content'],
    ] as const) {
      const { sql, values } = look.next().value as Call;
      await client.query(`prepare ${name} as ${sql}`);
      const given = values.map((value) => `'${String(value)}'`).join();
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) execute ${name} (${given})`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(index);
      const read = [...plan.matchAll(/rows=(\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(...read)).toBeLessThanOrEqual(8);
    }
    await client.end();
    await database.close();
  });
});
