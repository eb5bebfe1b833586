import type { ReconciledRow, Reconciliation } from '../../use-cases/directory/administration-port.js';
import type { TransactionFilter } from '../../use-cases/transactions/ledger-port.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import { type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { windowsOf } from '../engine/windowed-list.js';
import type { StoreSettings } from '../settings.js';
import { createTransactionExtent } from './list.js';
import { named } from '../engine/names.js';
import { PARTIAL_ANSWER } from './row.js';

/** Reads a day of the ledger window by window; the event loop is free between two of them. */
export function createReconciliation(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly settings: Pick<StoreSettings, 'scanRows'>;
}): Reconciliation {
  const { connection, settings } = args;
  const extent = createTransactionExtent(args.dialect);
  const statement = compileRows(args.dialect);

  function* rowsIn(given: Given): Operation<readonly ReconciledRow[]> {
    return (yield* run(statement, given)).rows;
  }
  return {
    async *rows(time) {
      const filter: TransactionFilter = { receivedFromMs: time.fromMs, receivedToMs: time.toMs };
      const windows = { connection, settings, table: { extent }, page: { filter }, newestFirst: false };
      for await (const window of windowsOf(windows))
        yield await connection.readAside(rowsIn({ ...window, ...time }));
    },
  };
}

interface Given {
  readonly oldest: number;
  readonly newest: number;
  readonly fromMs: number;
  readonly toMs: number;
}

function compileRows({ compiler }: StoreDialect) {
  return compile((p: Given) =>
    compiler
      .selectFrom('transactions')
      .select([
        ...named('programme', 'terminalId', 'route', 'methodName', 'state', 'resultCode', 'requestAmount'),
        'default_reason as replyReason',
        PARTIAL_ANSWER,
      ])
      .where('sequence', '>=', p.oldest)
      .where('sequence', '<=', p.newest)
      .where('received_at_ms', '>=', p.fromMs)
      .where('received_at_ms', '<', p.toMs),
  );
}
