import Database from 'better-sqlite3';
import { Client } from 'pg';

/** Copies a row of the ledger so many times under new request ids. On PostgreSQL it then analyzes the tables. */
export async function copyRow(databaseUrl: string, requestId: string, copies: number): Promise<void> {
  const run = databaseUrl.startsWith('sqlite:') ? onSqlite : onPostgres;
  await run(databaseUrl, async (ask) => {
    const [row = {}] = await ask(`select * from transactions where request_id = '${requestId}'`);
    const columns = Object.keys(row).filter((name) => name !== 'sequence');
    const values = columns.map((name) => OWN[name] ?? name);
    await ask(`insert into transactions (${columns.join(', ')})
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(copies)})
      select ${values.join(', ')} from numbers, transactions where request_id = '${requestId}'`);
    await ask(`insert into transaction_texts (transaction_sequence, received_at_ms, attempt, request, raw_answer, answer)
      select t.sequence, t.received_at_ms, x.attempt, x.request, x.raw_answer, x.answer from transactions as t
      join transaction_texts as x on x.transaction_sequence = (
        select sequence from transactions where request_id = '${requestId}')
      where t.request_key like '20200101000000_%' and t.sequence <> x.transaction_sequence`);
  });
}

/** Request id and its key (store/ledger/request-key) of a copy. They differ from those made now. */
const OWN: Readonly<Record<string, string>> = {
  request_id: `cast(card_id as text) || '_20200101000000_' || cast(sequence * 1000000 + n as text)`,
  request_key: `'20200101000000_' || cast(sequence * 1000000 + n as text) || '_' || cast(card_id as text)`,
};

type Ask = (sql: string) => Promise<readonly object[]>;

async function onSqlite(databaseUrl: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const database = new Database(databaseUrl.slice('sqlite:'.length));
  await work((sql) => {
    const statement = database.prepare(sql);
    return Promise.resolve(statement.reader ? (statement.all() as object[]) : (statement.run(), []));
  });
  database.close();
}

async function onPostgres(connectionString: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await work(async (sql) => (await client.query<object>(sql)).rows);
  await client.query('analyze');
  await client.end();
}
