/**
 * Receivers of a thousand integrators, in their own process. Prints one line, `{"healthyUrl","silentUrl"}`:
 *
 *   healthy   answers 204 and records when it had the head of the request; `GET /arrivals?from=N` returns all from the Nth on
 *   silent    accepts connections and sends nothing
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

const arrivals: number[] = [];

const healthy = createHttpServer((request, response) => {
  if (request.method === 'POST') {
    arrivals.push(Date.now());
    request.resume();
    response.writeHead(204).end();
    return;
  }
  const from = new URL(request.url ?? '/', 'http://receiver').searchParams.get('from') ?? '0';
  response.end(JSON.stringify(arrivals.slice(Number(from))));
});
const silent = createServer((socket) => socket.on('error', () => undefined).resume());

async function listen(server: Server): Promise<string> {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function start(): Promise<void> {
  const [healthyUrl, silentUrl] = [await listen(healthy), await listen(silent)];
  process.stdout.write(`${JSON.stringify({ healthyUrl, silentUrl })}\n`);
}

void start();
