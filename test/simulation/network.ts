import { apartMs, isPast, momentOf, untilMs } from '../../src/platform/clock.js';
import type {
  Downstream,
  DownstreamCall,
  DownstreamOutcome,
  InquiryOutcome,
  LateOutcome,
  Route,
} from '../../src/use-cases/transactions/downstream-port.js';
import type { NodeClock } from './node-clock.js';
import type { Random } from './random.js';
import { type Life, never, type VirtualTime } from './virtual-time.js';
import type { Said, Wallet } from './wallet.js';

export interface NetworkDeps {
  readonly time: VirtualTime;
  /** Clock of the calling process. */
  readonly clock: NodeClock;
  readonly random: Random;
  readonly wallet: Wallet;
  readonly route: Route;
  /** Whether the wallet service answers inquiries about a call. */
  readonly isInquirable: boolean;
  /** Time for which a call stays open past its deadline. */
  readonly lateMs: number;
  /** Time at which faults end. */
  readonly healthyFromMs: number;
  /** Probability that a connection is made late, if at all. */
  readonly lateConnection: number;
  /** Whether deadline and claim are checked again before the first byte of a call that waited. */
  readonly looksAgain: boolean;
}

/** Fate of a call on its way. A connection that is closed by then delivers nothing. */
type Fate =
  | 'answer'
  | 'not_connected'
  | 'status'
  | 'lost'
  | 'late'
  | 'processed_unheard'
  | 'cut_after'
  | 'cut_before'
  | 'garbage';

/**
 * Returns the connection of one process to the wallet service, with the promises of src/downstream: an outcome at the deadline at
 * the latest, a call open for `lateMs` more, nothing written once it was refused. Calls `onLeave` when the first byte leaves.
 */
export function networkOf(deps: NetworkDeps, life: Life, onLeave: (requestId: string) => void): Downstream {
  return {
    route: () => deps.route,
    namedRoute: () => deps.route,
    inquiryRoutes: deps.isInquirable ? [deps.route.name] : [],
    inquire: ({ requestId, customerId }) => inquire(deps, life, { requestId, customerId }),
    send: (call) => send(deps, life, call, onLeave),
  };
}

async function send(
  deps: NetworkDeps,
  life: Life,
  call: DownstreamCall,
  onLeave: (requestId: string) => void,
): Promise<DownstreamOutcome> {
  const { time, clock } = deps;
  const { deadline } = call;
  if (isPast(clock, deadline)) return refusal('deadline_passed', null);
  const fate = fateOf(deps);
  const tooLate = time.pause(Math.max(0, untilMs(clock, deadline)), life).then(() => TOO_LATE);
  const connected = await Promise.race([connect(deps, life), tooLate]);
  if (connected === TOO_LATE) return refusal(TOO_LATE, null);
  if (fate === 'not_connected') return refusal('not_connected', null);
  const reason = deps.looksAgain ? await lookAgain(clock, call, tooLate) : null;
  if (reason !== null) return refusal(reason, null);
  const sentAtMs = clock.nowMs();
  onLeave(call.requestId);
  const openMs = Math.max(1, untilMs(clock, deadline) + deps.lateMs);
  const ended = exchange(deps, life, { call, fate, sentAtMs, openMs });
  const inTime = await Promise.race([ended, tooLate]);
  if (inTime !== TOO_LATE) return inTime;
  const closed = time
    .pause(deps.lateMs, life)
    .then((): LateOutcome => doubt('no_late_answer', { sentAtMs, httpStatus: null }));
  return { kind: 'timeout', sentAtMs, late: Promise.race([ended, closed]) };
}

async function connect(
  { time, random, lateConnection, healthyFromMs }: NetworkDeps,
  life: Life,
): Promise<void> {
  const isLate = random.chance(lateConnection) && time.nowMs() < healthyFromMs;
  await time.pause(isLate ? random.int(200, 20_000) : random.int(0, 5), life);
}

const TOO_LATE = 'not_sent_in_time' as const;

