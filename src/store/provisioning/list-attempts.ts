import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type AttemptState, VERIFIED_FOR_MS } from '../../core/provisioning/attempt.js';
import type {
  AttemptChange,
  AttemptFilter,
  AttemptFunnel,
  AttemptRow,
  DigitizationFilter,
  DigitizationRow,
} from '../../use-cases/provisioning/attempt-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { firstOnce, type Operation, runOnce, type Step } from '../engine/operation.js';
import { createRows, during, equal, type RowsWanted, type WindowedRows } from '../engine/windowed-list.js';
import { named } from '../engine/names.js';
import { everyOf } from '../engine/schema.js';
import { NOT_VERIFIED } from './attempt-changes.js';

export function createAttemptReader(dialect: StoreDialect) {
  const { compiler } = dialect;
  const state = stateNow(dialect);
  const attempts = compiler
    .selectFrom('provisioning_attempts')
    .select([...ROW, 'state as stored', state.as('state')]);
  const matching = (filter: AttemptFilter) => attempts.where(passes(filter, state));
  const rows = createRows(dialect, 'provisioning_attempts', matching, areFew);

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
    *find(attemptId: string): Operation<AttemptRow | null> {
      const { rows: found } = yield* runOnce(attempts.where('attempt_id', '=', attemptId));
      return (yield* withHistory(found))[0] ?? null;
    },
    ...rows,
    *rowsIn(wanted: RowsWanted<AttemptFilter>): Operation<readonly AttemptRow[]> {
      return yield* withHistory(yield* rows.rowsIn(wanted));
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
function areFew({ cardId, tokenReference }: AttemptFilter | DigitizationFilter): boolean {
  return cardId !== undefined || tokenReference !== undefined;
}

function passes(filter: AttemptFilter, state: RawBuilder<AttemptState>): RawBuilder<SqlBool> {
  const { programme, cardId, tokenReference, issuedFromMs, issuedToMs } = filter;
  const ofState = filter.state === undefined ? sql`1 = 1` : sql`${state} = ${sql.lit(filter.state)}`;
  const ofFilter = equal({ programme, card_id: cardId, token_reference: tokenReference });
  return sql`${ofFilter} and ${ofState} and ${during('issued_at_ms', issuedFromMs, issuedToMs)}`;
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
 * Creates the counts of attempts by their stages. A later stage implies the earlier ones, even if skipped. Declined are the decisions
 * of the time: many tokens are declined that no attempt stands behind.
 */
export function createFunnel(dialect: StoreDialect): (filter: AttemptFilter) => Operation<AttemptFunnel> {
  const state = stateNow(dialect);
  return function* funnel(filter) {
    const { rows } = yield* runOnce(
      dialect.compiler
        .selectFrom('provisioning_attempts')
        .where(passes(filter, state))
        .select((eb) => [
          state.as('state'),
          eb.fn.countAll<number>().as('issued'),
          eb.fn.count<number>('digitized_at_ms').as('digitized'),
          eb.fn.count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms')).as('authorized'),
          eb.fn
            .count<number>(eb.fn.coalesce('digitized_at_ms', 'authorized_at_ms', 'verified_at_ms'))
            .as('verified'),
        ])
        .groupBy(sql`1`),
    );
    const { programme, cardId, tokenReference, issuedFromMs, issuedToMs } = filter;
    const declined = yield* firstOnce(
      dialect.compiler
        .selectFrom('token_authorizations')
        .where('decision', '=', 'DECLINED')
        .where(equal({ programme, card_id: cardId, token_reference: tokenReference }))
        .where(during('decided_at_ms', issuedFromMs, issuedToMs))
        .select((eb) => eb.fn.countAll<number>().as('count')),
    );
    const sum = (stage: 'issued' | 'verified' | 'authorized' | 'digitized'): number =>
      rows.reduce((total, row) => total + row[stage], 0);
    const ended = (as: AttemptState): number => rows.find((row) => row.state === as)?.issued ?? 0;
    return {
      issued: sum('issued'),
      verified: sum('verified'),
      authorized: sum('authorized'),
      digitized: sum('digitized'),
      expired: ended('expired'),
      superseded: ended('superseded'),
      declined: (filter.state ?? 'declined') === 'declined' ? (declined?.count ?? 0) : 0,
    };
  };
}

export function createDigitizationReader(
  dialect: StoreDialect,
): WindowedRows<DigitizationFilter, DigitizationRow> {
  const matching = (filter: DigitizationFilter) => {
    const { programme, cardId, tokenReference, state, declined, reportedFromMs, reportedToMs } = filter;
    const is_declined = declined === undefined ? undefined : Number(declined);
    return dialect.compiler
      .selectFrom('digitizations')
      .select(everyOf('digitizations'))
      .where(equal({ programme, card_id: cardId, token_reference: tokenReference, state, is_declined }))
      .where(during('reported_at_ms', reportedFromMs, reportedToMs));
  };
  return createRows(dialect, 'digitizations', matching, areFew);
}
