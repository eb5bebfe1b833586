import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type AttemptState, VERIFIED_FOR_MS } from '../../core/provisioning/attempt.js';
import type {
  AttemptChange,
  AttemptFilter,
  AttemptFunnel,
  AttemptRow,
  DigitizationFilter,
  DigitizationRow,
} from '../../use-cases/provisioning/attempt-port.js';
import type { StoreParts } from '../engine/commit-queue.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, run, runOnce, type Step } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';
import { compile } from '../engine/statement.js';
import { createExtent, type Range, type WindowedRows, windowsOf } from '../engine/windowed-list.js';
import { named } from '../engine/names.js';
import { NOT_VERIFIED } from './attempt-changes.js';

interface AttemptReader extends WindowedRows<AttemptFilter, AttemptRow> {
  find(attemptId: string): Operation<AttemptRow | null>;
}

export function createAttemptReader(dialect: StoreDialect, scanRows: number): AttemptReader {
  const { compiler } = dialect;
  const state = stateNow(dialect);
  const attempts = compiler
    .selectFrom('provisioning_attempts')
    .select([...ROW, 'state as stored', state.as('state')]);
  const byId = compile((p: { attemptId: string }) => attempts.where('attempt_id', '=', p.attemptId));

  function* withHistory(rows: readonly Bare[]): Step<readonly AttemptRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ attemptId }) => attemptId);
    const entries = yield* runOnce(
      compiler
        .selectFrom('attempt_history')
        .select(named('attemptId', 'atMs', 'actor', 'fromState', 'toState', 'reason'))
        .where('attempt_id', 'in', ids)
        .orderBy('sequence'),
    );
    const changes = new Map<string, AttemptChange[]>(ids.map((id) => [id, []]));
    for (const { attemptId, ...change } of entries.rows) {
      changes.get(attemptId)?.push(change);
    }
    return rows.map(({ stored, ...row }) => {
      const history = changes.get(row.attemptId) ?? [];
      return { ...row, history: stored === row.state ? history : [...history, expiryOf(row, stored)] };
    });
  }

  return {
    *find(attemptId) {
      const { rows } = yield* run(byId, { attemptId });
      return (yield* withHistory(rows))[0] ?? null;
    },
    extent: createExtent(dialect, 'provisioning_attempts'),
    windowRows: (filter) => windowRows(filter, scanRows),
    *rowsIn({ filter, window, newestFirst, limit }) {
      const { rows } = yield* runOnce(
        attempts
          .where('sequence', '>=', window.oldest)
          .where('sequence', '<=', window.newest)
          .where((eb) => eb.and(conditions(eb, filter, state)))
          .orderBy('sequence', newestFirst ? 'desc' : 'asc')
          .limit(limit),
      );
      return yield* withHistory(rows);
    },
  };
}

/** `stored`: the state without the look at the time. */
type Bare = Omit<AttemptRow, 'history'> & { readonly stored: AttemptState };

/** State by the time. Nobody writes that an attempt has expired before its card has a later one. */
function stateNow({ leaseNow }: StoreDialect): RawBuilder<AttemptState> {
  return sql`case when state = 'issued' and expires_at_ms < ${leaseNow}
    or state = 'verified' and verified_at_ms < ${leaseNow} - ${sql.lit(VERIFIED_FOR_MS)} then 'expired' else state end`;
}

/** Returns the entry of an attempt that has expired by its times. */
function expiryOf(
  { expiresAtMs, verifiedAtMs }: Pick<AttemptRow, 'expiresAtMs' | 'verifiedAtMs'>,
  stored: AttemptState,
): AttemptChange {
  const end =
    stored === 'issued'
      ? { ...NOT_VERIFIED, atMs: expiresAtMs }
      : { actor: 'gateway', reason: 'not_authorized', atMs: (verifiedAtMs ?? 0) + VERIFIED_FOR_MS };
  return { ...end, fromState: stored, toState: 'expired' };
}

/** An index leads to the few rows of a card or a token. */
function windowRows(
  { cardId, tokenReference }: AttemptFilter | DigitizationFilter,
  scanRows: number,
): number {
  return cardId === undefined && tokenReference === undefined ? scanRows : Number.MAX_SAFE_INTEGER;
}

/** Returns the conditions of a filter, all of which must hold. */
function conditions(
  eb: ExpressionBuilder<Tables, 'provisioning_attempts'>,
  filter: AttemptFilter,
  state: RawBuilder<AttemptState>,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.programme != null) all.push(eb('programme', '=', filter.programme));
  if (filter.cardId !== undefined) all.push(eb('card_id', '=', filter.cardId));
  if (filter.tokenReference !== undefined) all.push(eb('token_reference', '=', filter.tokenReference));
  if (filter.state !== undefined) all.push(eb(state, '=', sql.lit(filter.state)));
  if (filter.issuedFromMs !== undefined) all.push(eb('issued_at_ms', '>=', filter.issuedFromMs));
  if (filter.issuedToMs !== undefined) all.push(eb('issued_at_ms', '<', filter.issuedToMs));
  return all;
}

