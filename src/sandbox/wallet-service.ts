import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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

export interface WalletService {
  /** Accepts the signed envelopes; a route to it may set `dedupes`. */
  readonly url: string;
  /** `GET` with `request_id` in the query: 200 with the saved answer, 404 for a call that was never processed. */
  readonly inquiryUrl: string;
  /** Returns minor units; null for an unknown wallet. */
  balance(reference: string): number | null;
  close(): Promise<void>;
}

/**
 * Starts the simulated wallet service of the sandbox: a real HTTP server on 127.0.0.1, on a free port. It verifies
 * `X_msg_signature` over the exact bytes and answers in the raw form (docs/reference/protocol.md#raw-answers).
 *
 * A repeated request id gets the same answer and moves nothing. With another method, wallet or amount it gets -3. Balance is
 * always read again. A reversal undoes its original once, and gets 1 also without an original. An original after its reversal
 * gets -3. An unknown wallet, or a wallet of another customer, gets -4.
 *
 * Amounts that misbehave, and whether money moved:
 *
 *   951  HTTP 500             not moved      955  answers after 1.5 s   moved
 *   952  never answers        not moved      956  fault                 not moved
 *   953  malformed XML        moved          957  answers after 3 s     moved
 *   954  cut connection       moved
 *
 * Where money moved, the same request id gets a normal answer from the second attempt on, as after a short failure. The other
 * amounts misbehave at every attempt. Advices (reversals and adjustments) misbehave only at the first attempt, because they
 * are sent until they are answered.
 */
export async function startWalletService(input: WalletServiceInput): Promise<WalletService> {
  const book = openWalletBook(input);
  const pauses = new Set<() => void>();
  const wait = async (ms: number): Promise<void> => {
    const pause = input.timer.wait(ms);
    const cancel = (): void => {
      pause.cancel();
    };
    pauses.add(cancel);
    await pause.done;
    pauses.delete(cancel);
  };
  const server = createServer((request, response) => {
    const { signingKey, hosts } = input;
    handle({ request, response, book, signingKey, hosts, wait }).catch(() => response.destroy());
  });
  const origin = await listen(server);
  return {
    url: `${origin}${CALL_PATH}`,
    inquiryUrl: `${origin}${INQUIRY_PATH}`,
    balance: (reference) => book.balance(reference),
    async close() {
      for (const cancel of pauses) cancel();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      book.close();
    },
  };
}

/** Path in the form of `X_msg_signature` (docs/reference/protocol.md#signature). */
const CALL_PATH = '/internal/proxy-endpoint';
const INQUIRY_PATH = '/inquiry';
const BODY_BYTES_MAX = 256 * 1024;

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

interface Handling {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly book: WalletBook;
  readonly signingKey: Buffer;
  readonly hosts: readonly string[];
  readonly wait: (ms: number) => Promise<void>;
}

async function handle(handling: Handling): Promise<void> {
  const { request, response, book, signingKey } = handling;
  const { host, origin } = request.headers;
  const problem = sandboxCallerProblem({ host, origin }, handling.hosts);
  if (problem !== null) return sendError(response, 403, problem);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wallet');
  if (request.method === 'GET' && pathname === INQUIRY_PATH) {
    return answerInquiry(response, book, searchParams.get('request_id') ?? '');
  }
  if (request.method !== 'POST' || pathname !== CALL_PATH) return sendError(response, 404, 'Not found.');
  const body = await readBody(request);
  if (body === null) return sendError(response, 413, 'The body is too large.');
  const claimed = request.headers['x_msg_signature'];
  if (
    !verifySignature({ key: signingKey, body, claimed: typeof claimed === 'string' ? claimed : undefined })
  ) {
    return sendError(response, 401, 'The signature is wrong.');
  }
  const call = readWalletCall(body);
  if (call === null) return sendError(response, 400, 'The body is no envelope.');
  return answer(handling, call);
}

