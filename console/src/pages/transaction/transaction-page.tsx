import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TransactionPageDocument } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { CopyIcon } from '../../parts/copy.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { formatMoney } from '../../parts/format-money.js';
import { Page } from '../../parts/page.js';
import { Columns } from '../../parts/section.js';
import { AuditOf } from '../directory/audit-of.js';
import { About } from './about.js';
import { Bodies } from './bodies.js';
import { EventsOf } from './events-of.js';
import type { FullTransaction } from './full-transaction.js';
import { Klv } from './klv.js';
import { Outcome } from './outcome.js';
import { Related } from './related.js';
import { Settle } from './settle.js';
import { Timeline } from './timeline.js';

const WAITING_MS = 2000;

/** Shows one transaction: what happened when, what the wallet service said, and what belongs to it. */
export function TransactionPage({ requestId }: { readonly requestId: string }): ReactNode {
  const answer = useAnswer('transaction', TransactionPageDocument, { requestId }, { everyMs: WAITING_MS });
  const transaction = answer.data?.transaction;
  return (
    <Page
      title={`Transaction ${requestId}`}
      heading={transaction == null ? requestId : headingOf(transaction)}
      path={[['Transactions', '/transactions']]}
      badges={
        transaction != null && (
          <>
            <StateBadge state={transaction.state} />
            {transaction.resultCode !== null && <ResultBadge code={transaction.resultCode} />}
          </>
        )
      }
      actions={
        <span className="id">
          <code>{requestId}</code>
          <CopyIcon text={requestId} />
        </span>
      }
    >
      {transaction != null ? (
        <Shown transaction={transaction} />
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.isPending ? (
        <Loading lines={12} />
      ) : (
        <Empty title="No transaction has this request id.">
          Its call may be among the <Link href="/refused">refused calls</Link>, which are not saved. Or it was
          purged after its time. Request ids look like 5001_20200817175857_1.
        </Empty>
      )}
    </Page>
  );
}

/** Returns amount and method: what a person looks for first. */
function headingOf({ requestMoney, methodName }: FullTransaction): string {
  return requestMoney === null ? methodName : `${formatMoney(requestMoney)} ${methodName}`;
}

const BY_OPERATOR: ReadonlySet<string> = new Set(['settled_by_operator', 'made_good_by_operator']);

function Shown({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  return (
    <>
      <Settle transaction={transaction} />
      <Timeline transaction={transaction} />
      <Columns>
        <About transaction={transaction} />
        <Outcome transaction={transaction} />
      </Columns>
      {BY_OPERATOR.has(transaction.replyReason ?? '') && (
        <AuditOf title="Settled by" filter={{ subject: transaction.requestId }} />
      )}
      <Related transaction={transaction} />
      <EventsOf transaction={transaction} />
      <Klv entries={transaction.klv} />
      <Bodies transaction={transaction} />
    </>
  );
}
