import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { AttemptChange, AttemptFilter, AttemptRow } from '../../usecase/provisioning/attempt-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation, type Step } from '../operation.js';
import type { Tables } from '../schema.js';
import { compile } from '../statement.js';
import { createExtent, type WindowedRows } from '../windowed-list.js';

export interface AttemptReader extends WindowedRows<AttemptFilter, AttemptRow> {
  find(attemptId: string): Operation<AttemptRow | null>;
}

export function createAttemptReader(dialect: StoreDialect, scanRows: number): AttemptReader {
  const { compiler } = dialect;
  const attempts = compiler.selectFrom('provisioning_attempts').select([...ROW]);
  const byId = compile((p: { attemptId: string }) => attempts.where('attempt_id', '=', p.attemptId));

  function* withHistory(rows: readonly Bare[]): Step<readonly AttemptRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ attemptId }) => attemptId);
    const statement = compile(() =>
      compiler
        .selectFrom('attempt_history')
        .select([
          'attempt_id as attemptId',
          'at_ms as atMs',
          'actor',
          'from_state as fromState',
          'to_state as toState',
          'reason',
        ])
        .where('attempt_id', 'in', ids)
        .orderBy('sequence'),
    );
    const changes = new Map<string, AttemptChange[]>(ids.map((id) => [id, []]));
    for (const { attemptId, ...change } of (yield* run(statement, {})).rows) {
      changes.get(attemptId)?.push(change);
    }
    return rows.map((row) => ({ ...row, history: changes.get(row.attemptId) ?? [] }));
  }

  return {
    *find(attemptId) {
      const { rows } = yield* run(byId, { attemptId });
      return (yield* withHistory(rows))[0] ?? null;
    },
    extent: createExtent(dialect, 'provisioning_attempts'),
    windowRows: (filter) => (filter.cardId === undefined ? scanRows : Number.MAX_SAFE_INTEGER),
    *rowsIn({ filter, window, newestFirst, limit }) {
      const statement = compile(() =>
        attempts
          .where('sequence', '>=', window.oldest)
          .where('sequence', '<=', window.newest)
          .where((eb) => eb.and(conditions(eb, filter)))
          .orderBy('sequence', newestFirst ? 'desc' : 'asc')
          .limit(limit),
      );
      return yield* withHistory((yield* run(statement, {})).rows);
    },
  };
}

type Bare = Omit<AttemptRow, 'history'>;

/** The conditions that a filter stands for, all of which must hold. */
export function conditions(
  eb: ExpressionBuilder<Tables, 'provisioning_attempts'>,
  filter: AttemptFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.programme != null) all.push(eb('programme', '=', filter.programme));
  if (filter.cardId !== undefined) all.push(eb('card_id', '=', filter.cardId));
  if (filter.state !== undefined) all.push(eb('state', '=', sql.lit(filter.state)));
  if (filter.issuedFromMs !== undefined) all.push(eb('issued_at_ms', '>=', filter.issuedFromMs));
  if (filter.issuedToMs !== undefined) all.push(eb('issued_at_ms', '<', filter.issuedToMs));
  return all;
}

const ROW = [
  'sequence',
  'attempt_id as attemptId',
  'programme',
  'card_id as cardId',
  'customer_id as customerId',
  'shared_key_id as sharedKeyId',
  'state',
  'issued_at_ms as issuedAtMs',
  'expires_at_ms as expiresAtMs',
  'verified_at_ms as verifiedAtMs',
  'authorized_at_ms as authorizedAtMs',
  'digitized_at_ms as digitizedAtMs',
  'wrong_codes as wrongCodes',
  'drift_steps as driftSteps',
  'token_reference as tokenReference',
  'wallet_id as walletId',
] as const;
