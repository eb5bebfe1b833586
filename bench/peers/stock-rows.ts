import Database from 'better-sqlite3';
import { Pool } from 'pg';
import { databasePath } from './environment.js';

/** The two writes of the stock. Each is durable when it has ended. */
interface Rows {
  readonly insert: (requestId: string, request: string) => unknown;
  readonly update: (requestId: string, rawAnswer: string, answer: string) => unknown;
}

const TABLE =
  'create table transactions (request_id text primary key, request text not null, raw_answer text, answer text)';

/** Creates the table in the SQLite file or the PostgreSQL database that this process was started with. */
export async function openRows(): Promise<Rows> {
  if (databasePath.startsWith('postgres')) {
    const pool = new Pool({ connectionString: databasePath });
    await pool.query(TABLE);
    return {
      insert: (...values) =>
        pool.query('insert into transactions (request_id, request) values ($1, $2)', values),
      update: (...values) =>
        pool.query('update transactions set raw_answer = $2, answer = $3 where request_id = $1', values),
    };
  }
  const database = new Database(databasePath);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(TABLE);
  const insert = database.prepare('insert into transactions (request_id, request) values (?, ?)');
  const update = database.prepare('update transactions set raw_answer = ?, answer = ? where request_id = ?');
  return {
    insert: (requestId, request) => insert.run(requestId, request),
    update: (requestId, rawAnswer, answer) => update.run(rawAnswer, answer, requestId),
  };
}
