import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import { foldAlerts, type AlertFolding } from '../usecase/fold-alerts.js';
import type { DeliveryObserver, Observer } from '../usecase/ports.js';
import type { World } from '../world.js';

/** Turns whatever operators are told into a line of the log and a metric. */
export function observerOf(metrics: Metrics, log: Logger, alert: Observer['alert']): Observer {
  return {
    checksumRepeated: metrics.observer.checksumRepeated,
    replayed: (about) => {
      metrics.observer.replayed(about);
      log.info({ ...about, replayed: true }, 'transaction');
    },
    concluded: (about) => {
      metrics.observer.concluded(about);
      log.info(about, 'transaction');
    },
    alert,
  };
}

/** Raises each alert. */
export function raiseAlertOf(metrics: Metrics, log: Logger): Observer['alert'] {
  return (alert, about) => {
    metrics.observer.alert(alert, about);
    log.warn({ alert, ...about }, 'alert');
  };
}

/** Terminals and addresses with an alert of their own, for each kind. Nobody reads more one by one. */
const ALERT_SUBJECTS_MAX = 100;

/** Raises alerts that callers can repeat once for each subject and pause. */
export function foldAlertsOf(
  { metrics, log, world, pauseMs }: { metrics: Metrics; log: Logger; world: World; pauseMs: number },
  onFailure: (error: unknown) => void,
): AlertFolding {
  return foldAlerts({
    ...world,
    pauseMs,
    subjectsMax: ALERT_SUBJECTS_MAX,
    raise: raiseAlertOf(metrics, log),
    onFolded: metrics.observer.alertFolded,
    tellFolded: (alert, about) => log.warn({ alert, ...about }, 'alerts folded'),
    onFailure,
  });
}

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
