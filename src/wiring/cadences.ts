import type { Settings } from '../settings.js';

/** Other work that comes round, in rounds of the sweep: whoever wants one of them sooner mostly wants all of them sooner. */
const ROUNDS = {
  /** Subscriptions look for events of other processes: people watch them. */
  eventPollMs: 1 / 2,
  /** Counts of rate limits: beyond a limit each process gives what comes to it in this time. */
  rateExchangeMs: 2,
  /** The counting query behind /metrics; scrapes are farther apart than that. */
  backlogMs: 10,
  clockCheckMs: 120,
  lastUsedMs: 120,
  eventExpiryMs: 120,
  /** Old transactions: a purge lasts as long as it must, and an hour more of them costs nothing. */
  purgeMs: 7200,
};

export function cadencesOf({ everyMs }: Settings['sweep']): Readonly<typeof ROUNDS> {
  const cadences = Object.entries(ROUNDS).map(([name, rounds]) => [name, rounds * everyMs]);
  return Object.fromEntries(cadences) as typeof ROUNDS;
}
