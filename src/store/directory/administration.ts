import type {
  Administration,
  ReconciledRow,
  Reconciliation,
} from '../../use-cases/directory/administration-port.js';
import { createAuditList, createChange } from '../access/audit.js';
import { createKeyRecords } from '../access/keys.js';
import type { StoreDialect } from '../engine/dialect.js';
import { createTerminalRecords } from './administer-terminals.js';
import { createWalletRecords } from './administer-wallets.js';
import type { InvalidateDirectory } from './directory.js';
import { createWalletImports } from './wallet-imports.js';
import type { TransactionFilter } from '../../use-cases/transactions/ledger-port.js';
import { type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { windowsOf } from '../engine/windowed-list.js';
import { createTransactionExtent } from '../transactions/list.js';
import { named } from '../engine/names.js';
import { PARTIAL_ANSWER } from '../transactions/row.js';
import type { StoreParts } from '../parts.js';

/** Creates the administration of the directory: every change is one commit, with an entry in the audit log. */
export function createAdministration(
  args: StoreParts & { readonly invalidate: InvalidateDirectory },
): Administration {
  const parts = { ...args, change: createChange(args) };
  return {
    terminals: createTerminalRecords({ ...parts, invalidate: args.invalidate.terminal }),
    keys: createKeyRecords({ ...parts, invalidate: args.invalidate.apiKey }),
    wallets: createWalletRecords({ ...parts, invalidate: args.invalidate.wallets }),
    walletImports: createWalletImports({ ...parts, invalidate: args.invalidate.wallets }),
    audit: createAuditList(args),
    reconciliation: createReconciliation(args),
  };
}

/** Reads a day of the ledger window by window; the event loop is free between two of them. */
function createReconciliation({ dialect, connection, settings }: StoreParts): Reconciliation {
  const extent = createTransactionExtent(dialect);
  const statement = compileRows(dialect);

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
        ...named('replyReason'),
        PARTIAL_ANSWER,
      ])
      .where('sequence', '>=', p.oldest)
      .where('sequence', '<=', p.newest)
      .where('received_at_ms', '>=', p.fromMs)
      .where('received_at_ms', '<', p.toMs),
  );
}
