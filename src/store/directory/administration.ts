import type { Reconciliation } from '../../use-cases/directory/administration-port.js';
import { createAuditList } from '../access/audit.js';
import { createKeyRecords } from '../access/keys.js';
import { createTerminalRecords } from './administer-terminals.js';
import { createWalletRecords } from './administer-wallets.js';
import { createWalletImports } from './wallet-imports.js';
import { runOnce } from '../engine/operation.js';
import { windowsOf } from '../engine/windowed-list.js';
import { matchingTransactions, transactionWindows } from '../transactions/list.js';
import { named } from '../engine/names.js';
import { PARTIAL_ANSWER } from '../transactions/row.js';
import type { StoreParts } from '../parts.js';

/** Creates the administration of the directory: every change is one commit, with an entry in the audit log. */
export function createAdministration(args: StoreParts) {
  return {
    terminals: createTerminalRecords(args),
    keys: createKeyRecords(args),
    wallets: createWalletRecords(args),
    walletImports: createWalletImports(args),
    audit: createAuditList(args),
    reconciliation: createReconciliation(args),
  };
}

/** Reads a day of the ledger window by window; the event loop is free between two of them. */
function createReconciliation({ dialect, connection, settings }: StoreParts): Reconciliation {
  const table = transactionWindows(dialect);
  return {
    async *rows({ fromMs, toMs }) {
      const filter = { receivedFromMs: fromMs, receivedToMs: toMs };
      const day = { connection, settings, table, page: { filter }, newestFirst: false };
      for await (const window of windowsOf(day)) {
        const rows = matchingTransactions(dialect, filter, window)
          .select(named('programme', 'currency', 'terminalId', 'route', 'methodName', 'state', 'resultCode'))
          .select([...named('requestAmount', 'replyReason'), PARTIAL_ANSWER]);
        yield (await connection.readAside(runOnce(rows))).rows;
      }
    },
  };
}
