import axios from 'axios';
import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import Deserializer from 'xmlrpc/lib/deserializer';
import { downstream, signingKey } from './environment.js';
import { openRows } from './stock-rows.js';

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

const rows = openRows();
const client = axios.create({ httpAgent: new Agent({ keepAlive: true }) });

/** Saves, signs and forwards the call, reads the answer and saves it. */
export async function transact(envelope: Envelope): Promise<Normalised> {
  const body = JSON.stringify(envelope);
  const { insert, update } = await rows;
  await insert(envelope.request_id, body);
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
  await update(envelope.request_id, JSON.stringify(raw), JSON.stringify(answer));
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