/**
 * Checks a call again. Returns null where the first byte may leave: neither clock is past the deadline, and the claim still
 * holds.
 */
async function lookAgain(
  clock: NodeClock,
  call: DownstreamCall,
  tooLate: Promise<string>,
): Promise<string | null> {
  let certainAt = call.recheck?.since ?? null;
  for (;;) {
    if (isPast(clock, call.deadline)) return 'deadline_passed';
    if (certainAt === null || apartMs(clock, certainAt) <= CERTAIN_MS) return null;
    certainAt = momentOf(clock);
    const reason = await Promise.race([call.recheck?.ask() ?? null, tooLate]);
    if (reason !== null) return reason;
  }
}

/** Age up to which a check needs no second look (docs/reference/transactions.md#second-look-before-sending). */
export const CERTAIN_MS = 250;

function fateOf({ time, random, healthyFromMs }: NetworkDeps): Fate {
  if (time.nowMs() >= healthyFromMs || random.chance(0.45)) return 'answer';
  return random.pick([
    'not_connected',
    'status',
    'lost',
    'late',
    'late',
    'processed_unheard',
    'cut_after',
    'cut_before',
    'garbage',
  ]);
}

/** Resolves with the outcome that the process gets. Stays open where it gets none. */
async function exchange(
  deps: NetworkDeps,
  life: Life,
  { call, fate, sentAtMs, openMs }: { call: DownstreamCall; fate: Fate; sentAtMs: number; openMs: number },
): Promise<LateOutcome> {
  const { time, clock, random, wallet } = deps;
  const isLate = fate === 'late' || fate === 'processed_unheard';
  // Delivered bytes are processed, whatever happens to the process that sent them.
  await time.pause(isLate ? random.int(0, openMs - 1) : random.int(1, 400));
  if (fate === 'lost') return never();
  if (fate === 'status') return refusal('status', sentAtMs, 429);
  if (fate === 'cut_before') return doubt('cut', { sentAtMs, httpStatus: null });
  const said = wallet.process(call.requestId, call.body);
  await time.pause(random.int(1, isLate ? deps.lateMs : 200), life);
  if (fate === 'processed_unheard') return never();
  if (fate === 'cut_after') return doubt('cut', { sentAtMs, httpStatus: null });
  if (fate === 'garbage') return doubt('unreadable', { sentAtMs, httpStatus: 200 });
  return answered(said, { customerId: call.customerId, sentAtMs, answeredAtMs: clock.nowMs() });
}

async function inquire(
  deps: NetworkDeps,
  life: Life,
  about: { requestId: string; customerId: number | null },
): Promise<InquiryOutcome> {
  const { time, random, wallet } = deps;
  await time.pause(random.int(1, 50), life);
  if (time.nowMs() < deps.healthyFromMs && random.chance(0.3)) return { kind: 'no_answer' };
  const said = wallet.recall(about.requestId);
  await time.pause(random.int(1, 50), life);
  if (said === null) return { kind: 'never_seen' };
  const answeredAtMs = deps.clock.nowMs();
  return {
    kind: 'answered',
    outcome: answered(said, { customerId: about.customerId, sentAtMs: answeredAtMs, answeredAtMs }),
  };
}

function answered(
  said: Said,
  about: { customerId: number | null; sentAtMs: number; answeredAtMs: number },
): Extract<LateOutcome, { kind: 'answered' }> {
  const { customerId, ...times } = about;
  const status = said.resultCode > 0 ? 'success' : 'failed';
  const answer = { status, message: '', customerId, response: said };
  return { kind: 'answered', httpStatus: 200, raw: JSON.stringify(said), answer, ...times };
}

function refusal(reason: string, sentAtMs: number | null, httpStatus: number | null = null): LateOutcome {
  return { kind: 'refused', reason, httpStatus, raw: null, sentAtMs };
}

function doubt(reason: string, about: { sentAtMs: number; httpStatus: number | null }): LateOutcome {
  return { kind: 'in_doubt', reason, raw: null, answeredAtMs: null, ...about };
}
