// How the GraphQL peer forwards: an undici Pool and one small XML reading.
import { normalise, pool, signed } from './plain.js';

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
  const { body: reply } = await pool.request(signed(body));
  const answer = normalise(await reply.text());
  return {
    status: answer.status,
    message: answer.message,
    customerId: answer.customer_id,
    requestId,
    replayed: false,
    response: { ...answer.response, fields: answer.response },
  };
}
