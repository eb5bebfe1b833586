// A wallet service for Cardway. Run: node wallet-service.mjs FILE_WITH_THE_SIGNING_KEY [PORT]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , keyFile, port = '5000'] = process.argv;
const key = readFileSync(keyFile, 'utf8').trimEnd();
let balance = 100_000;
const answers = new Map(); // request_id → answer. Keep it in your database, in the transaction that moves the money.

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()); // the raw bytes: parsed and written again, they differ
  const given = Buffer.from(request.headers['x_msg_signature'] ?? '');
  const right = Buffer.from(createHmac('sha256', key).update(body).digest('hex'));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return response.writeHead(401).end();
  const call = JSON.parse(body);
  const answer = answers.get(call.request_id) ?? answerTo(call.request, call.customer_id);
  if (call.request.method_name !== 'Balance') answers.set(call.request_id, answer); // a repeated request moves nothing
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});

function answerTo({ method_name: method, request_amount: amount }, customerId) {
  const resultCode = { Balance: 1, Deduct: amount <= balance ? 1 : -17 }[method] ?? -41; // -17: too little money, -41: unknown method
  if (method === 'Deduct' && resultCode === 1) balance -= amount;
  return { customerId, response: { resultCode, balanceAmount: balance } };
}
