import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { InquiryOutcome } from '../../use-cases/transactions/downstream-port.js';
import { interpretAnswer } from './answer.js';
import { type Ending, startExchange } from './exchange.js';
import { isSignatureRefused, type Sign } from './signers.js';
import type { Upstream } from './upstream.js';

/**
 * Asks a route's inquiry URL about a request id: `GET …?request_id=…`, with `X_msg_signature` over the bytes of the request id.
 * 404 means that the service never saw it. An answer to the call itself settles it. Everything else proves nothing.
 */
export async function inquire(
  { config, inquiryPool, signers }: Upstream,
  { requestId, customerId }: { readonly requestId: string; readonly customerId: number | null },
  deps: { readonly answerBytesMax: number; readonly clock: Clock; readonly timer: Timer },
): Promise<InquiryOutcome> {
  if (config.inquiryUrl === undefined) return { kind: 'no_answer' };
  const url = new URL(config.inquiryUrl);
  url.searchParams.set('request_id', requestId);
  const ask = async (sign: Sign): Promise<Ending> => {
    const exchange = startExchange({
      pool: inquiryPool,
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { X_msg_signature: sign(Buffer.from(requestId)) },
      body: null,
      answerBytesMax: deps.answerBytesMax,
      clock: deps.clock,
    });
    const limit = deps.timer.wait(config.timeoutMs);
    void limit.done.then(() => exchange.cancel('timeout'));
    return exchange.ended.finally(() => limit.cancel());
  };
  const { current } = signers;
  const other = signers.otherThan(current);
  const first = await ask(current);
  const ending = other !== null && isSignatureRefused(first) ? await ask(other) : first;
  if (ending.kind !== 'response') return { kind: 'no_answer' };
  if (ending.httpStatus === 404) return { kind: 'never_seen' };
  const outcome = interpretAnswer(ending, customerId);
  return ending.httpStatus === 200 && outcome.kind === 'answered'
    ? { kind: 'answered', outcome }
    : { kind: 'no_answer' };
}
