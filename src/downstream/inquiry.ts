import { request } from 'undici';
import { signBytes } from '../core/signature.js';
import type { Clock, InquiryOutcome } from '../usecase/ports.js';
import { understand, type AnswerReaders } from './answer.js';
import type { RouteConfig } from './routes.js';

/**
 * Asks a route's inquiry URL what became of a request id: `GET …?request_id=…`, with `X_msg_signature` over the bytes of the
 * request id. 404 means that it was never seen; an answer as to the call itself settles; everything else tells nothing.
 */
export async function inquire(args: {
  readonly route: RouteConfig;
  readonly inquiryUrl: string;
  readonly requestId: string;
  readonly customerId: number | null;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  readonly readers: AnswerReaders;
  readonly clock: Clock;
}): Promise<InquiryOutcome> {
  const sentAtMs = args.clock.nowMs();
  const url = new URL(args.inquiryUrl);
  url.searchParams.set('request_id', args.requestId);
  try {
    const response = await request(url, {
      method: 'GET',
      headers: { X_msg_signature: signBytes(args.route.signingKey, Buffer.from(args.requestId)) },
      headersTimeout: args.timeoutMs,
      bodyTimeout: args.timeoutMs,
      signal: AbortSignal.timeout(args.timeoutMs),
    });
    const body = await readUpTo(response.body, args.answerBytesMax);
    if (response.statusCode === 404) return { kind: 'never_seen' };
    if (body === null || response.statusCode !== 200) return { kind: 'no_answer' };
    const ending = {
      kind: 'response',
      httpStatus: response.statusCode,
      body,
      sentAtMs,
      endedAtMs: args.clock.nowMs(),
    } as const;
    const outcome = understand({ ending, customerId: args.customerId, readers: args.readers });
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
