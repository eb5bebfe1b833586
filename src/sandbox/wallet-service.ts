import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxCallerProblem } from '../core/access/sandbox-caller.js';
import { BUILT_IN_METHODS } from '../core/transactions/methods.js';
import { resultText } from '../core/transactions/result-codes.js';
import { verifySignature } from '../core/wire/signature.js';
import type { Timer } from '../use-cases/ports.js';
import type { SandboxWallet } from './data.js';
import { openWalletBook, type WalletBook } from './wallet-book.js';
import {
  type AnswerMembers,
  faultResponse,
  methodResponse,
  readWalletCall,
  type WalletCall,
} from './wallet-call.js';

interface WalletServiceInput {
  /** SQLite file for balances, which survive a restart; `:memory:` keeps none. */
  readonly path: string;
  readonly signingKey: Buffer;
  /** Wallets to create with their opening balance where the file lacks them. */
  readonly wallets: readonly SandboxWallet[];
  /** Hosts allowed beside loopback. Other hosts and pages are refused. */
  readonly hosts: readonly string[];
  readonly timer: Timer;
}

export type WalletService = Awaited<ReturnType<typeof startWalletService>>;

/**
 * Starts the simulated wallet service of the sandbox: a real HTTP server on 127.0.0.1, on a free port. It verifies
 * `X_msg_signature` over the exact bytes and answers in the raw form (docs/reference/protocol.md#raw-answers).
 *
 * A repeated request id gets the same answer and moves nothing. With another method, wallet or amount it gets -3. Balance is
 * always read again. A reversal undoes its original once, and gets 1 also without an original. An original after its reversal
 * gets -3. An unknown wallet, or a wallet of another customer, gets -4. A Deduct of more than the balance gets -17, or 2 for the
 * balance where its terminal can take a part. Some amounts misbehave (`MAGIC_AMOUNTS`).
 */
export async function startWalletService(input: WalletServiceInput) {
  const book = openWalletBook(input);
  const server = createServer((request, response) => {
    handle(input, book, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Accepts the signed envelopes; a route to it may set `dedupes`. */
    url: `${origin}${CALL_PATH}`,
    /** `GET` with `request_id` in the query: 200 with the saved answer, 404 for a call that was never processed. */
    inquiryUrl: `${origin}${INQUIRY_PATH}`,
    balance: book.balance,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      book.close();
    },
  };
}

/** Path in the form of `X_msg_signature` (docs/reference/protocol.md#signature). */
const CALL_PATH = '/internal/proxy-endpoint';
const INQUIRY_PATH = '/inquiry';
const BODY_BYTES_MAX = 256 * 1024;

async function handle(
  { hosts, signingKey, timer }: WalletServiceInput,
  book: WalletBook,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, origin, x_msg_signature: signature } = request.headers;
  const problem = sandboxCallerProblem({ host, origin }, hosts);
  if (problem !== null) return sendError(response, 403, problem);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wallet');
  if (request.method === 'GET' && pathname === INQUIRY_PATH) {
    const found = book.find(searchParams.get('request_id') ?? '');
    if (found === null) return sendError(response, 404, 'This request was never processed.');
    return sendAnswer(response, found.customerId, found.members);
  }
  if (request.method !== 'POST' || pathname !== CALL_PATH) return sendError(response, 404, 'Not found.');
  const body = await readBody(request);
  if (body === null) return sendError(response, 413, 'The body is too large.');
  const claimed = typeof signature === 'string' ? signature : undefined;
  if (!verifySignature({ key: signingKey, body, claimed }))
    return sendError(response, 401, 'The signature is wrong.');
  const call = readWalletCall(body);
  if (call === null) return sendError(response, 400, 'The body is no envelope.');
  return answer(book, call, { response, timer });
}

/**
 * Answers a call, or misbehaves. Where money moved, the same request id gets a normal answer from the second attempt on, as after a
 * short failure. The other amounts misbehave at every attempt. Advices (reversals and adjustments) misbehave only at the first
 * attempt, because they are sent until they are answered.
 */
