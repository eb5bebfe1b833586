import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { DeliveryObserver, Observer } from '../usecase/ports.js';

/** Whatever is told to operators is a line of the log and a metric. */
export function observerOf(metrics: Metrics, log: Logger): Observer {
  return {
    checksumRepeated: metrics.observer.checksumRepeated,
    concluded: (about) => {
      metrics.observer.concluded(about);
      log.info(about, 'transaction');
    },
    alert(alert, about) {
      metrics.observer.alert(alert, about);
      log.warn({ alert, ...about }, 'alert');
    },
  };
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
