import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { Alert, Clock, DeliveryObserver, Observer } from '../usecase/ports.js';

/** Turns whatever operators are told into a line of the log and a metric. */
export function observerOf(
  metrics: Metrics,
  log: Logger,
  pause: { readonly clock: Clock; readonly alertPauseMs: number },
): Observer {
  const isDue = onceInAWhile(pause);
  return {
    checksumRepeated: metrics.observer.checksumRepeated,
    concluded: (about) => {
      metrics.observer.concluded(about);
      log.info(about, 'transaction');
    },
    alert(alert, about) {
      if (ABOUT_CHECKSUMS.has(alert) && !isDue(`${alert} ${about.terminalId ?? ''}`)) return;
      metrics.observer.alert(alert, about);
      log.warn({ alert, ...about }, 'alert');
    },
  };
}

/** Each call of a poller or of an attacker would bring one; the counters tell how many there were. */
const ABOUT_CHECKSUMS: ReadonlySet<Alert> = new Set(['checksum_borders_shifted', 'checksum_repeated']);

/** True for the first of a kind, and again after the pause. Forgets the oldest kinds. */
function onceInAWhile(args: {
  readonly clock: Clock;
  readonly alertPauseMs: number;
}): (kind: string) => boolean {
  const lastMs = new Map<string, number>();
  return (kind) => {
    const nowMs = args.clock.nowMs();
    const sinceMs = nowMs - (lastMs.get(kind) ?? -Infinity);
    // A clock that was set back must not keep alerts back.
    if (sinceMs >= 0 && sinceMs < args.alertPauseMs) return false;
    lastMs.delete(kind);
    lastMs.set(kind, nowMs);
    const [oldest] = lastMs.keys();
    if (lastMs.size > KINDS_MAX && oldest !== undefined) lastMs.delete(oldest);
    return true;
  };
}

const KINDS_MAX = 10_000;

/** Endpoints are named by their id: a URL may hold a secret of the receiver's. */
export function deliveryObserverOf(metrics: Metrics, log: Logger): DeliveryObserver {
  return {
    attempted(about) {
      metrics.webhooks.attempted(about);
      log.info(about, 'webhook');
    },
    endpointChanged(about) {
      metrics.webhooks.endpointChanged(about);
      log.warn(about, 'webhook endpoint');
    },
  };
}
