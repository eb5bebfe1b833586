import { apartMs, type Clock, isPast, type Moment, momentOf, untilMs } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type { Recheck } from '../../use-cases/transactions/downstream-port.js';
import { type Ending, type Exchange, startExchange } from './exchange.js';
import type { Upstream } from './upstreams.js';
import type { DownstreamSettings } from './routes.js';
import { isSignatureRefused, type Sign } from './signers.js';

interface SendAttemptDeps {
  readonly settings: Pick<DownstreamSettings, 'connectRetryMs' | 'answerBytesMax' | 'recheckAfterMs'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** The service of this route took the other signing key, and will be called with it. */
  readonly onSigningKey?: (route: string) => void;
}

interface SendAttemptCall {
  /** What is signed and what is sent. */
  readonly body: Buffer;
  readonly deadline: Moment;
  readonly recheck?: Recheck | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

type SlotResult =
  | Rejected
  /** Whoever got in says once how it ended. */
  | { readonly kind: 'entered'; readonly release: (failed: boolean) => void };

interface Rejected {
  readonly kind: 'turned_away';
  readonly reason: 'deadline_passed' | 'bulkhead' | 'breaker';
  /** When it makes sense to come again. */
  readonly retryAfterMs: number;
}

/**
 * A place in the lane, as far as bulkhead and breaker give one before the deadline. `taker`: who shares the lane with others, so that
 * nobody has all of it.
 */
export async function acquireSlot(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: SendAttemptCall,
  taker: string,
): Promise<SlotResult> {
  if (remainingMs(deps, call) <= 0) return rejected('deadline_passed', 0);
  const place = await upstream.bulkhead.enter(taker, remainingMs(deps, call));
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

/** One call, as far as it went until its deadline. `ending` is null when that came first and something was written. */
interface SendAttempt {
  readonly exchange: Exchange;
  readonly ending: Ending | null;
}

/**
 * While the keys of a route change, a call whose signature is refused is signed with the other key and sent once more: a refused
 * signature means that nothing was processed. So neither side has to change at the same moment as the other.
 */
export async function sendWithRetries(
  deps: SendAttemptDeps,
  upstream: Upstream,
  asked: SendAttemptCall,
): Promise<SendAttempt> {
  const { signers } = upstream;
  const call: ConfirmedCall = { ...asked, certainAt: asked.recheck?.since ?? null };
  const used = signers.current;
  const first = await sendWithReconnect(deps, upstream, call, used);
  const other = signers.otherThan(used);
  if (other === null || !isRefusedForKey(first.ending) || remainingMs(deps, call) <= 0) return first;
  const second = await sendWithReconnect(deps, upstream, call, other);
  if (!isRefusedForKey(second.ending) && second.ending?.kind === 'response' && signers.prefer(other))
    deps.onSigningKey?.(upstream.route);
  // What was not written the second time was refused all the same, for the reason that was heard.
  return second.ending?.kind === 'unsent' ? first : second;
}

function isRefusedForKey(ending: Ending | null): boolean {
  return ending?.kind === 'response' && isSignatureRefused(ending.httpStatus);
}

/**
 * A connection that could not be made is tried once more while there is time, because nothing was written: a service that
 * restarts costs its callers a pause and not a refusal.
 */
async function sendWithReconnect(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: ConfirmedCall,
  sign: Sign,
): Promise<SendAttempt> {
  const first = await sendConfirmed(deps, upstream, call, sign);
  const pauseMs = deps.settings.connectRetryMs;
  const isRetried = pauseMs > 0 && isUnconnected(first.ending) && remainingMs(deps, call) > pauseMs;
  if (!isRetried) return first;
  await deps.timer.wait(pauseMs).done;
  return sendConfirmed(deps, upstream, call, sign);
}

function isUnconnected(ending: Ending | null): boolean {
  return ending?.kind === 'unsent' && ending.reason.startsWith('not_connected');
}

/** A call, and when it was certain last that it may be sent; null for one that nobody has to be asked about. */
type ConfirmedCall = SendAttemptCall & { certainAt: Moment | null };

/**
 * A call for whose first byte too much time has gone by is asked about again, and then goes out on the connection that took so long,
 * which stands by then.
 */
async function sendConfirmed(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: ConfirmedCall,
  sign: Sign,
): Promise<SendAttempt> {
  for (;;) {
    const { exchange, ending } = await sendOnce(deps, upstream, call, sign);
    if (ending?.kind !== 'unsent' || ending.reason !== NOT_CERTAIN) return { exchange, ending };
    const reason = await recheck(deps, call);
    if (reason !== null) return { exchange, ending: { kind: 'unsent', reason } };
  }
}

/** Null when it is certain again that the call may be sent. */
async function recheck(deps: SendAttemptDeps, call: ConfirmedCall): Promise<string | null> {
  const askedAt = momentOf(deps.clock);
  const deadline = deps.timer.wait(Math.max(0, remainingMs(deps, call)));
  const tooLate = deadline.done.then(() => 'not_sent_in_time');
  const reason = await Promise.race([call.recheck?.ask() ?? null, tooLate]);
  deadline.cancel();
  call.certainAt = askedAt;
  return reason;
}

/** Why a call may not be written now. */
function keepBack(
  { clock, settings }: SendAttemptDeps,
  { certainAt, deadline }: ConfirmedCall,
): string | null {
  // First, because that a call was reversed tells its caller more than that it came too late.
  if (certainAt !== null && apartMs(clock, certainAt) > settings.recheckAfterMs) return NOT_CERTAIN;
  return isPast(clock, deadline) ? 'deadline_passed' : null;
}

const NOT_CERTAIN = 'not_certain';

async function sendOnce(
  deps: SendAttemptDeps,
  upstream: Upstream,
  call: ConfirmedCall,
  sign: Sign,
): Promise<SendAttempt> {
  const exchange = startExchange({
    pool: upstream.pool,
    path: upstream.path,
    headers: { ...call.headers, 'Content-Type': 'application/json', X_msg_signature: sign(call.body) },
    body: call.body,
    answerBytesMax: deps.settings.answerBytesMax,
    clock: deps.clock,
    keepBack: () => keepBack(deps, call),
    onDate(date) {
      upstream.clockDriftMs = clockDriftMs(date, deps.clock.nowMs()) ?? upstream.clockDriftMs;
    },
  });
  return { exchange, ending: await endingInTime(deps, call, exchange) };
}

/** Null when the deadline came first and something was written. */
async function endingInTime(
  deps: SendAttemptDeps,
  call: SendAttemptCall,
  exchange: Exchange,
): Promise<Ending | null> {
  const deadline = deps.timer.wait(Math.max(0, remainingMs(deps, call)));
  const ending = await Promise.race([exchange.ended, deadline.done]);
  deadline.cancel();
  if (ending !== undefined) return ending;
  if (exchange.sentAtMs() !== null) return null;
  exchange.cancel('not_sent_in_time');
  return exchange.ended;
}

/** A Date header is cut to the second: within the second that it names there is no drift. */
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
