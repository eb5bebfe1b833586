import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { DigitizationFilter, DigitizationRow } from '../../usecase/attempt-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import type { Range } from '../ledger/filter.js';
import { first, run, type Operation } from '../operation.js';
import type { Tables } from '../schema.js';
import { compile } from '../statement.js';
import type { RowsWanted } from './read-page.js';

export interface DigitizationReader {
  extent(): Operation<Range | null>;
  rowsIn(filter: DigitizationFilter, wanted: RowsWanted): Operation<readonly DigitizationRow[]>;
}

export function createDigitizationReader({ compiler }: StoreDialect): DigitizationReader {
  const extent = compile(() =>
    compiler
      .selectFrom('digitizations')
      .select((eb) => [eb.fn.min('sequence').as('oldest'), eb.fn.max('sequence').as('newest')]),
  );
  return {
    *extent() {
      const row = yield* first(extent, {});
      return row?.oldest == null ? null : { oldest: row.oldest, newest: row.newest };
    },
    *rowsIn(filter, { window, newestFirst, limit }) {
      const statement = compile(() =>
        compiler
          .selectFrom('digitizations')
          .select([...ROW])
          .where('sequence', '>=', window.oldest)
          .where('sequence', '<=', window.newest)
          .where((eb) => eb.and(conditions(eb, filter)))
          .orderBy('sequence', newestFirst ? 'desc' : 'asc')
          .limit(limit),
      );
      return (yield* run(statement, {})).rows;
    },
  };
}

function conditions(
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

const ROW = [
  'sequence',
  'programme',
  'card_id as cardId',
  'customer_id as customerId',
  'token_reference as tokenReference',
  'token_requestor_id as tokenRequestorId',
  'wallet_id as walletId',
  'device_type as deviceType',
  'pan_last_four as panLastFour',
  'attempt_id as attemptId',
  'state',
  'reason_code as reasonCode',
  'last_event as lastEvent',
  'last_event_sequence as lastEventSequence',
  'reported_at_ms as reportedAtMs',
  'changed_at_ms as changedAtMs',
] as const;
