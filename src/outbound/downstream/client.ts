import type { Clock } from '../../platform/clock.js';
import type { Timer } from '../../use-cases/ports.js';
import type {
  Downstream,
  DownstreamCall,
  DownstreamOutcome,
  LateOutcome,
  InquiryOutcome,
} from '../../use-cases/transactions/downstream-port.js';
import { type AnswerReaders, isRouteFailure, interpretAnswer } from './answer.js';
import { sendWithRetries, acquireSlot, remainingMs } from './attempt.js';
import type { BreakerState } from './breaker.js';
import type { Ending, Exchange } from './exchange.js';
import { createUpstreams, openAgent, type TlsOf, type Upstream } from './upstreams.js';
import type { DownstreamSettings, RouteConfig } from './routes.js';
import { type Dispatcher, request } from 'undici';
import { createSigners, isSignatureRefused, type Sign, type Signers, type SigningKeys } from './signers.js';

interface RouteState {
  readonly route: string;
  readonly breaker: BreakerState;
  /** Calls that hold a place in the bulkhead (`concurrent`) or wait for one (`queued`). Advices do neither. */
  readonly concurrent: number;
  readonly queued: number;
  /** Calls past their deadline that are still open for a late answer. */
  readonly late: number;
  /** The service's clock minus ours, by the `Date` of its last answer; null before the first. */
  readonly clockDriftMs: number | null;
}

export interface DownstreamClient extends Downstream {
  states(): readonly RouteState[];
  /** Signs later calls of these routes, by name, with other keys. Throws INTERNAL for an empty key, before anything changes. */
  useSigningKeys(keys: ReadonlyMap<string, SigningKeys>): void;
  /** Cuts all open calls: written ones end in doubt, the others refused. */
  close(): Promise<void>;
}

interface DownstreamDeps {
  readonly routes: readonly RouteConfig[];
  readonly settings: DownstreamSettings;
  readonly tlsOf: TlsOf;
  readonly readers: AnswerReaders;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Runs when the service of this route accepts the other signing key. Later calls use that key. */
  readonly onSigningKey?: (route: string) => void;
}

/**
 * Creates the client of the wallet services (docs/reference/protocol.md#signature, docs/reference/transactions.md#outcomes).
 * `send` resolves at the call's deadline at the latest. A call that is not written by then is refused and is never written. A
 * written one is a timeout, and stays open for a late answer.
 *
 * Reasons of `refused`: unknown_route, deadline_passed, breaker, bulkhead, not_connected[:code], not_sent_in_time, unsendable,
 * status, closed. Reasons of `in_doubt`: cut[:code], too_large, status, redirect,
 * unreadable, reader_failed, no_late_answer, late_calls_max, closed, and those of core/transactions/normalise.
 *
 * Throws INTERNAL when the routes contradict each other.
 */
export function createDownstream(deps: DownstreamDeps): DownstreamClient {
  const upstreams = createUpstreams(deps);
  const inquiries = openAgent(deps);
  return {
    route: (methodName) => upstreams.forMethod(methodName),
    namedRoute: (name) => upstreams.find(name)?.config,
    send(call) {
      const upstream = upstreams.find(call.route);
      return upstream === undefined
        ? Promise.resolve(refusedOutcome('unknown_route'))
        : sendBy(deps, upstream, call);
    },
    inquire({ route: name, requestId, customerId }) {
      const upstream = upstreams.find(name);
      if (upstream?.config.inquiryUrl === undefined) return Promise.resolve({ kind: 'no_answer' });
      return inquire({
        ...deps,
        dispatcher: inquiries,
        signers: upstream.signers,
        inquiryUrl: upstream.config.inquiryUrl,
        requestId,
        customerId,
        timeoutMs: upstream.config.timeoutMs,
        answerBytesMax: deps.settings.answerBytesMax,
      });
    },
    inquiryRoutes: upstreams.all
      .filter(({ config }) => config.inquiryUrl !== undefined)
      .map(({ route }) => route),
    states: () => upstreams.all.map(stateOf),
    useSigningKeys(keys) {
      const signers = new Map([...keys].map(([route, each]) => [route, createSigners(each)]));
      for (const upstream of upstreams.all)
        upstream.signers = signers.get(upstream.route) ?? upstream.signers;
    },
    async close() {
      await Promise.all([upstreams.close(), inquiries.destroy()]);
    },
  };
}

async function sendBy(
  deps: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
): Promise<DownstreamOutcome> {
  const { customerId } = call;
  const isLimited = call.always !== true;
  if (!isLimited && remainingMs(deps, call) <= 0) return refusedOutcome('deadline_passed');
  const slot = isLimited ? await acquireSlot(deps, upstream, call) : null;
  if (slot?.kind === 'turned_away')
    return { ...refusedOutcome(slot.reason), retryAfterMs: slot.retryAfterMs };
  const interpret = (ending: Ending): LateOutcome =>
    interpretAnswer({ ending, customerId, readers: deps.readers });
  const { exchange, ending } = await sendWithRetries(
    deps,
    upstream,
    call,
    (refused) => interpret(refused).kind === 'refused',
  );
  if (ending === null) {
    slot?.release(true);
    return {
      kind: 'timeout',
      sentAtMs: exchange.sentAtMs,
      late: awaitLate(deps, upstream, call, exchange),
    };
  }
  slot?.release(isRouteFailure(ending));
  return interpret(ending);
}

async function awaitLate(
  deps: DownstreamDeps,
  upstream: Upstream,
  call: DownstreamCall,
  exchange: Exchange,
): Promise<LateOutcome> {
  if (++upstream.late > deps.settings.lateCallsMax) exchange.cancel('late_calls_max');
  const end = deps.timer.wait(deps.settings.lateMs);
  void end.done.then(() => exchange.cancel('no_late_answer'));
  const ending = await exchange.ended;
  end.cancel();
  upstream.late--;
  return interpretAnswer({ ending, customerId: call.customerId, readers: deps.readers });
}

function refusedOutcome(reason: string): Extract<DownstreamOutcome, { kind: 'refused' }> {
  return { kind: 'refused', reason, httpStatus: null, raw: null, sentAtMs: null };
}

function stateOf(upstream: Upstream): RouteState {
  const { route, late, clockDriftMs } = upstream;
  return { route, breaker: upstream.breaker.state(), ...upstream.bulkhead.load(), late, clockDriftMs };
}

/**
 * Asks a route's inquiry URL about a request id: `GET …?request_id=…`, with `X_msg_signature` over the bytes of the request id.
 * 404 means that the service never saw it. An answer to the call itself settles it. Everything else proves nothing.
 */
async function inquire(args: {
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
  const { outcome, isRefused } = await ask(args, current);
  const other = args.signers.otherThan(current);
  return isRefused && other !== null ? (await ask(args, other)).outcome : outcome;
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
