import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { type TransactionFilter, TransactionsDocument } from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { addressOfRow, nameOfRow, TRANSACTION_COLUMNS } from '../transactions/transaction-row.js';

const NEWEST = 10;
const FRESH_MS = 5000;

interface Props {
  readonly filter: TransactionFilter;
  /** The filter in the address of the list: `terminal=0068766621`. */
  readonly all: string;
}

/** Shows the newest transactions of an entry of the directory, with a link to all of them, to people who may read them. */
export function NewestTransactions(props: Props): ReactNode {
  return (
    <Allowed permission="READ_TRANSACTIONS">
      <Newest {...props} />
    </Allowed>
  );
}

function Newest({ filter, all }: Props): ReactNode {
  const answer = useAnswer(
    'transactions',
    TransactionsDocument,
    { filter, first: NEWEST },
    { everyMs: FRESH_MS },
  );
  const rows = useMemo(() => answer.data?.transactions.edges.map(({ node }) => node) ?? [], [answer.data]);
  return (
    <Section
      title="Newest transactions"
      actions={<Link href={`/transactions?${all}`}>All its transactions</Link>}
    >
      <DataTable
        label="Newest transactions"
        columns={TRANSACTION_COLUMNS}
        rows={rows}
        query={answer}
        keyOf={({ requestId }) => requestId}
        hrefOf={addressOfRow}
        nameOf={nameOfRow}
        empty={
          <Empty title="No transactions yet.">
            Calls that were refused before they were saved are on the page{' '}
            <Link href="/refused">Refused</Link>.
          </Empty>
        }
      />
    </Section>
  );
}
