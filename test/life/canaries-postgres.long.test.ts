/** Tests the same canaries in PostgreSQL: it saves the same as SQLite. */
import { Client } from 'pg';
import { CANARIES, canariesIn, canaryCalls, INDISCREET_MEMBERS, INDISCRETION } from '../support/canaries.js';
import { CHANNELS } from '../support/channels/index.js';
import { startGateway } from '../support/gateway.js';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../support/postgres.js';
import { answer, startWallet, type TestWallet } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';

const reason = whyNoPostgres();

if (reason !== null) {
  process.stderr.write(`Canaries in PostgreSQL are not looked for: ${reason}\n`);
  it(`is not run: ${reason}`, () => undefined);
} else {
  let server: TestPostgres | undefined;
  let wallet: TestWallet | undefined;

  afterAll(async () => {
    await wallet?.close();
    await server?.stop();
  });

  it('no table contains data that must never be stored', async () => {
    server = await startPostgres();
    wallet = await startWallet({
      behaviour: answer(
        { resultCode: 1, ...INDISCREET_MEMBERS },
        { message: INDISCRETION, customerId: 1001 },
      ),
    });
    const gateway = await startGateway({
      env: {
        CARDWAY_DATABASE_URL: server.url,
        CARDWAY_MASTER_KEY: `hex:${CANARIES.masterKey}`,
        CARDWAY_DOWNSTREAM_URL: wallet.url,
        ...constants({ BREAKER_FAILURES_MIN: 1_000_000 }),
        CARDWAY_LOG_LEVEL: 'trace',
      },
    });
    try {
      for (const call of canaryCalls()) for (const channel of CHANNELS) await channel.call(gateway.url, call);
      const tables = await dumped(server.url);
      expect(tables).toContain('411111XXXXXX1111');
      expect(tables).toContain('6011.00XX.XXXX.9424');
      expect(tables).toContain('[hidden]');
      expect(canariesIn(tables)).toEqual([]);
      expect(canariesIn(gateway.lines.join('\n'))).toEqual([]);
    } finally {
      await gateway.stop();
    }
  });
}

/** Returns every value of every table as text. */
async function dumped(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
