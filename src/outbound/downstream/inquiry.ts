import { type Dispatcher, request } from 'undici';
import type { Clock } from '../../platform/clock.js';
import type { InquiryOutcome } from '../../use-cases/transactions/downstream-port.js';
import { interpretAnswer } from './answer.js';
import { isSignatureRefused, type Sign, type Signers } from './signers.js';

interface InquiryInput {
  readonly dispatcher: Dispatcher;
  readonly signers: Signers;
  readonly inquiryUrl: string;
  readonly requestId: string;
  readonly customerId: number | null;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  readonly clock: Clock;
}

/**
 * Asks a route's inquiry URL about a request id: `GET …?request_id=…`, with `X_msg_signature` over the bytes of the request id.
 * 404 means that the service never saw it. An answer to the call itself settles it. Everything else proves nothing.
 */
export async function inquire(args: InquiryInput): Promise<InquiryOutcome> {
  const { current } = args.signers;
  const outcome = await ask(args, current);
  const other = outcome === 'refused' ? args.signers.otherThan(current) : null;
  const last = other === null ? outcome : await ask(args, other);
  return last === 'refused' ? { kind: 'no_answer' } : last;
}

/** Returns `refused` where the service refuses the signature. */
async function ask(args: InquiryInput, sign: Sign): Promise<InquiryOutcome | 'refused'> {
  const { requestId, timeoutMs, customerId, clock } = args;
  const url = new URL(args.inquiryUrl);
  url.searchParams.set('request_id', requestId);
  const sentAtMs = clock.nowMs();
  try {
    const { statusCode, body: stream } = await request(url, {
      dispatcher: args.dispatcher,
      headers: { X_msg_signature: sign(Buffer.from(requestId)) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readUpTo(stream, args.answerBytesMax);
    if (statusCode === 404) return { kind: 'never_seen' };
    if (isSignatureRefused(statusCode)) return 'refused';
    if (body === null || statusCode !== 200) return { kind: 'no_answer' };
    const ended = { httpStatus: statusCode, body, sentAtMs, endedAtMs: clock.nowMs() };
    const outcome = interpretAnswer({ kind: 'response', ...ended }, customerId);
    return outcome.kind === 'answered' ? { kind: 'answered', outcome } : { kind: 'no_answer' };
  } catch {
    return { kind: 'no_answer' };
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
