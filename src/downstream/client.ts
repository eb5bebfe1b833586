import type {
  Clock,
  Downstream,
  DownstreamCall,
  DownstreamOutcome,
  LateOutcome,
  Timer,
} from '../usecase/ports.js';
import { isRouteFailure, understand, type AnswerReaders } from './answer.js';
import type { BreakerState } from './breaker.js';
import { startExchange, type Ending, type Exchange } from './exchange.js';
import { inquire } from './inquiry.js';
import { createLanes } from './lanes.js';
import type { Lane } from './lane.js';
import type { RouteConfig } from './routes.js';
import type { DownstreamSettings } from './settings.js';
import { isSignatureRefused, type Sign } from './signers.js';

export interface RouteState {
  readonly route: string;
  readonly breaker: BreakerState;
  /** Calls that hold a place in the bulkhead, and calls that wait for one. Advices do neither. */
  readonly concurrent: number;
  readonly queued: number;
  /** Calls past their deadline that are still open for a late answer. */
  readonly late: number;
  /** The service's clock minus ours, by the `Date` of its last answer; null before the first. */
  readonly clockDriftMs: number | null;
}

export interface DownstreamClient extends Downstream {
  states(): readonly RouteState[];
  /**
   * Makes ready for other routes; `take`, which cannot fail, lets calls go by them. A route that is as before keeps its connections, breaker
   * and places; of one that is not, calls under way are ended as they began. Throws INTERNAL when the routes contradict each other.
   */
  prepareReload(routes: readonly RouteConfig[]): { take(): void };
  /** Cuts what is still open: written calls end in doubt, the others refused. */
  close(): Promise<void>;
}

export interface DownstreamDeps {
  readonly routes: readonly RouteConfig[];
  readonly settings: DownstreamSettings;
  readonly readers: AnswerReaders;
  readonly clock: Clock;
  readonly timer: Timer;
  /** The service of this route took the other signing key, and will be called with it. */
  readonly onSigningKey?: (route: string) => void;
}

/**
 * Calls wallet services (contract 4.5, 4.6). `send` resolves at the call's deadline at the latest. A call that was not written
 * by then is refused and never will be written; one that was is a timeout, and stays open for a late answer.
 *
 * Reasons of `refused`: unknown_route, deadline_passed, breaker, bulkhead, not_connected[:code], not_sent_in_time, unsendable,
 * status, closed. Of `in_doubt`: cut[:code], too_large, status, redirect, unreadable, reader_failed, no_late_answer,
 * late_calls_max, closed, and those of core/normalise.
 *
 * Throws INTERNAL when the routes contradict each other.
 */
export function createDownstream(deps: DownstreamDeps): DownstreamClient {
  const lanes = createLanes(deps);
  return {
    route: (methodName) => lanes.forMethod(methodName),
    send(call) {
      const lane = lanes.find(call.route);
      return lane === undefined ? Promise.resolve(refusal('unknown_route')) : enter(deps, lane, call);
    },
    inquire({ route: name, requestId, customerId }) {
      const lane = lanes.find(name);
      if (lane?.config.inquiryUrl === undefined) return Promise.resolve({ kind: 'no_answer' });
      return inquire({
        ...deps,
        signers: lane.signers,
        inquiryUrl: lane.config.inquiryUrl,
        requestId,
        customerId,
        timeoutMs: lane.config.timeoutMs,
        answerBytesMax: deps.settings.answerBytesMax,
      });
    },
    get inquiryRoutes() {
      return lanes.all.filter(({ config }) => config.inquiryUrl !== undefined).map(({ route }) => route);
    },
    states: () => lanes.all.map(stateOf),
    prepareReload: (routes) => lanes.prepare(routes),
    close: () => lanes.close(),
  };
}

async function enter(deps: DownstreamDeps, lane: Lane, call: DownstreamCall): Promise<DownstreamOutcome> {
  if (remainingMs(deps, call) <= 0) return refusal('deadline_passed');
  if (call.always === true) return carry(deps, lane, call, () => undefined);
  if (!(await lane.bulkhead.enter(remainingMs(deps, call)))) return refusal('bulkhead');
  const isInTime = remainingMs(deps, call) > 0;
  const verdict = isInTime ? lane.breaker.admit() : null;
  if (verdict === null) {
    lane.bulkhead.leave();
    return refusal(isInTime ? 'breaker' : 'deadline_passed');
  }
  return carry(deps, lane, call, (failed) => {
    lane.bulkhead.leave();
    verdict(failed);
  });
}

