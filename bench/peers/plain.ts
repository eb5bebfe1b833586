// Shared parts of the floors and of the GraphQL peer: a server on node:http, and one call to the wallet service.
import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { announce, downstream, signingKey } from './environment.js';
import { readMembers } from './xml.js';

const { origin, pathname } = new URL(downstream);
export const pool = new Pool(origin, { pipelining: 1 });
const key = createSecretKey(Buffer.from(signingKey));

interface Normalised {
  readonly status: string;
  readonly message: string;
  readonly customer_id: number;
  readonly response: Record<string, string | number>;
}

/** Serves whole bodies. A failure is answered with its text. */
export function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>,
): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      answer(request, response, body).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  });
  announce(server);
}

/** Signs and sends one body. Returns the answer's text. */
export function exchange(body: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks).toString()),
      onResponseError: (_controller, error) => reject(error),
    };
    pool.dispatch(signed(body), handler);
  });
}

/** Returns the signed request of one body. */
export function signed(body: string | Buffer) {
  const headers = {
    'Content-Type': 'application/json',
    X_msg_signature: createHmac('sha256', key).update(body).digest('hex'),
  };
  return { method: 'POST', path: pathname, headers, body } as const;
}

export function normalise(text: string): Normalised {
  const raw = JSON.parse(text) as { status: string; message: string; customerId: number; response: string };
  return {
    status: raw.status,
    message: raw.message,
    customer_id: raw.customerId,
    response: readMembers(raw.response),
  };
}

export function send(response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(body);
}
