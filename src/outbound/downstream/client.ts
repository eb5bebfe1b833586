import { isPast, untilMs } from '../../platform/clock.js';
import type {
  Downstream,
  DownstreamCall,
  DownstreamOutcome,
  LateOutcome,
  Route,
  RouteHealth,
} from '../../use-cases/transactions/downstream-port.js';
import { interpretAnswer, isRouteFailure } from './answer.js';
import { QUEUE_MS } from './bulkhead.js';
import { type Ending, type Exchange, type OnHead, startExchange } from './exchange.js';
import { inquire } from './inquiry.js';
import { LATE_CALLS_PER_PLACE, type RouteConfig, type RouteConfigs } from './routes.js';
import { createSigners, isSignatureRefused, type Sign, type SigningKeys } from './signers.js';
import { openUpstream, type Upstream, type UpstreamDeps } from './upstream.js';

export interface DownstreamClient extends Downstream {
  states(): readonly RouteHealth[];
  /** Signs later calls of these routes, by name, with other keys. Throws INTERNAL for an empty key, before anything changes. */
  useSigningKeys(keys: ReadonlyMap<string, SigningKeys>): void;
  /** Cuts all open calls: written ones end in doubt, the others refused. */
  close(): Promise<void>;
}

interface DownstreamDeps extends UpstreamDeps {
  readonly routes: RouteConfigs;
  /** Runs when the service of this route accepts the other signing key. Later calls use that key. */
  readonly onSigningKey?: (route: string) => void;
  readonly onHead?: OnHead;
}

/**
 * Creates the client of the wallet services (docs/reference/protocol.md#signature, docs/reference/transactions.md#outcomes).
 * `send` resolves at the call's deadline at the latest. A call that is not written by then is refused and is never written. A
 * written one is a timeout, and stays open for a late answer.
 *
 * Reasons of `refused`: unknown_route, deadline_passed, breaker, bulkhead, not_connected[:code], not_sent_in_time, unsendable,
 * status, closed. Reasons of `in_doubt`: cut[:code], too_large, status, redirect,
 * unreadable, reader_failed, no_late_answer, late_calls_max, closed, and those of core/transactions/normalise.
 */
