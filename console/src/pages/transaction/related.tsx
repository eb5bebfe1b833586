import type { ReactNode } from 'react';
import { DataTable } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { addressOfRow, nameOfRow, TRANSACTION_COLUMNS } from '../transactions/transaction-row.js';
import type { FullTransaction } from './full-transaction.js';

/** Shows the original of an advice, and the reversals and adjustments of a transaction, where there are any. */
export function Related({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { linked, originalRequestId } = transaction;
  if (linked.length === 0 && originalRequestId === null) return null;
  return (
    <Section title="Related transactions">
      {originalRequestId !== null && (
        <p>
          It belongs to <Id kind="transaction" id={originalRequestId} />
        </p>
      )}
      {linked.length > 0 && (
        <DataTable
          label="Reversals and adjustments"
          columns={TRANSACTION_COLUMNS}
          rows={linked}
          keyOf={({ requestId }) => requestId}
          hrefOf={addressOfRow}
          nameOf={nameOfRow}
          empty={<Empty title="None." />}
        />
      )}
    </Section>
  );
}