async function answer(
  book: WalletBook,
  call: WalletCall,
  to: Pick<Reply, 'response' | 'timer'>,
): Promise<void> {
  const { customerId } = call;
  const magic = call.amount === null ? undefined : MAGIC_AMOUNTS.get(call.amount);
  const isLost =
    magic?.isProcessed === false && (!ADVICES.has(call.method) || book.isFirstAttempt(call.requestId));
  if (isLost) return magic.reply({ ...to, customerId, members: { resultCode: -9 } });
  const { members, isRepeat } = book.process(call);
  if (magic?.isProcessed === true && !isRepeat) return magic.reply({ ...to, customerId, members });
  return sendAnswer(to.response, customerId, members);
}

const ADVICES = new Set(BUILT_IN_METHODS.filter(({ effect }) => effect === 'advice').map(({ name }) => name));

/** Returns null for a body that is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk as Buffer);
  }
  return bytes <= BODY_BYTES_MAX ? Buffer.concat(chunks) : null;
}

function sendAnswer(response: ServerResponse, customerId: number, members: AnswerMembers): void {
  const isApproved = members.resultCode > 0;
  const message = isApproved ? '' : (resultText(members.resultCode) ?? '');
  sendRaw(response, { customerId, isApproved, message, response: methodResponse(members) });
}

/** Sends the raw form of an answer (docs/reference/protocol.md#raw-answers). */
function sendRaw(
  response: ServerResponse,
  raw: {
    readonly customerId: number;
    readonly isApproved: boolean;
    readonly message?: string;
    readonly response: string;
  },
): void {
  const { isApproved, message = '', customerId } = raw;
  const status = isApproved ? 'success' : 'failed';
  sendJson(response, 200, { status, message, customerId, response: raw.response });
}

function sendError(response: ServerResponse, httpStatus: number, message: string): void {
  sendJson(response, httpStatus, { status: 'error', message });
}

function sendJson(response: ServerResponse, httpStatus: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response
    .writeHead(httpStatus, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    .end(body);
}

interface Reply {
  readonly response: ServerResponse;
  readonly customerId: number;
  /** The correct answer. */
  readonly members: AnswerMembers;
  readonly timer: Timer;
}

/** Behaviour of a failing service. */
interface Misbehaviour {
  /** Description for the documentation. */
  readonly does: string;
  /** True if the call is processed before it fails: money moved, and the balance and `/inquiry` show it. */
  readonly isProcessed: boolean;
  reply(to: Reply): void | Promise<void>;
}

/** Amounts that misbehave in the sandbox. */
export const MAGIC_AMOUNTS: ReadonlyMap<number, Misbehaviour> = new Map<number, Misbehaviour>([
  [
    951,
    {
      does: 'answers HTTP 500',
      isProcessed: false,
      reply: ({ response }) => sendError(response, 500, 'The wallet service failed.'),
    },
  ],
  [952, { does: 'never answers', isProcessed: false, reply: () => undefined }],
  [
    953,
    {
      does: 'answers malformed XML',
      isProcessed: true,
      reply: ({ response, customerId, members }) =>
        sendRaw(response, { customerId, isApproved: true, response: methodResponse(members).slice(0, -30) }),
    },
  ],
  [954, { does: 'cuts the connection', isProcessed: true, reply: ({ response }) => void response.destroy() }],
  [955, late(1500)],
  [
    956,
    {
      does: 'answers a fault',
      isProcessed: false,
      reply: ({ response, customerId }) =>
        sendRaw(response, {
          customerId,
          isApproved: false,
          response: faultResponse(8002, 'Wallet unavailable'),
        }),
    },
  ],
  [957, late(3000)],
]);

function late(afterMs: number): Misbehaviour {
  return {
    does: `answers after ${String(afterMs / 1000)} s`,
    isProcessed: true,
    async reply({ response, customerId, members, timer }) {
      const pause = timer.wait(afterMs);
      // The service may close meanwhile, or the caller go away.
      response.once('close', () => pause.cancel());
      await pause.done;
      sendAnswer(response, customerId, members);
    },
  };
}
