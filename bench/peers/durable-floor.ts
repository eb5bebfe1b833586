// The durable floor: the floor, and the row and texts of a ledger (durable-floor.sql), durable before a byte is sent and before the
// caller is answered. Five statements a call. It stays as it is, whatever becomes of the gateway's own tables.
//
// Does not: check fields, keys or checksums, look anything up, mask, log, count, limit, time out or recognise a repeated call.
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databasePath } from './environment.js';
import { exchange, normalise, send, serve } from './plain.js';
import { type Envelope, envelopeOf } from './positional.js';
import { writeMethodResponse } from './xml.js';

const database = new Database(databasePath);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
// The gateway too copies its log into the database rarely.
database.pragma('wal_autocheckpoint = 32768');
database.exec(readFileSync(join(__dirname, 'durable-floor.sql'), 'utf8'));

const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');
const addRow = database.prepare(
  `insert into transactions (request_id, request_key, method_name, effect, door, programme, terminal_id, reference, customer_id,
     card_id, key_id, request_amount, transaction_id, transaction_date, checksum, checksum_key, borders, content_hash, route, state,
     attempt, owner, lease_until_ms, received_at_ms, claimed_at_ms)
   values (?, ?, 'Deduct', 'money', 'json', 'bench', ?, ?, ?, ?, 'bench-client', ?, ?, ?, ?, ?, ?, ?, 'default', 'pending', 1,
     'owner', ?, ?, ?) returning sequence`,
);
const addText = database.prepare(
  'insert into transaction_texts (transaction_sequence, attempt, request, raw_answer, answer) values (?, 1, ?, ?, ?)',
);
const settleRow = database.prepare(
  `update transactions set state = 'answered', answered_at_ms = ?, settled_at_ms = ?, sent_at_ms = ?, http_status = 200,
     result_code = ?, lease_until_ms = 0, answer_attempt = 1 where request_key = ?`,
);

serve(async (request, response, body) => {
  const isXml = request.url === '/RPC2';
  const envelope = isXml ? envelopeOf(body.toString()) : (JSON.parse(body.toString()) as Envelope);
  const text = JSON.stringify(envelope);
  const receivedAtMs = Date.now();
  const key = keyOf(envelope.request_id);
  const sequence = await durably(() => claim(envelope, { text, key, receivedAtMs }));
  const sentAtMs = Date.now();
  const raw = await exchange(text);
  const answer = normalise(raw);
  const answerText = JSON.stringify(answer);
  await durably(() => {
    const now = Date.now();
    settleRow.run(now, now, sentAtMs, answer.response['resultCode'], key);
    addText.run(sequence, null, raw, answerText);
  });
  if (isXml) send(response, 'text/xml', writeMethodResponse(answer.response));
  else send(response, 'application/json', answerText);
});

function claim(
  { request, ...ids }: Envelope,
  row: { readonly text: string; readonly key: string; readonly receivedAtMs: number },
): unknown {
  const checksum = String(request['checksum']);
  const digest = createHash('sha256').update(row.text).digest('hex');
  const { sequence } = addRow.get(
    ids.request_id,
    row.key,
    request['terminal_id'],
    request['reference'],
    ids.customer_id,
    ids.card_id,
    request['request_amount'],
    request['transaction_id'],
    request['transaction_date'],
    checksum,
    `${String(row.receivedAtMs)}${checksum.slice(0, 12)}`,
    digest,
    digest,
    row.receivedAtMs + 10_000,
    row.receivedAtMs,
    row.receivedAtMs,
  ) as { sequence: number };
  addText.run(sequence, row.text, null, null);
  return sequence;
}

function keyOf(requestId: string): string {
  const separator = requestId.indexOf('_');
  return `${requestId.slice(separator + 1)}_${requestId.slice(0, separator)}`;
}

interface Waiting {
  readonly work: () => unknown;
  readonly done: (value: unknown) => void;
}

let waiting: Waiting[] = [];
const TURNS_MAX = 4;

/** Runs the work in the next commit. Work gathers as long as turns of the event loop bring more, and at most four turns. */
function durably(work: () => unknown): Promise<unknown> {
  return new Promise((done) => {
    waiting.push({ work, done });
    if (waiting.length === 1) gather(0, 1);
  });
}

function gather(before: number, turn: number): void {
  setImmediate(() => {
    if (waiting.length > before && turn < TURNS_MAX) return gather(waiting.length, turn + 1);
    const group = waiting;
    waiting = [];
    begin.run();
    const values = group.map(({ work }) => work());
    commit.run();
    for (const [index, { done }] of group.entries()) done(values[index]);
  });
}
