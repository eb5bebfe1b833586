import type { StoreDialect } from '../../../src/store/engine/dialect.js';
import type { Operation } from '../../../src/store/engine/operation.js';
import { createLeases } from '../../../src/store/transactions/leases.js';
import { refused, reversal } from '../../contract/samples.js';
import type { ClaimInput } from '../../../src/use-cases/transactions/ledger-port.js';
import { eachDatabase, type TestDatabase } from '../../support/databases.js';
import { testClock } from './temporary-store.js';

const ROWS_OF_THE_BUSY_ROUTE = 3_000;
const lease = { owner: 'owner-2', leaseMs: 38_000, limit: 10 };

eachDatabase((name, create) => {
  describe(`queued advices on ${name}, with thousands of one route`, () => {
    let database: TestDatabase;
    const clock = testClock();

    beforeEach(async () => {
      clock.set(1_000);
      database = await create();
      const { ledger } = await database.open({ clock });
      const queue = async (advice: ClaimInput): Promise<void> => {
        await ledger.claim(advice);
        await ledger.apply(refused(advice.requestId, { nextAttemptInMs: 0 }));
      };
      await queue(reversal({ route: 'busy' }));
      await database.query(copiesOf(Object.keys((await database.query<object>(ONE_ROW))[0] ?? {})));
      clock.set(2_000);
      const other = { requestId: '5001_20260101220500_3', transactionId: 'T-3', referenceId: 'T-4' };
      await queue(reversal({ ...other, route: 'other' }));
    });

    afterEach(() => database.close());

    it('are leased without reading those of a route that must wait', async () => {
      const dialect = database.dialect({}, clock);
      const { leaseQueued } = createLeases(dialect, function* () {
        yield* [];
      });
      const plans = await plansOf(dialect, () => leaseQueued({ ...lease, exceptRoutes: ['busy'] }), name);
      // The routes, then those that are due, of one route.
      expect(plans.filter((plan) => plan.includes('transactions_route_due'))).toHaveLength(4);
      expect(plans).toHaveLength(4);
      for (const plan of plans) expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/);
    });

    it('hold up no other route', async () => {
      const { ledger } = await database.open({ clock });
      const leased = await ledger.leaseQueued(lease);
      expect(leased.map(({ row }) => row.route)).toContain('other');
      expect(leased).toHaveLength(lease.limit + 1);
    });
  });
});

const ONE_ROW = 'select * from transactions';

/** Returns SQL that copies the only transaction, all of them due. */
function copiesOf(columns: readonly string[]): string {
  const copied = columns.filter((column) => column !== 'sequence');
  const unique = ['request_id', 'digest', 'checksum'];
  const values = copied.map((column) => (unique.includes(column) ? `${column} || '_' || n` : column));
  return `insert into transactions (${copied.join()})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(ROWS_OF_THE_BUSY_ROUTE)})
    select ${values.join()} from numbers, transactions`;
}

/** Returns what the database says of each statement of an operation that it also runs. */
async function plansOf(
  dialect: StoreDialect,
  start: () => Operation<unknown>,
  name: string,
): Promise<string[]> {
  const explain = name === 'SQLite' ? 'explain query plan' : 'explain (analyze, timing off)';
  const plans: string[] = [];
  function* explained(): Operation<unknown> {
    const operation = start();
    let step = operation.next({ rows: [], changes: 0 });
    while (step.done !== true) {
      const { rows } = yield { ...step.value, sql: `${explain} ${step.value.sql}` };
      plans.push(rows.map((row) => Object.values(row as object).at(-1) as string).join('\n'));
      step = operation.next((yield step.value) as never);
    }
    return null;
  }
  const connection = await dialect.open();
  await connection.commit({ start: explained });
  await connection.close();
  return plans;
}
