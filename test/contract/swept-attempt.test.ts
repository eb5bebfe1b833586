import { Client } from 'pg';
import { until } from '../life/until.js';
import { postgresTests } from '../support/databases.js';
import { seedStatements } from '../support/attempts.js';
import { testClock } from '../unit/store/temporary-store.js';
import { authorization, NOW_MS } from './attempts/bench.js';

/** Tests what only several nodes can do: the sweep of one ends an attempt that another one is about to give to a token. */
postgresTests((_name, create) => {
  it('a token gets a decision although the sweep ends the attempt in between', async () => {
    const database = await create();
    const clock = testClock();
    clock.set(NOW_MS);
    const store = await database.open({ clock });
    await store.directoryAdmin.putProgramme({ programme: 'sandbox' });
    const wallet = { reference: 'w', programme: 'sandbox', customerId: 1001, cards: [{ cardId: 5001 }] };
    await store.directoryAdmin.putWallet(wallet);
    for (const statement of seedStatements({ attemptId: 'a', state: 'verified', issuedAtMs: NOW_MS }))
      await database.query(statement);
    const sweep = new Client(database.url);
    await sweep.connect();
    await sweep.query('begin');
    await sweep.query("update provisioning_attempts set state = 'expired'");
    const decided = store.attempts.authorize(authorization());
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until('the token waits for the attempt', async () => (await database.query(waiting)).length > 0);
    await sweep.query('commit');
    await sweep.end();
    expect(await decided).toMatchObject({
      kind: 'decided',
      authorization: { decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION', reason: 'no_attempt' },
    });
    await database.close();
  });
});
