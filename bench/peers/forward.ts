// How the GraphQL peer forwards: an undici Pool and one small XML reading.
import { createHmac, createSecretKey } from 'node:crypto';
import { Pool } from 'undici';
import { downstream, signingKey } from './environment.js';
import { readMembers } from './xml.js';

const { origin, pathname } = new URL(downstream);
const pool = new Pool(origin, { pipelining: 1 });
const key = createSecretKey(Buffer.from(signingKey));

interface Outcome {
  readonly status: string;
  readonly message: string;
  readonly customerId: number;
  readonly requestId: string;
  readonly replayed: boolean;
  readonly response: Readonly<Record<string, unknown>>;
}

type Input = Readonly<Record<string, unknown>> & {
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId: string;
};

/** Signs and forwards one deduct. Returns its normalised answer as the mutation returns it. */
export async function deduct(input: Input): Promise<Outcome> {
  const { customerId, cardId, requestId, ...request } = input;
  const envelope = {
    request: { ...request, method_name: 'Deduct' },
    customer_id: customerId,
    card_id: cardId,
    request_id: requestId,
  };
  const body = JSON.stringify(envelope);
  const { body: reply } = await pool.request({
    method: 'POST',
    path: pathname,
    headers: {
      'Content-Type': 'application/json',
      X_msg_signature: createHmac('sha256', key).update(body).digest('hex'),
    },
    body,
  });
  const raw = (await reply.json()) as {
    status: string;
    message: string;
    customerId: number;
    response: string;
  };
  const fields = readMembers(raw.response);
  return {
    status: raw.status,
    message: raw.message,
    customerId: raw.customerId,
    requestId,
    replayed: false,
    response: { ...fields, fields },
  };
}
