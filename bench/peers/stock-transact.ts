import axios from 'axios';
import Database from 'better-sqlite3';
import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import Deserializer from 'xmlrpc/lib/deserializer';
import { databasePath, downstream, signingKey } from './environment.js';

export interface Envelope {
  readonly request: Readonly<Record<string, unknown>>;
  readonly customer_id: number;
  readonly card_id: number;
  readonly request_id: string;
}

interface Normalised {
  readonly status: string;
  readonly message: string;
  readonly customer_id: number;
  readonly response: Readonly<Record<string, unknown>>;
}

const database = new Database(databasePath);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(
  'create table transactions (request_id text primary key, request text not null, raw_answer text, answer text)',
);
const insert = database.prepare('insert into transactions (request_id, request) values (?, ?)');
const update = database.prepare('update transactions set raw_answer = ?, answer = ? where request_id = ?');
const client = axios.create({ httpAgent: new Agent({ keepAlive: true }) });

/** Saves, signs and forwards the call, reads the answer and saves it. */
export async function transact(envelope: Envelope): Promise<Normalised> {
  const body = JSON.stringify(envelope);
  insert.run(envelope.request_id, body);
  const signature = createHmac('sha256', signingKey).update(body).digest('hex');
  const headers = { 'Content-Type': 'application/json', X_msg_signature: signature };
  const { data: raw } = await client.post<{
    status: string;
    message: string;
    customerId: number;
    response: string;
  }>(downstream, body, { headers });
  const response = await readMethodResponse(raw.response);
  const answer = { status: raw.status, message: raw.message, customer_id: raw.customerId, response };
  update.run(JSON.stringify(raw), JSON.stringify(answer), envelope.request_id);
  return answer;
}

function readMethodResponse(text: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    new Deserializer().deserializeMethodResponse(Readable.from([text]), (error, value) => {
      if (error === null || error === undefined) resolve(value as Readonly<Record<string, unknown>>);
      else reject(error instanceof Error ? error : new Error('The answer cannot be read.'));
    });
  });
}
