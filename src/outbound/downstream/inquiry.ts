import { type Dispatcher, request } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { InquiryOutcome } from '../../use-cases/transactions/downstream-port.js';
import { type AnswerReaders, interpretAnswer } from './answer.js';
import { isSignatureRefused, type Sign, type Signers } from './signers.js';

/**
 * Asks a route's inquiry URL about a request id: `GET …?request_id=…`, with `X_msg_signature` over the bytes of the request id.
 * 404 means that the service never saw it. An answer to the call itself settles it. Everything else proves nothing.
 */
export async function inquire(args: {
  readonly dispatcher: Dispatcher;
  readonly signers: Signers;
  readonly inquiryUrl: string;
  readonly requestId: string;
  readonly customerId: number | null;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  readonly readers: AnswerReaders;
  readonly clock: Clock;
}): Promise<InquiryOutcome> {
  const { current } = args.signers;
  let last = await ask(args, current);
  for (const other of args.signers.othersThan(current)) {
    if (!last.isRefused) break;
    last = await ask(args, other);
  }
  return last.outcome;
}

async function ask(
  args: Parameters<typeof inquire>[0],
  sign: Sign,
): Promise<{ readonly outcome: InquiryOutcome; readonly isRefused: boolean }> {
  const answered = (outcome: InquiryOutcome, isRefused = false) => ({ outcome, isRefused });
  const sentAtMs = args.clock.nowMs();
  const url = new URL(args.inquiryUrl);
  url.searchParams.set('request_id', args.requestId);
  try {
    const response = await request(url, {
      dispatcher: args.dispatcher,
      method: 'GET',
      headers: { X_msg_signature: sign(Buffer.from(args.requestId)) },
      headersTimeout: args.timeoutMs,
      bodyTimeout: args.timeoutMs,
      signal: AbortSignal.timeout(args.timeoutMs),
    });
    const body = await readUpTo(response.body, args.answerBytesMax);
    if (response.statusCode === 404) return answered({ kind: 'never_seen' });
    if (body === null || response.statusCode !== 200)
      return answered({ kind: 'no_answer' }, isSignatureRefused(response.statusCode));
    const ending = {
      kind: 'response',
      httpStatus: response.statusCode,
      body,
      sentAtMs,
      endedAtMs: args.clock.nowMs(),
    } as const;
    const outcome = interpretAnswer({ ending, customerId: args.customerId, readers: args.readers });
    return answered(outcome.kind === 'answered' ? { kind: 'answered', outcome } : { kind: 'no_answer' });
  } catch {
    return answered({ kind: 'no_answer' });
  }
}

async function readUpTo(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
