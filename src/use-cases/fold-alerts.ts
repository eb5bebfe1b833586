import { addressGroup } from '../core/access/address-group.js';
import { repeat, type Repeating } from '../platform/background.js';
import type { Clock } from '../platform/clock.js';
import type { Alert, AlertAbout, Observer, Timer } from './ports.js';

interface AlertFoldingDeps {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Pause between two alerts of one subject, in milliseconds. 0 raises every alert. */
  readonly pauseMs: number;
  /**
   * Subjects per kind that have their own alerts within the pause. The others share one, because callers can make up terminals
   * and addresses.
   */
  readonly subjectsMax: number;
  readonly raise: Observer['alert'];
  /** Called for each alert that is not raised. */
  readonly onFolded: (alert: Alert) => void;
  /** Called when the pause is over, with the number of alerts not raised and the last of them. */
  readonly alertFolded: (alert: Alert, about: AlertAbout & { readonly folded: number }) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface AlertFolding {
  readonly alert: Observer['alert'];
  /** Reports the folded alerts at once, and stops. */
  stop(): Promise<void>;
}

interface FoldedAlert {
  readonly sinceMs: number;
  count: number;
  last: AlertAbout;
}

/**
 * Raises an alert of each kind once per pause for a terminal and address. Repeated calls raise no second one. The others are
 * counted and reported together when the pause is over.
 */
export function foldAlerts(deps: AlertFoldingDeps): AlertFolding {
  const { clock, pauseMs } = deps;
  const kinds = new Map<Alert, Map<string, FoldedAlert>>();

  function endPauses(isOver: (folded: FoldedAlert) => boolean): void {
    for (const [alert, subjects] of kinds) {
      for (const [subject, folded] of subjects) {
        if (!isOver(folded)) continue;
        subjects.delete(subject);
        if (folded.count > 0) deps.alertFolded(alert, { ...folded.last, folded: folded.count });
      }
    }
  }
  const isPast = ({ sinceMs }: FoldedAlert): boolean => clock.monotonicMs() - sinceMs >= pauseMs;
  const rounds: Repeating | null =
    pauseMs === 0
      ? null
      : repeat({
          ...deps,
          round: () => {
            endPauses(isPast);
            return false;
          },
          everyMs: Math.ceil(pauseMs / ROUNDS_PER_PAUSE),
        });

  return {
    alert(alert, about) {
      if (pauseMs === 0 || ONE_EACH.has(alert)) return deps.raise(alert, about);
      let subjects = kinds.get(alert);
      if (subjects === undefined) kinds.set(alert, (subjects = new Map<string, FoldedAlert>()));
      const own = subjectOf(alert, about);
      const subject = subjects.has(own) || subjects.size < deps.subjectsMax ? own : OTHERS;
      const folded = subjects.get(subject);
      if (folded !== undefined && !isPast(folded)) {
        folded.count += 1;
        folded.last = about;
        return deps.onFolded(alert);
      }
      if (folded !== undefined) endPauses((each) => each === folded);
      subjects.set(subject, { sinceMs: clock.monotonicMs(), count: 0, last: about });
      deps.raise(alert, about);
    },
    async stop() {
      await rounds?.stop();
      endPauses(() => true);
    },
  };
}

const ROUNDS_PER_PAUSE = 10;

/** Alerts that are never folded: money moved although a terminal got a decline, or no caller can cause the alert. */
const ONE_EACH: ReadonlySet<Alert> = new Set(['transaction_contradicted', 'database_lost', 'clock_drift']);

/** Subject that matches no terminal and no address. */
const OTHERS = '';

function subjectOf(alert: Alert, { terminalId = '', address }: AlertAbout): string {
  // Guessing is noticed over all addresses. The given address is only the last one.
  const from = address === undefined || alert === 'checksum_guessing' ? '' : addressGroup(address);
  return `${terminalId} ${from}`;
}
