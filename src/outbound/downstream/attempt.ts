import { type Clock, isPast, type Moment, untilMs } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import { type Ending, type Exchange, startExchange } from './exchange.js';
import type { Upstream } from './upstreams.js';
import type { DownstreamSettings } from './routes.js';
import { isSignatureRefused, type Sign } from './signers.js';

interface SendAttemptDeps {
  readonly settings: Pick<DownstreamSettings, 'connectRetryMs' | 'answerBytesMax'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Runs when the service of this route accepts the other signing key. Later calls use that key. */
  readonly onSigningKey?: (route: string) => void;
}

interface SendAttemptCall {
  /** Bytes that are signed and sent. */
  readonly body: Buffer;
  readonly deadline: Moment;
  readonly headers?: Readonly<Record<string, string>>;
}

type SlotResult =
  | Rejected
  /** The caller runs `release` exactly once, when the call has ended. */
  | { readonly kind: 'entered'; readonly release: (failed: boolean) => void };

interface Rejected {
  readonly kind: 'turned_away';
  readonly reason: 'deadline_passed' | 'bulkhead' | 'breaker';
  /** Time until another try makes sense. */
  readonly retryAfterMs: number;
}

/** Returns a place on the upstream, or the reason why bulkhead or breaker give none before the deadline. */
export async function acquireSlot(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: SendAttemptCall,
): Promise<SlotResult> {
  if (remainingMs(deps, call) <= 0) return rejected('deadline_passed', 0);
  const place = await upstream.bulkhead.enter(remainingMs(deps, call));
  if (place === null) return rejected('bulkhead', upstream.queueMs);
  const isInTime = remainingMs(deps, call) > 0;
  const retryAfterMs = upstream.breaker.retryAfterMs();
  const verdict = isInTime ? upstream.breaker.admit() : null;
  if (verdict === null) {
    place.leave();
    return rejected(isInTime ? 'breaker' : 'deadline_passed', retryAfterMs);
  }
  return {
    kind: 'entered',
    release(failed) {
      place.leave();
      verdict(failed);
    },
  };
}

function rejected(reason: Rejected['reason'], retryAfterMs: number): Rejected {
  return { kind: 'turned_away', reason, retryAfterMs };
}

/** A call up to its deadline. `ending` is null when the deadline came first and something was written. */
interface SendAttempt {
  readonly exchange: Exchange;
  readonly ending: Ending | null;
}

/**
 * Sends a call. While the keys of a route change, a call whose signature is refused is sent again under the other key. A
 * refused signature means that nothing was processed. The two sides can therefore change keys at different times. A status
 * above an answer to the call refuses no signature: that call was processed.
 *
 * `isUnprocessed` says whether a response proves that nothing was processed. A question that moves nothing needs no such proof.
 */
export async function sendWithRetries(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: SendAttemptCall,
  isUnprocessed: (ending: Ending) => boolean,
): Promise<SendAttempt> {
  const { signers } = upstream;
  const isRefusedForKey = (ending: Ending | null): boolean =>
    ending?.kind === 'response' && isSignatureRefused(ending.httpStatus) && isUnprocessed(ending);
  const used = signers.current;
  const first = await sendUnderKey(deps, upstream, call, used);
  const other = signers.otherThan(used);
  if (other === null || !isRefusedForKey(first.ending) || remainingMs(deps, call) <= 0) return first;
  const second = await sendUnderKey(deps, upstream, call, other);
  // If this try was not written, the call is still refused, for the reason of the previous reply.
  if (second.ending?.kind === 'unsent') return first;
  const isAccepted = second.ending?.kind === 'response' && !isRefusedForKey(second.ending);
  if (isAccepted && signers.prefer(other)) deps.onSigningKey?.(upstream.route);
  return second;
}

/**
 * Sends a call under one key. Tries once more when no connection could be made and there is time. This is safe, because nothing was
 * written. Callers of a service that restarts get a pause and not a refusal.
 */
async function sendUnderKey(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: SendAttemptCall,
  sign: Sign,
): Promise<SendAttempt> {
  let pauseMs = deps.settings.connectRetryMs;
  for (;;) {
    const exchange = begin(deps, upstream, call, sign);
    const ending = await endingInTime(deps, call, exchange);
    if (ending?.kind !== 'unsent') return { exchange, ending };
    const isRetried = pauseMs > 0 && isUnconnected(ending) && remainingMs(deps, call) > pauseMs;
    if (!isRetried) return { exchange, ending };
    await deps.timer.wait(pauseMs).done;
    pauseMs = 0;
  }
}

function isUnconnected(ending: Extract<Ending, { kind: 'unsent' }>): boolean {
  return ending.reason.startsWith('not_connected');
}

function begin(
  { settings, clock }: SendAttemptDeps,
  upstream: Upstream,
  call: SendAttemptCall,
  sign: Sign,
): Exchange {
  return startExchange({
    pool: upstream.pool,
    path: upstream.path,
    headers: { ...call.headers, 'Content-Type': 'application/json', X_msg_signature: sign(call.body) },
    body: call.body,
    answerBytesMax: settings.answerBytesMax,
    clock,
    keepBack: () => (isPast(clock, call.deadline) ? 'deadline_passed' : null),
    onDate(date) {
      upstream.clockDriftMs = clockDriftMs(date, clock.nowMs()) ?? upstream.clockDriftMs;
    },
  });
}

/** Returns null when the deadline came first and something was written. */
function endingInTime(
  deps: SendAttemptDeps,
  call: SendAttemptCall,
  exchange: Exchange,
): Promise<Ending | null> {
  const deadline = deps.timer.wait(Math.max(0, remainingMs(deps, call)));
  return new Promise((resolve) => {
    void exchange.ended.then((ending) => {
      deadline.cancel();
      resolve(ending);
    });
    void deadline.done.then(() => {
      if (exchange.sentAtMs !== null) resolve(null);
      else exchange.cancel('not_sent_in_time');
    });
  });
}

/** Returns the drift, or null for an unreadable date. A Date header has whole seconds: within that second the drift is 0. */
function clockDriftMs(date: string, nowMs: number): number | null {
  const atMs = Date.parse(date);
  if (Number.isNaN(atMs)) return null;
  if (nowMs < atMs) return atMs - nowMs;
  return Math.min(0, atMs + 999 - nowMs);
}

export function remainingMs(
  deps: Pick<SendAttemptDeps, 'clock'>,
  call: Pick<SendAttemptCall, 'deadline'>,
): number {
  return untilMs(deps.clock, call.deadline);
}
