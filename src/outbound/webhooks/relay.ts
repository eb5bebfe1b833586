import { createSignal, hasStopped } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { Deliveries, DueEndpoint, LeasedDelivery } from '../../use-cases/events/delivery-port.js';
import type { Timer } from '../../use-cases/ports.js';

interface RelaySettings {
  /** Maximum number of attempts at one time. */
  readonly concurrentMax: number;
  /** Maximum number of attempts to one endpoint at one time. */
  readonly concurrentPerEndpointMax: number;
  readonly leaseMs: number;
  /** Interval of looks when nothing wakes the relay, for deliveries that other processes wrote. */
  readonly pollMs: number;
}

export interface RelayDeps {
  readonly deliveries: Pick<Deliveries, 'due' | 'lease'>;
  /** Sends one delivery and concludes it. When `signal` aborts, it stops and gives the lease back. It never rejects. */
  readonly deliver: (delivery: LeasedDelivery, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly settings: RelaySettings;
  readonly onFailure: (error: unknown) => void;
}

export type Relay = ReturnType<typeof createRelay>;

/**
 * Creates the relay, which sends due deliveries until it is stopped. It looks again without waiting for any attempt to end.
 *
 *   wake-up (commit, end of an attempt, next due time or poll) ─▶ due ─▶ lease (a few per commit) ─▶ deliver …
 */
export function createRelay(deps: RelayDeps) {
  const { clock, timer, settings } = deps;
  const stop = new AbortController();
  const { signal: stopping } = stop;
  const cutting = new AbortController();
  const signal = createSignal(timer);
  /** Monotonic time since which the oldest delivery is due; null where none is. */
  let oldestDueAtMs: number | null = null;
  const attempts = countRunningAttempts(() => {
    // A delivery that the last look found due may have had no room.
    if (oldestDueAtMs !== null) signal.ring();
  });
  let restMs = REST_MIN_MS;

  /**
   * Leases and sends for a few endpoints at a time. Most picks find less than they may take, and leave the rest for the next
   * ones.
   */
  async function leaseAndSend(due: readonly DueEndpoint[]): Promise<void> {
    const picks = plan(due, attempts, settings);
    if (picks.length === 0) return;
    const leased = await deps.deliveries.lease({ endpoints: picks, leaseMs: settings.leaseMs });
    for (const delivery of leased) attempts.add(delivery, deps.deliver(delivery, cutting.signal));
  }

  /** Looks once. Resolves with the longest wait until the next look. */
  async function round(): Promise<number> {
    const lookedAtMs = clock.monotonicMs();
    const due = await deps.deliveries.due();
    restMs = restAfter(clock.monotonicMs() - lookedAtMs);
    const [oldest] = due.endpoints;
    oldestDueAtMs = oldest === undefined ? null : lookedAtMs - oldest.waitedMs;
    for (let start = 0; start < due.endpoints.length && !hasStopped(stopping); start += LEASE_ENDPOINTS) {
      await leaseAndSend(due.endpoints.slice(start, start + LEASE_ENDPOINTS));
    }
    const sinceMs = clock.monotonicMs() - lookedAtMs;
    return Math.max(0, Math.min(settings.pollMs, (due.nextDueInMs ?? Number.POSITIVE_INFINITY) - sinceMs));
  }

  async function loop(): Promise<void> {
    while (!hasStopped(stopping)) {
      const waitMs = await round().catch((error: unknown) => {
        deps.onFailure(error);
        return settings.pollMs;
      });
      await timer.wait(restMs).done;
      await signal.wait(Math.max(0, waitMs - restMs));
    }
  }

  const looped = loop();
  return {
    /** Makes the relay look: something may be due. */
    wake: () => signal.ring(),
    /** Returns the state for metrics. */
    state: () => ({
      inFlight: attempts.total,
      backlogAgeMs: oldestDueAtMs === null ? 0 : Math.max(0, clock.monotonicMs() - oldestDueAtMs),
    }),
    /** Takes nothing new, lets attempts under way end until `drained`, and gives the rest back. */
    async stop(drained: Promise<void>): Promise<void> {
      stop.abort();
      signal.ring();
      await looped;
      await Promise.race([attempts.idle(), drained]);
      cutting.abort();
      await attempts.idle();
    },
  };
}

/** Endpoints whose deliveries are leased in one commit. Between two commits the event loop is free for payments. */
const LEASE_ENDPOINTS = 50;
const REST_MIN_MS = 5;
const REST_MAX_MS = 200;

/** Returns the rest after a look. Every commit asks for a look, and looks may take a fifth of the time at most. */
function restAfter(lookMs: number): number {
  return Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, 4 * lookMs));
}

interface InFlight {
  readonly total: number;
  /** Attempts to endpoints that were failing when the attempt began. */
  readonly failing: number;
  of(endpointId: string): number;
}

/**
 * Returns how many due deliveries may be sent now, by endpoint. No endpoint takes more than its share. A failing one takes at
 * most one attempt at a time, and all failing ones together at most half. The others always have room.
 */
export function plan(
  due: readonly DueEndpoint[],
  inFlight: InFlight,
  limits: Pick<RelaySettings, 'concurrentMax' | 'concurrentPerEndpointMax'>,
): { readonly endpointId: string; readonly limit: number }[] {
  let slots = limits.concurrentMax - inFlight.total;
  let failingSlots = Math.ceil(limits.concurrentMax / 2) - inFlight.failing;
  const picks: { endpointId: string; limit: number }[] = [];
  for (const { endpointId, isFailing } of due) {
    const share = isFailing ? 1 : limits.concurrentPerEndpointMax;
    const free = Math.min(share - inFlight.of(endpointId), slots, isFailing ? failingSlots : slots);
    if (free <= 0) continue;
    picks.push({ endpointId, limit: free });
    slots -= free;
    if (isFailing) failingSlots -= free;
  }
  return picks;
}

/** Counts the attempts under way. */
function countRunningAttempts(onDone: () => void) {
  const works = new Set<Promise<void>>();
  const byEndpoint = new Map<string, number>();
  let failing = 0;
  const count = (endpointId: string, by: number): void => {
    const now = (byEndpoint.get(endpointId) ?? 0) + by;
    if (now === 0) byEndpoint.delete(endpointId);
    else byEndpoint.set(endpointId, now);
  };
  return {
    get total() {
      return works.size;
    },
    get failing() {
      return failing;
    },
    of: (endpointId: string) => byEndpoint.get(endpointId) ?? 0,
    add({ endpointId, isFailing }: LeasedDelivery, work: Promise<void>): void {
      count(endpointId, 1);
      failing += Number(isFailing);
      const watched = work.finally(() => {
        works.delete(watched);
        count(endpointId, -1);
        failing -= Number(isFailing);
        onDone();
      });
      works.add(watched);
    },
    /** Resolves when no attempt is under way. */
    async idle(): Promise<void> {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
