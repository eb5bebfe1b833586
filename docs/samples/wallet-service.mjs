// A wallet service for Cardway. Run: node wallet-service.mjs FILE_WITH_THE_SIGNING_KEY PORT
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const key = readFileSync(process.argv[2], 'utf8').trimEnd();
const answers = new Map(); // request_id → answer. Keep it in your database, in the transaction that moves the money.
let balance = 100_000;

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => [])); // the raw bytes: parsed and written again, they differ
  const given = Buffer.from(request.headers['x_msg_signature'] ?? '');
  const right = Buffer.from(createHmac('sha256', key).update(body).digest('hex'));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return response.writeHead(401).end();
  const { request: call, customer_id: customerId, request_id: id } = JSON.parse(body);
  // A repeated request_id gets the saved answer and moves nothing. Only a balance is looked up again.
  if (!answers.has(id) || call.method_name === 'Balance') {
    // -17: too little money, -41: unknown method
    const code = { Balance: 1, Deduct: call.request_amount <= balance ? 1 : -17 }[call.method_name] ?? -41;
    if (code === 1) balance -= call.request_amount ?? 0;
    answers.set(id, { customerId, response: { resultCode: code, balanceAmount: balance } });
  }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers.get(id)));
});
server.listen(process.argv[3], '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