async function answer({ response, book, wait }: Handling, call: WalletCall): Promise<void> {
  const magic = magicAmountOf(call);
  if (magic === undefined || magic.isProcessed) {
    const { members, isRepeat } = book.process(call);
    if (magic === undefined || isRepeat) return sendAnswer(response, call.customerId, members);
    return misbehave({ response, call, members, wait, misbehaviour: magic.misbehaviour });
  }
  const isDue = !ADVICES.has(call.method) || book.isFirstAttempt(call.requestId);
  if (!isDue) return sendAnswer(response, call.customerId, book.process(call).members);
  return misbehave({ response, call, members: { resultCode: -9 }, wait, misbehaviour: magic.misbehaviour });
}

const ADVICES = new Set(BUILT_IN_METHODS.filter(({ effect }) => effect === 'advice').map(({ name }) => name));

function answerInquiry(response: ServerResponse, book: WalletBook, requestId: string): void {
  const found = book.find(requestId);
  if (found === null) return sendError(response, 404, 'This request was never processed.');
  sendAnswer(response, found.customerId, found.members);
}

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
  sendRaw(response, {
    customerId,
    status: isApproved ? 'success' : 'failed',
    message: isApproved ? '' : (resultText(members.resultCode) ?? ''),
    response: methodResponse(members),
  });
}

/** Sends the raw form of an answer (docs/reference/protocol.md#raw-answers). */
function sendRaw(
  response: ServerResponse,
  raw: {
    readonly customerId: number;
    readonly status: string;
    readonly message?: string;
    readonly response: string;
  },
): void {
  const { status, message = '', customerId } = raw;
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

/** Replies to `call` as a failing service does; `members` is the correct answer. */
async function misbehave(args: {
  readonly response: ServerResponse;
  readonly call: WalletCall;
  readonly members: AnswerMembers;
  readonly wait: (ms: number) => Promise<void>;
  readonly misbehaviour: Misbehaviour;
}): Promise<void> {
  const { response, call, members, misbehaviour } = args;
  switch (misbehaviour) {
    case 'server_error':
      return sendError(response, 500, 'The wallet service failed.');
    case 'no_answer':
      return;
    case 'malformed':
      return sendRaw(response, {
        customerId: call.customerId,
        status: 'success',
        response: methodResponse(members).slice(0, -30),
      });
    case 'cut':
      response.destroy();
      return;
    case 'fault':
      return sendRaw(response, {
        customerId: call.customerId,
        status: 'failed',
        response: faultResponse(8002, 'Wallet unavailable'),
      });
    default:
      await args.wait(misbehaviour.answersAfterMs);
      return sendAnswer(response, call.customerId, members);
  }
}

type Misbehaviour =
  'server_error' | 'no_answer' | 'malformed' | 'cut' | 'fault' | { readonly answersAfterMs: number };

interface MagicAmount {
  readonly misbehaviour: Misbehaviour;
  /** True if the call is processed before it fails. */
  readonly isProcessed: boolean;
}

/**
 * Amounts that misbehave in the sandbox. For 953, 954 and 957 money moved but the answer is lost: the balance and `/inquiry`
 * show the outcome. For 951, 952 and 956 no money moved.
 */
export const MAGIC_AMOUNTS: ReadonlyMap<number, MagicAmount> = new Map([
  [951, { misbehaviour: 'server_error', isProcessed: false }],
  [952, { misbehaviour: 'no_answer', isProcessed: false }],
  [953, { misbehaviour: 'malformed', isProcessed: true }],
  [954, { misbehaviour: 'cut', isProcessed: true }],
  [955, { misbehaviour: { answersAfterMs: 1500 }, isProcessed: true }],
  [956, { misbehaviour: 'fault', isProcessed: false }],
  [957, { misbehaviour: { answersAfterMs: 3000 }, isProcessed: true }],
]);

function magicAmountOf(call: WalletCall): MagicAmount | undefined {
  return call.amount === null ? undefined : MAGIC_AMOUNTS.get(call.amount);
}