const ROW = named(
  'sequence',
  'attemptId',
  'programme',
  'cardId',
  'customerId',
  'sharedKeyId',
  'issuedAtMs',
  'expiresAtMs',
  'verifiedAtMs',
  'authorizedAtMs',
  'digitizedAtMs',
  'wrongCodes',
  'driftSteps',
  'tokenReference',
  'walletId',
);

/**
 * Upper bound of the disorder of attempts. They are added in the order of their issue, except for clocks and commits that cross.
 */
const SKEW_MS = 60_000;

/** Counts window by window, newest first, until a whole window is older than the filter. */
export function createFunnel({
  dialect,
  connection,
  settings,
}: StoreParts): (filter: AttemptFilter) => Promise<AttemptFunnel> {
  const table = { extent: createExtent(dialect, 'provisioning_attempts') };
  return async (filter) => {
    const sum = { ...NOTHING };
    const windows = { connection, settings, table, page: { filter }, newestFirst: true };
    for await (const window of windowsOf(windows)) {
      const { counts, newestMs } = await connection.readAside(countIn(dialect, filter, window));
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
  /** Newest issue of all attempts in the window. Null where none exists. */
  readonly newestMs: number | null;
}

function* countIn(dialect: StoreDialect, filter: AttemptFilter, window: Range): Operation<Counted> {
  const state = stateNow(dialect);
  const all = dialect.compiler
    .selectFrom('provisioning_attempts')
    .where('sequence', '>=', window.oldest)
    .where('sequence', '<=', window.newest);
  // Counts each row once by its state and its stages: a later stage implies the earlier ones, even if skipped.
  const groups = yield* runOnce(
    all
      .where((eb) => eb.and(conditions(eb, filter, state)))
      .select((eb) => [
        state.as('state'),
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('digitized_at_ms').as('digitized'),
        eb.fn.count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms')).as('authorized'),
        eb.fn
          .count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms', 'verified_at_ms'))
          .as('verified'),
      ])
      .groupBy(sql`1`),
  );
  const counts = { ...NOTHING };
  for (const row of groups.rows) {
    counts.issued += row.total;
    counts.verified += row.verified;
    counts.authorized += row.authorized;
    counts.digitized += row.digitized;
    if (row.state === 'expired' || row.state === 'superseded' || row.state === 'declined')
      counts[row.state] += row.total;
  }
  const newest = yield* runOnce(all.select((eb) => eb.fn.max('issued_at_ms').as('newestMs')));
  return { counts, newestMs: newest.rows[0]?.newestMs ?? null };
}

export function createDigitizationReader(
  dialect: StoreDialect,
  scanRows: number,
): WindowedRows<DigitizationFilter, DigitizationRow> {
  return {
    extent: createExtent(dialect, 'digitizations'),
    windowRows: (filter) => windowRows(filter, scanRows),
    *rowsIn({ filter, window, newestFirst, limit }) {
      const { rows } = yield* runOnce(
        dialect.compiler
          .selectFrom('digitizations')
          .select([...DIGITIZATION_ROW])
          .where('sequence', '>=', window.oldest)
          .where('sequence', '<=', window.newest)
          .where((eb) => eb.and(digitizationConditions(eb, filter)))
          .orderBy('sequence', newestFirst ? 'desc' : 'asc')
          .limit(limit),
      );
      return rows;
    },
  };
}

function digitizationConditions(
  eb: ExpressionBuilder<Tables, 'digitizations'>,
  filter: DigitizationFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.programme != null) all.push(eb('programme', '=', filter.programme));
  if (filter.cardId !== undefined) all.push(eb('card_id', '=', filter.cardId));
  if (filter.tokenReference !== undefined) all.push(eb('token_reference', '=', filter.tokenReference));
  if (filter.state !== undefined) all.push(eb('state', '=', sql.lit(filter.state)));
  if (filter.reportedFromMs !== undefined) all.push(eb('reported_at_ms', '>=', filter.reportedFromMs));
  if (filter.reportedToMs !== undefined) all.push(eb('reported_at_ms', '<', filter.reportedToMs));
  return all;
}

const DIGITIZATION_ROW = named(
  'sequence',
  'programme',
  'cardId',
  'customerId',
  'tokenReference',
  'tokenRequestorId',
  'walletId',
  'deviceType',
  'panLastFour',
  'attemptId',
  'state',
  'reasonCode',
  'lastEvent',
  'lastEventSequence',
  'reportedAtMs',
  'changedAtMs',
);