async function carry(
  deps: DownstreamDeps,
  lane: Lane,
  call: DownstreamCall,
  conclude: (failed: boolean) => void,
): Promise<DownstreamOutcome> {
  const { exchange, ending } = await attempt(deps, lane, call);
  if (ending === null) {
    conclude(true);
    return { kind: 'timeout', sentAtMs: exchange.sentAtMs(), late: awaitLate(deps, lane, call, exchange) };
  }
  conclude(isRouteFailure(ending));
  return understand({ ending, customerId: call.customerId, readers: deps.readers });
}

interface Attempt {
  readonly exchange: Exchange;
  readonly ending: Ending | null;
}

/**
 * While the keys of a route change, a call whose signature is refused is signed with the other key and sent once more: a refused
 * signature means that nothing was processed. So neither side has to change at the same moment as the other.
 */
async function attempt(deps: DownstreamDeps, lane: Lane, call: DownstreamCall): Promise<Attempt> {
  const { signers } = lane;
  const used = signers.current;
  const first = await attemptConnected(deps, lane, call, used);
  const other = signers.otherThan(used);
  if (other === null || !isRefusedForKey(first.ending) || remainingMs(deps, call) <= 0) return first;
  const second = await attemptConnected(deps, lane, call, other);
  if (!isRefusedForKey(second.ending) && second.ending?.kind === 'response' && signers.prefer(other))
    deps.onSigningKey?.(lane.route);
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
async function attemptConnected(
  deps: DownstreamDeps,
  lane: Lane,
  call: DownstreamCall,
  sign: Sign,
): Promise<Attempt> {
  const first = await attemptOnce(deps, lane, call, sign);
  const pauseMs = deps.settings.connectRetryMs;
  const isRetried = pauseMs > 0 && isUnconnected(first.ending) && remainingMs(deps, call) > pauseMs;
  if (!isRetried) return first;
  await deps.timer.wait(pauseMs).done;
  return attemptOnce(deps, lane, call, sign);
}

function isUnconnected(ending: Ending | null): boolean {
  return ending?.kind === 'unsent' && ending.reason.startsWith('not_connected');
}

async function attemptOnce(
  deps: DownstreamDeps,
  lane: Lane,
  call: DownstreamCall,
  sign: Sign,
): Promise<Attempt> {
  const exchange = startExchange({
    pool: lane.pool,
    path: lane.path,
    headers: { ...call.headers, 'Content-Type': 'application/json', X_msg_signature: sign(call.body) },
    body: call.body,
    answerBytesMax: deps.settings.answerBytesMax,
    clock: deps.clock,
    onDate(date) {
      lane.clockDriftMs = clockDriftMs(date, deps.clock.nowMs()) ?? lane.clockDriftMs;
    },
  });
  return { exchange, ending: await endingInTime(deps, call, exchange) };
}

/** Null when the deadline came first and something was written. */
async function endingInTime(
  deps: DownstreamDeps,
  call: DownstreamCall,
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

async function awaitLate(
  deps: DownstreamDeps,
  lane: Lane,
  call: DownstreamCall,
  exchange: Exchange,
): Promise<LateOutcome> {
  if (++lane.late > deps.settings.lateCallsMax) exchange.cancel('late_calls_max');
  const end = deps.timer.wait(deps.settings.lateMs);
  void end.done.then(() => exchange.cancel('no_late_answer'));
  const ending = await exchange.ended;
  end.cancel();
  lane.late--;
  return understand({ ending, customerId: call.customerId, readers: deps.readers });
}

/** A Date header is cut to the second: within the second that it names there is no drift. */
function clockDriftMs(date: string, nowMs: number): number | null {
  const atMs = Date.parse(date);
  if (Number.isNaN(atMs)) return null;
  if (nowMs < atMs) return atMs - nowMs;
  return Math.min(0, atMs + 999 - nowMs);
}

function remainingMs(deps: DownstreamDeps, call: DownstreamCall): number {
  return call.deadlineMs - deps.clock.nowMs();
}

function refusal(reason: string): DownstreamOutcome {
  return { kind: 'refused', reason, httpStatus: null, raw: null, sentAtMs: null };
}

function stateOf(lane: Lane): RouteState {
  const { route, late, clockDriftMs } = lane;
  return { route, breaker: lane.breaker.state(), ...lane.bulkhead.load(), late, clockDriftMs };
}
