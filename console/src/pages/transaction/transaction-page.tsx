import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TransactionPageDocument } from '../../../../src/cli/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { Amount } from '../../parts/amount.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { Details } from '../../parts/details.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';
import { TransactionLink } from '../../parts/transaction-link.js';
import type { FullTransaction } from './full-transaction.js';
import { Klv } from './klv.js';
import { Settle } from './settle.js';
import { Timeline } from './timeline.js';
import { Words } from './words.js';

const WAITING_MS = 2000;

/** Shows one transaction: its timeline, its request and answer, and its related transactions. */
export function TransactionPage({ requestId }: { readonly requestId: string }): ReactNode {
  useTitle(`Transaction ${requestId}`);
  const answer = useAnswer('transaction', TransactionPageDocument, { requestId }, { everyMs: WAITING_MS });
  if (answer.isPending) return <Loading />;
  const transaction = answer.data?.transaction;
  if (answer.isError && transaction == null)
    return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      <p className="path">
        <Link href="/live">Live</Link> / transaction
      </p>
      <h1 className="id">{requestId}</h1>
      {transaction == null ? (
        <Empty title="The gateway has never seen this request id.">
          Or it was purged after its time. Request ids look like 5001_20200817175857_1.
        </Empty>
      ) : (
        <Shown transaction={transaction} />
      )}
    </>
  );
}

function Shown({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { state } = transaction;
  const isOpen = state === 'in_doubt' || state === 'queued' || state === 'unmatched';
  return (
    <>
      <div className="headline">
        <strong>{transaction.methodName}</strong>
        <Amount minor={transaction.requestAmount} money={transaction.requestMoney} />
        <StateBadge state={state} />
        <ResultBadge code={transaction.resultCode} />
      </div>
      {isOpen && <Settle transaction={transaction} />}
      <Timeline transaction={transaction} />
      <div className="columns">
        <section aria-labelledby="what">
          <h2 id="what">Call</h2>
          <Details details={callDetails(transaction)} />
        </section>
        <section aria-labelledby="outcome">
          <h2 id="outcome">Outcome</h2>
          <Details details={outcomeDetails(transaction)} />
          <Linked transaction={transaction} />
        </section>
      </div>
      <Klv entries={transaction.klv} />
      <Words transaction={transaction} />
    </>
  );
}

type NamedDetail = readonly [name: string, value: ReactNode];

function callDetails(row: FullTransaction): readonly NamedDetail[] {
  return [
    ['Terminal', <code key="t">{row.terminalId}</code>],
    ['Wallet reference', <code key="w">{row.reference}</code>],
    ['Customer, card', `${String(row.customerId ?? '–')}, ${String(row.cardId ?? '–')}`],
    ['Transaction id', row.transactionId ?? '–'],
    ['Transaction date (UTC)', row.transactionDate ?? '–'],
    ...(row.referenceId === null
      ? []
      : [['Reference of the original', `${row.referenceId}, ${row.referenceDate ?? '–'}`] as const]),
    ['Channel', `${row.channel}, programme ${row.programme}`],
    ['Effect', row.effect],
  ];
}

function outcomeDetails(row: FullTransaction): readonly NamedDetail[] {
  return [
    ['Route', row.route],
    ['Attempts', String(row.attempt)],
    [
      'Default answer',
      row.default
        ? `${row.replyReason ?? 'yes'}; the caller got ${String(row.repliedResultCode ?? '–')}`
        : 'no',
    ],
    ['Error', row.errorCode ?? 'none'],
    ...(row.nextAttemptAt === null ? [] : [['Sent again', <Time key="n" at={row.nextAttemptAt} />] as const]),
  ];
}

/** Shows the reversals and adjustments of a transaction, and the original of a reversal. */
function Linked({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { linked, originalRequestId } = transaction;
  if (linked.length === 0 && originalRequestId === null)
    return <p className="muted">No reversal or adjustment belongs to it.</p>;
  return (
    <ul className="linked">
      {originalRequestId !== null && (
        <li>
          Belongs to <TransactionLink requestId={originalRequestId} />
        </li>
      )}
      {linked.map((row) => (
        <li key={row.requestId}>
          {row.methodName} <TransactionLink requestId={row.requestId} /> <StateBadge state={row.state} />{' '}
          <Time at={row.receivedAt} />
        </li>
      ))}
    </ul>
  );
}
