import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { DigitizationFilter, DigitizationRow } from '../../usecase/provisioning/attempt-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run } from '../operation.js';
import type { Tables } from '../schema.js';
import { compile } from '../statement.js';
import { createExtent, type WindowedRows } from '../windowed-list.js';

export function createDigitizationReader(
  dialect: StoreDialect,
  scanRows: number,
): WindowedRows<DigitizationFilter, DigitizationRow> {
  return {
    extent: createExtent(dialect, 'digitizations'),
    windowRows: ({ cardId, tokenReference }) =>
      cardId === undefined && tokenReference === undefined ? scanRows : Number.MAX_SAFE_INTEGER,
    *rowsIn({ filter, window, newestFirst, limit }) {
      const statement = compile(() =>
        dialect.compiler
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