export function createDownstream(deps: DownstreamDeps): DownstreamClient {
  const upstreams = new Map(deps.routes.map((route) => [route.name, openUpstream(route, deps)]));
  const byMethod = new Map(
    deps.routes.flatMap((route) => route.methods.map((method) => [method, knownOf(route)])),
  );
  const fallback = knownOf(deps.routes[0]);
  return {
    route: (methodName) => byMethod.get(methodName) ?? fallback,
    namedRoute: (name) => upstreams.get(name)?.config,
    send(call) {
      const upstream = upstreams.get(call.route);
      return upstream === undefined ? Promise.resolve(refused('unknown_route')) : send(deps, upstream, call);
    },
    inquire({ route, ...call }) {
      const upstream = upstreams.get(route);
      if (upstream === undefined) return Promise.resolve({ kind: 'no_answer' });
      return inquire(upstream, call, { ...deps, answerBytesMax: deps.settings.answerBytesMax });
    },
    inquiryRoutes: deps.routes.filter(({ inquiryUrl }) => inquiryUrl !== undefined).map(({ name }) => name),
    states: () => [...upstreams.values()].map(healthOf),
    useSigningKeys(keys) {
      const signers = new Map([...keys].map(([route, each]) => [route, createSigners(each)]));
      for (const [route, upstream] of upstreams) upstream.signers = signers.get(route) ?? upstream.signers;
    },
    async close() {
      const pools = [...upstreams.values()].flatMap(({ pool, inquiryPool }) => [pool, inquiryPool]);
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Returns the part of a route that use cases may know: never its key. */
function knownOf({ name, timeoutMs, dedupes }: RouteConfig): Route {
  return { name, timeoutMs, dedupes };
}

function healthOf({ config, breaker, bulkhead, late, clockDriftMs }: Upstream): RouteHealth {
  return { route: config.name, breaker: breaker.state(), ...bulkhead.load(), late, clockDriftMs };
}

function refused(reason: string): Extract<DownstreamOutcome, { kind: 'refused' }> {
  return { kind: 'refused', reason, httpStatus: null, raw: null, sentAtMs: null };
}

async function send(
  deps: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
): Promise<DownstreamOutcome> {
  const leftMs = untilMs(deps.clock, call.deadline);
  if (leftMs <= 0) return refused('deadline_passed');
  // Neither breaker nor places hold up an advice.
  if (call.always === true) return outcomeOf(deps, upstream, call, await sendSigned(deps, upstream, call));
  const { bulkhead, breaker } = upstream;
  if (!(await bulkhead.enter(leftMs))) return { ...refused('bulkhead'), retryAfterMs: QUEUE_MS };
  const verdict = breaker.admit();
  if (verdict === null) {
    bulkhead.leave();
    return { ...refused('breaker'), retryAfterMs: breaker.retryAfterMs() };
  }
  let hasFailed = true;
  try {
    const attempt = await sendSigned(deps, upstream, call);
    hasFailed = attempt.ending === null || isRouteFailure(attempt.ending);
    return outcomeOf(deps, upstream, call, attempt);
  } finally {
    bulkhead.leave();
    verdict(hasFailed);
  }
}

/** A call up to its deadline. `ending` is null when the deadline came first and something was written. */
interface Attempt {
  readonly exchange: Exchange;
  readonly ending: Ending | null;
}

function outcomeOf(
  deps: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
  { exchange, ending }: Attempt,
): DownstreamOutcome {
  if (ending !== null) return interpretAnswer(ending, call.customerId);
  return {
    kind: 'timeout',
    sentAtMs: exchange.sentAtMs,
    late: awaitLate(deps, upstream, call, exchange),
  };
}

async function awaitLate(
  { settings, timer }: DownstreamDeps,
  upstream: Upstream,
  { customerId }: DownstreamCall,
  exchange: Exchange,
): Promise<LateOutcome> {
  if (++upstream.late > LATE_CALLS_PER_PLACE * settings.concurrentMax) exchange.cancel('late_calls_max');
  const end = timer.wait(settings.lateMs);
  void end.done.then(() => exchange.cancel('no_late_answer'));
  const ending = await exchange.ended;
  end.cancel();
  upstream.late--;
  return interpretAnswer(ending, customerId);
}

/**
 * Sends a call. While the keys of a route change, a call whose signature is refused is sent again under the other key. A
 * refused signature means that nothing was processed. The two sides can therefore change keys at different times. A status
 * above an answer to the call refuses no signature: that call was processed.
 */
async function sendSigned(deps: DownstreamDeps, upstream: Upstream, call: DownstreamCall): Promise<Attempt> {
  const { signers } = upstream;
  const isRefusedForKey = (ending: Ending | null): boolean =>
    ending !== null &&
    isSignatureRefused(ending) &&
    interpretAnswer(ending, call.customerId).kind === 'refused';
  const used = signers.current;
  const first = await sendConnected(deps, upstream, call, used);
  const other = signers.otherThan(used);
  if (other === null || !isRefusedForKey(first.ending)) return first;
  const second = await sendConnected(deps, upstream, call, other);
  // If this try was not written, the call is still refused, for the reason of the previous reply.
  if (second.ending?.kind === 'unsent') return first;
  const isAccepted = second.ending?.kind === 'response' && !isRefusedForKey(second.ending);
  if (isAccepted && signers.prefer(other)) deps.onSigningKey?.(upstream.config.name);
  return second;
}

/**
 * Sends a call under one key. Tries once more when no connection could be made and there is time. This is safe, because nothing was
 * written. Callers of a service that restarts get a pause and not a refusal.
 */
async function sendConnected(
  deps: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
  sign: Sign,
): Promise<Attempt> {
  const first = await sendOnce(deps, upstream, call, sign);
  const isUnconnected = first.ending?.kind === 'unsent' && first.ending.reason.startsWith('not_connected');
  const pauseMs = deps.settings.connectRetryMs;
  if (!isUnconnected || untilMs(deps.clock, call.deadline) <= pauseMs) return first;
  await deps.timer.wait(pauseMs).done;
  return sendOnce(deps, upstream, call, sign);
}

async function sendOnce(
  { settings, clock, timer, onHead }: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
  sign: Sign,
): Promise<Attempt> {
  const exchange = startExchange({
    pool: upstream.pool,
    method: 'POST',
    path: upstream.path,
    headers: { ...call.headers, 'Content-Type': 'application/json', X_msg_signature: sign(call.body) },
    body: call.body,
    answerBytesMax: settings.answerBytesMax,
    clock,
    keepBack: () => (isPast(clock, call.deadline) ? 'deadline_passed' : null),
    onHead(httpStatus, headers) {
      upstream.clockDriftMs = clockDriftMs(headers['date'], clock.nowMs()) ?? upstream.clockDriftMs;
      onHead?.(httpStatus, headers);
    },
  });
  const deadline = timer.wait(Math.max(0, untilMs(clock, call.deadline)));
  const ending = await new Promise<Ending | null>((resolve) => {
    void exchange.ended.then(resolve);
    void deadline.done.then(() => {
      if (exchange.sentAtMs !== null) resolve(null);
      else exchange.cancel('not_sent_in_time');
    });
  });
  deadline.cancel();
  return { exchange, ending };
}

/** Returns the drift, or null without a readable date. A Date header has whole seconds: within that second the drift is 0. */
function clockDriftMs(date: unknown, nowMs: number): number | null {
  const atMs = typeof date === 'string' ? Date.parse(date) : NaN;
  if (Number.isNaN(atMs)) return null;
  if (nowMs < atMs) return atMs - nowMs;
  return Math.min(0, atMs + 999 - nowMs);
}
