import { type NewEvent, operatorEvent } from '../../core/events/event.js';
import { keepText } from '../../core/keep.js';
import { repeat, type Repeating } from '../../platform/background.js';
import type { Clock } from '../../platform/clock.js';
import type { KeyInfo, KeyRecords } from '../directory/administration-port.js';
import type { Backlog, Timer } from '../ports.js';
import type { ClockStatus } from '../provisioning/clock-drift.js';
import type { RouteHealth } from '../transactions/downstream-port.js';
import type { EventLog } from './event-port.js';

/**
 * Events about states that no commit of a call causes. Each has a key for its hour or its subject, so that several processes, and
 * several looks at one state, make one event.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Age from which a doubt needs somebody: late answers and inquiries have had their time. */
export const DOUBT_OVERDUE_MS = 15 * 60_000;
/** Time before the end of an API key in which it is announced. */
export const KEY_ENDING_MS = 7 * DAY_MS;

/** A call of a proven terminal whose wallet the directory lacks. */
export interface UnknownWallet {
  readonly programme: string;
  readonly terminalId: string;
  readonly reference: string;
  readonly methodName: string;
}

/** Returns the function that announces an unknown wallet, once per reference and hour, behind the reply. */
export function createAnnounceUnknownWallet(deps: {
  readonly eventLog: Pick<EventLog, 'add'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly background: { add(work: Promise<unknown>): void };
}): (about: UnknownWallet) => void {
  const announced = new Set<string>();
  return ({ programme, reference: written, ...call }) => {
    const reference = keepText(written);
    const nowMs = deps.clock.nowMs();
    const key = `${programme}:${reference}:${hourOf(nowMs)}`;
    if (announced.has(key)) return;
    if (announced.size >= ANNOUNCED_MAX) announced.clear();
    announced.add(key);
    const event = operatorEvent('wallet.unknown', key, nowMs, { reference, ...call });
    const added = deps.eventLog.add({ ...event, programme });
    deps.background.add(
      added.catch((error: unknown) => {
        announced.delete(key);
        throw error;
      }),
    );
  };
}

/** Unknown wallets that a process remembers. The log knows the others. */
const ANNOUNCED_MAX = 10_000;

/** States that operators get events about, as they are now. */
export interface Conditions {
  readonly clocks: ClockStatus;
  readonly routes: readonly Pick<RouteHealth, 'route' | 'breaker'>[];
  readonly doubts: Backlog['transactions'];
  /** Those in use. */
  readonly keys: readonly Pick<KeyInfo, 'keyId' | 'expiresAtMs'>[];
}

/** Returns the events of what is not as it should be. */
export function conditionEvents({ clocks, routes, doubts, keys }: Conditions, nowMs: number): NewEvent[] {
  const hourly = (type: NewEvent['type'], subject: string, data: object): NewEvent =>
    operatorEvent(type, `${subject}:${hourOf(nowMs)}`, nowMs, data);
  const { databaseDriftMs, routes: drifts } = clocks;
  return [
    ...doubts
      .filter(({ state, sinceMs }) => state === 'in_doubt' && nowMs - sinceMs >= DOUBT_OVERDUE_MS)
      .map(({ count, sinceMs }) =>
        hourly('transaction.overdue', '', { count, oldestAt: new Date(sinceMs).toISOString() }),
      ),
    ...routes
      .filter(({ breaker }) => breaker === 'open')
      .map(({ route }) => hourly('breaker.open', route, { route })),
    ...(clocks.isWarning ? [hourly('clock.drift', '', { databaseDriftMs, routes: drifts })] : []),
    ...keys
      .filter(({ expiresAtMs }) => expiresAtMs !== null && expiresAtMs - nowMs <= KEY_ENDING_MS)
      .map(({ keyId, expiresAtMs }) => {
        const expiresAt = new Date(expiresAtMs ?? 0).toISOString();
        return operatorEvent('key.ending', `${keyId}:${expiresAt}`, nowMs, { keyId, expiresAt });
      }),
  ];
}

/** Looks at these states regularly, and announces what is not as it should be. */
export function watchConditions(deps: {
  readonly eventLog: Pick<EventLog, 'add'>;
  readonly keys: Pick<KeyRecords, 'list'>;
  readonly backlog: () => Promise<Backlog>;
  readonly readClocks: () => Promise<ClockStatus>;
  readonly routes: () => Conditions['routes'];
  readonly onDrift: (clocks: ClockStatus) => void;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly timer: Timer;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}): Repeating {
  return repeat({
    ...deps,
    startsAtOnce: true,
    async round(stopping) {
      const clocks = await deps.readClocks();
      if (clocks.isWarning && !stopping.aborted) deps.onDrift(clocks);
      const { transactions: doubts } = await deps.backlog();
      const nowMs = deps.clock.nowMs();
      const keys = await keysInUse(deps.keys, nowMs);
      for (const event of conditionEvents({ clocks, routes: deps.routes(), doubts, keys }, nowMs))
        if (!stopping.aborted) await deps.eventLog.add(event);
      return false;
    },
  });
}

/** Returns the API keys that are neither revoked nor over. */
export async function keysInUse(keys: Pick<KeyRecords, 'list'>, nowMs: number): Promise<readonly KeyInfo[]> {
  const found: KeyInfo[] = [];
  for (let after = '', isMore = true; isMore;) {
    const { rows, hasNextPage } = await keys.list({ filter: {}, after });
    found.push(...rows.filter((key) => !key.isRevoked && (key.expiresAtMs ?? Infinity) > nowMs));
    [after, isMore] = [rows.at(-1)?.keyId ?? '', hasNextPage];
  }
  return found;
}

function hourOf(nowMs: number): string {
  return String(Math.floor(nowMs / HOUR_MS));
}
