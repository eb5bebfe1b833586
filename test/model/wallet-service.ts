/** The wallet service of the model: misbehaves as told, and keeps a book of its own of the money that it moved. */
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  answer,
  cut,
  faultText,
  half,
  rawForm,
  redirect,
  respond,
  startWallet,
  type ReceivedCall,
  type WalletAnswer,
} from '../support/wallet/index.js';
import { Violation } from './outcome.js';
import type { Answer } from './transaction.js';

export const FIRST_SIGNING_KEY = 'signing key 1 of the model';

/** What the wallet service does with one call. */
export type Manner =
  | 'approve'
  | 'partial'
  | 'decline'
  | 'error500'
  | 'error500Moved'
  | 'cut'
  | 'cutMoved'
  | 'half'
  | 'garbage'
  | 'fault'
  | 'noCode'
  | 'otherCustomer'
  | 'redirect'
  | 'refuse403'
  | 'refuse404'
  | 'refuse429'
  /** Answers when the model says so: before or after the deadline. */
  | 'hold';

/** One call that the wallet service received. */
export interface Send {
  readonly number: number;
  readonly requestId: string;
  readonly manner: Manner;
  readonly envelope: Readonly<Record<string, unknown>>;
  /** `usable`: it gave an answer. `refused`: it certainly did nothing. `doubt`: anything else. `open`: nothing yet. */
  end: 'open' | 'usable' | 'refused' | 'doubt';
  /** When it ended. 0 while it is open. */
  endedAt: number;
  /** The usable answer. */
  answer: Answer | null;
  /** Whether it processed the call, and with which code. */
  processed: number | null;
  /** Ends a held call. */
  release: (manner: Manner) => void;
}

export interface WalletService {
  readonly url: (route: 'plain' | 'dedupes') => string;
  readonly sends: readonly Send[];
  /** Keys that a call may be signed with. The service takes the first, and refuses the other with 401. */
  signingKeys: readonly [accepted: string, other?: string];
  close(): Promise<void>;
}

/** Decides about an arriving call, and looks whether it may arrive at all. */
export type Arrival = (send: Omit<Send, 'manner'>, received: ReceivedCall) => Manner;

export async function startWalletService(args: {
  readonly onArrival: Arrival;
  readonly onViolation: (violation: Violation) => void;
}): Promise<WalletService> {
  const sends: Send[] = [];
  /** First answer to each request id, for the route that dedupes. */
  const firstAnswers = new Map<string, Answer>();
  const server = await startWallet({ behaviour: receive });

  async function receive(received: ReceivedCall): Promise<WalletAnswer> {
    const [accepted, other] = service.signingKeys;
    if (other !== undefined && isSigned(received, other)) return respond({ status: 401, body: 'no' });
    try {
      requireSigned(received, accepted);
    } catch (error) {
      args.onViolation(error as Violation);
    }
    const envelope = received.envelope();
    const send: Send = {
      number: sends.length + 1,
      requestId: String(envelope['request_id']),
      manner: 'approve',
      envelope,
      end: 'open',
      endedAt: 0,
      answer: null,
      processed: null,
      release: () => undefined,
    };
    sends.push(send);
    const manner = args.onArrival(send, received);
    Object.assign(send, { manner });
    const dedupes = received.url === '/dedupes';
    if (manner !== 'hold') return end(send, manner, dedupes);
    const released = await new Promise<Manner>((resolve) => {
      send.release = resolve;
      // A gateway that died, or gave the call up, gets no answer any more.
      void server.disconnected(received.connection).then(() => resolve('cut'));
    });
    return end(send, released, dedupes);
  }

  function end(send: Send, manner: Manner, dedupes: boolean): WalletAnswer {
    const first = dedupes ? firstAnswers.get(send.requestId) : undefined;
    const isBooked = CODES[manner] !== undefined;
    const said = isBooked ? (first ?? newAnswer(send, CODES[manner] ?? 1)) : null;
    if (said !== null && first === undefined) {
      send.processed = said.resultCode;
      firstAnswers.set(send.requestId, said);
    }
    send.answer = ANSWERS.has(manner) ? said : null;
    send.endedAt = performance.now();
    send.end = send.answer !== null ? 'usable' : REFUSALS[manner] === undefined ? 'doubt' : 'refused';
    return reply(send, manner);
  }

  const service: WalletService = {
    url: (route) => server.url.replace('/internal/proxy-endpoint', `/${route}`),
    sends,
    signingKeys: [FIRST_SIGNING_KEY],
    close: () => server.close(),
  };
  return service;
}

/** Codes of the manners that process the call, even if the gateway gets no answer. */
const CODES: Partial<Record<Manner, number>> = {
  approve: 1,
  partial: 2,
  decline: -17,
  error500Moved: 1,
  cutMoved: 1,
  otherCustomer: 1,
};

const ANSWERS: ReadonlySet<Manner> = new Set(['approve', 'partial', 'decline']);

const REFUSALS: Partial<Record<Manner, number>> = { refuse403: 403, refuse404: 404, refuse429: 429 };

function newAnswer(send: Send, resultCode: number): Answer {
  const { request } = send.envelope as { request: { request_amount?: number } };
  const partial = resultCode === 2 ? { approvalAmount: Math.floor((request.request_amount ?? 0) / 2) } : {};
  const fields = {
    resultCode,
    balanceAmount: send.number,
    authorisation: `A${String(send.number)}`,
    ...partial,
  };
  return { resultCode, fields };
}

function reply(send: Send, manner: Manner): WalletAnswer {
  const customerId = Number(send.envelope['customer_id']);
  const said = send.answer;
  if (said !== null) return answer(said.fields as Record<string, number | string>, { customerId });
  const refusal = REFUSALS[manner];
  if (refusal !== undefined)
    return respond({ status: refusal, body: 'no', headers: { 'Content-Type': 'text/plain' } });
  switch (manner) {
    case 'error500':
    case 'error500Moved':
      return respond({ status: 500, body: 'broken' });
    case 'half':
      return half(rawForm({ customerId, response: { resultCode: 1 } }));
    case 'garbage':
      return respond({ body: '{"response": "<methodResponse>' });
    case 'fault':
      return respond({ body: rawForm({ customerId, response: faultText(4, 'Too many parameters.') }) });
    case 'noCode':
      return respond({ body: rawForm({ customerId, response: {} }) });
    case 'otherCustomer':
      return answer({ resultCode: 1 }, { customerId: customerId + 1 });
    case 'redirect':
      return redirect('/elsewhere');
    default:
      return cut();
  }
}

const isSigned = ({ headers, body }: ReceivedCall, key: string): boolean =>
  headers['x_msg_signature'] === createHmac('sha256', key).update(body).digest('hex');

function requireSigned(received: ReceivedCall, key: string): void {
  const { headers, method } = received;
  if (!isSigned(received, key)) throw new Violation('A call to the wallet service has a wrong signature.');
  if (method !== 'POST' || headers['content-type'] !== 'application/json')
    throw new Violation('A call to the wallet service is no POST of JSON.');
}

/** Returns the first member in which a call that arrived differs from the expected envelope. */
export function differenceOf(
  expected: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
): string | null {
  const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
  for (const name of names) {
    const [one, other] = [plain(expected[name]), plain(got[name])];
    if (!isDeepStrictEqual(one, other))
      return `${name}: ${JSON.stringify(other)} instead of ${JSON.stringify(one)}`;
  }
  return null;
}

/** An absent, an empty and a null `transaction_data` are equal. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' && Object.keys(value).length === 0 ? undefined : value;
}
