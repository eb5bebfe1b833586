/** Accepts webhooks, and answers once it has written them down: receiver.ts JOURNAL PORT. Prints its port. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [journal = '', port = '0'] = process.argv.slice(3);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    appendFileSync(journal, `${request.url ?? ''} ${String(request.headers['webhook-id'])}\n`);
    response.writeHead(204).end();
  });
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`port ${String((server.address() as AddressInfo).port)}\n`);
});
