import { Client } from 'pg';
import type { Store } from '../../src/store/store.js';
import { until } from '../life/until.js';
import { seedStatements } from '../support/attempts.js';
import { postgresTests, type TestDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { authorization, NOW_MS, report } from './attempts/bench.js';

/** Tests what only several nodes can do: the sweep of one ends an attempt that another one is about to give to a token. */
postgresTests((_name, create) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await create();
    const clock = testClock();
    clock.set(NOW_MS);
    store = await database.open({ clock });
    await store.directoryAdmin.putProgramme({ programme: 'sandbox' });
    const wallet = { reference: 'w', programme: 'sandbox', customerId: 1001, cards: [{ cardId: 5001 }] };
    await store.directoryAdmin.putWallet(wallet);
    for (const statement of seedStatements({ attemptId: 'a', state: 'verified', issuedAtMs: NOW_MS }))
      await database.query(statement);
  });

  afterEach(() => database.close());

  /** Calls while another process is ending the attempt, and lets it finish once the call waits for it. */
  async function sweptDuring<Outcome>(call: () => Promise<Outcome>): Promise<Outcome> {
    const sweep = new Client(database.url);
    await sweep.connect();
    await sweep.query('begin');
    await sweep.query("update provisioning_attempts set state = 'expired'");
    const outcome = call();
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until('the call waits for the attempt', async () => (await database.query(waiting)).length > 0);
    await sweep.query('commit');
    await sweep.end();
    return outcome;
  }

  it('a token gets a decision although the sweep ends the attempt in between', async () => {
    expect(await sweptDuring(() => store.attempts.authorize(authorization()))).toMatchObject({
      kind: 'decided',
      authorization: { decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION', reason: 'no_attempt' },
    });
  });

  it('the event of a completion does not name an attempt that the sweep ends in between', async () => {
    const outcome = await sweptDuring(() => store.attempts.report(report()));
    if (outcome.kind !== 'recorded') throw new Error(`It was ${outcome.kind}.`);
    expect(JSON.parse(outcome.event.data)).toMatchObject({ attemptId: null });
    expect((await store.attempts.find('a'))?.state).toBe('expired');
  });
});
