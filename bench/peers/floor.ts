// The floor: what Node itself costs for this work. Parses, signs, forwards, normalises.
//
// Does not: check fields, keys or checksums, look anything up, save, log, count, limit, time out or recognise a repeated call.
import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import { announce, downstream, signingKey } from './environment.js';
import { readMembers, readMethodCall, writeMethodResponse } from './xml.js';

const { origin, pathname } = new URL(downstream);
const pool = new Pool(origin, { pipelining: 1 });
const key = createSecretKey(Buffer.from(signingKey));

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

async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  if (request.url === '/RPC2') {
    const { response: fields } = await forward(JSON.stringify(envelopeOf(body.toString())));
    return send(response, 'text/xml', writeMethodResponse(fields));
  }
  send(
    response,
    'application/json',
    JSON.stringify(await forward(JSON.stringify(JSON.parse(body.toString())))),
  );
}

/** Returns the positional parameters by name. Without a directory, the card is unknown. */
function envelopeOf(text: string): object {
  const { methodName, params } = readMethodCall(text);
  const [
    terminal_id,
    reference,
    request_amount,
    narrative,
    transaction_type,
    transaction_data,
    transaction_id,
  ] = params;
  return {
    request: {
      terminal_id,
      reference,
      request_amount: Number(request_amount),
      narrative,
      transaction_type,
      transaction_data,
      transaction_id,
      transaction_date: params[7],
      checksum: params[8],
      method_name: methodName,
    },
    customer_id: 1,
    card_id: 1,
    request_id: `1_${String(Date.now())}_${transaction_id ?? ''}`,
  };
}

interface Normalised {
  readonly status: string;
  readonly message: string;
  readonly customer_id: number;
  readonly response: Record<string, string | number>;
}

async function forward(body: string): Promise<Normalised> {
  const text = await exchange(body);
  const raw = JSON.parse(text) as { status: string; message: string; customerId: number; response: string };
  return {
    status: raw.status,
    message: raw.message,
    customer_id: raw.customerId,
    response: readMembers(raw.response),
  };
}

function exchange(body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks).toString()),
      onResponseError: (_controller, error) => reject(error),
    };
    const headers = {
      'Content-Type': 'application/json',
      X_msg_signature: createHmac('sha256', key).update(body).digest('hex'),
    };
    pool.dispatch({ method: 'POST', path: pathname, headers, body }, handler);
  });
}

function send(response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(body);
}

announce(server);
