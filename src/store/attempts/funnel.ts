import type { AttemptFilter, AttemptFunnel } from '../../usecase/provisioning/attempt-port.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { first, run, type Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';
import { compile } from '../statement.js';
import { createExtent, windowsOf, type Range } from '../windowed-list.js';
import { conditions } from './list-attempts.js';

/** Attempts are added in the order of their issue, but for clocks and commits that cross. */
const SKEW_MS = 60_000;

/** Counts window by window, newest first, until everything in a window is older than what is asked for. */
export function createFunnel(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: Pick<StoreSettings, 'scanRows'>;
}): (filter: AttemptFilter) => Promise<AttemptFunnel> {
  const { dialect, connection, settings } = args;
  const table = { extent: createExtent(dialect, 'provisioning_attempts') };
  return async (filter) => {
    const sum = { ...NOTHING };
    const windows = { connection, settings, table, page: { filter }, newestFirst: true };
    for await (const window of windowsOf(windows)) {
      const { counts, newestMs } = await connection.read(countIn(dialect, filter, window));
      for (const name of STAGES) sum[name] += counts[name];
      if (newestMs !== null && newestMs < (filter.issuedFromMs ?? -Infinity) - SKEW_MS) break;
    }
    return sum;
  };
}

const NOTHING = {
  issued: 0,
  verified: 0,
  authorized: 0,
  digitized: 0,
  expired: 0,
  superseded: 0,
  declined: 0,
};

const STAGES = Object.keys(NOTHING) as (keyof AttemptFunnel)[];

interface Counted {
  readonly counts: AttemptFunnel;
  /** Of all attempts of the window; null where there is none. */
  readonly newestMs: number | null;
}

function* countIn({ compiler }: StoreDialect, filter: AttemptFilter, window: Range): Operation<Counted> {
  const all = compiler
    .selectFrom('provisioning_attempts')
    .where('sequence', '>=', window.oldest)
    .where('sequence', '<=', window.newest);
  const newest = compile(() => all.select((eb) => eb.fn.max('issued_at_ms').as('newestMs')));
  // Each row once by its state and by how far it came: a later stage implies the ones before, whatever was skipped.
  const groups = compile(() =>
    all
      .where((eb) => eb.and(conditions(eb, filter)))
      .select((eb) => [
        'state',
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('digitized_at_ms').as('digitized'),
        eb.fn.count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms')).as('authorized'),
        eb.fn
          .count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms', 'verified_at_ms'))
          .as('verified'),
      ])
      .groupBy('state'),
  );
  const counts = { ...NOTHING };
  for (const row of (yield* run(groups, {})).rows) {
    counts.issued += row.total;
    counts.verified += row.verified;
    counts.authorized += row.authorized;
    counts.digitized += row.digitized;
    if (row.state === 'expired' || row.state === 'superseded' || row.state === 'declined')
      counts[row.state] += row.total;
  }
  return { counts, newestMs: (yield* first(newest, {}))?.newestMs ?? null };
}
