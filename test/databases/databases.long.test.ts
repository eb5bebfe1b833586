/** Tests a database of every version on PostgreSQL. */
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../support/postgres.js';
import { fileOf, inHandOf, usedAgain, VERSIONS, type Fixture } from './used-again.js';

const reason = whyNoPostgres();
if (reason !== null) {
  process.stderr.write(`Databases of PostgreSQL are not opened: ${reason}\n`);
  it(`is not run on PostgreSQL: ${reason}`, () => undefined);
} else {
  describe.each(VERSIONS)('of %s, on PostgreSQL', (version) => {
    let server: TestPostgres | undefined;
    const ask: Fixture['ask'] = async (url, sql) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
      return rows;
    };
    afterAll(async () => {
      await server?.stop();
    });
    usedAgain({
      inHand: inHandOf(version).postgres,
      unpack: async () => {
        server = await startPostgres();
        await ask(server.url, gunzipSync(fileOf(version, 'postgres.sql.gz')).toString('utf8'));
        return server.url;
      },
      ask,
    });
  });
}
