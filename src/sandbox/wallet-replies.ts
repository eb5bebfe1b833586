import type { ServerResponse } from 'node:http';
import { resultText } from '../core/result-codes.js';
import { faultResponse, methodResponse, type AnswerMembers } from './method-response.js';
import type { Misbehaviour } from './misbehaviour.js';
import type { WalletCall } from './wallet-call.js';

export function sendAnswer(response: ServerResponse, customerId: number, members: AnswerMembers): void {
  const isApproved = members.resultCode > 0;
  sendRaw(response, {
    customerId,
    status: isApproved ? 'success' : 'failed',
    message: isApproved ? '' : (resultText(members.resultCode) ?? ''),
    response: methodResponse(members),
  });
}

/** service.md 2.5, raw form. */
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

export function sendError(response: ServerResponse, httpStatus: number, message: string): void {
  sendJson(response, httpStatus, { status: 'error', message });
}

function sendJson(response: ServerResponse, httpStatus: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response
    .writeHead(httpStatus, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    .end(body);
}

/** Answers `call` as a service in trouble does; `members` are what it would have said. */
export async function misbehave(args: {
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
