import type { ReactNode } from 'react';
import { resultText } from '../../../../src/core/transactions/result-codes.js';
import { Badge, wordOf } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { EntityDetails } from '../../parts/entity-page.js';
import { Id } from '../../parts/id.js';
import { Money } from '../../parts/money.js';
import { OriginalMoney } from '../../parts/original-money.js';
import { readable } from '../../parts/readable.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import type { Field } from '../../parts/value.js';
import { failureText, runbookOf } from './failure-words.js';
import type { FullTransaction, TransactionProps } from './transaction-page.js';

function approvedAmount({ requestMoney, answer }: FullTransaction): ReactNode {
  const response = answer?.['response'] as Readonly<Record<string, unknown>> | undefined;
  const minorUnits = response?.['approvalAmount'];
  if (requestMoney === null || typeof minorUnits !== 'number') return null;
  return <Money money={{ ...requestMoney, minorUnits }} />;
}

const CALL: readonly Field<FullTransaction>[] = [
  { label: 'Amount', show: ({ requestMoney }) => requestMoney && <Money money={requestMoney} /> },
  { label: 'Merchant', show: ({ narrative }) => narrative },
  { label: 'Approved amount', show: approvedAmount },
  {
    label: 'Original amount',
    show: ({ originalTransactionAmount: amount, originalCurrencyCode }) =>
      amount && <OriginalMoney amount={amount} currencyCode={originalCurrencyCode} />,
  },
  { label: 'Wallet', name: 'reference', kind: 'wallet' },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Customer', name: 'customerId', kind: 'customer' },
  { label: 'Terminal', name: 'terminalId', kind: 'terminal' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Transaction id', name: 'transactionId', kind: 'transactionId' },
  { label: 'Transaction date (UTC)', name: 'transactionDate' },
  {
    label: 'Original',
    show: ({ referenceId, referenceDate }) => referenceId && `${referenceId}, ${referenceDate ?? '–'}`,
  },
  { label: 'Interface', name: 'channel' },
  {
    label: 'API key',
    show: ({ keyId }) => (keyId === null ? 'none: the terminal itself called' : <Id kind="key" id={keyId} />),
  },
  { label: 'Effect', name: 'effect' },
];

/** Shows what the caller asked for, and for whom. */
export function Call({ transaction }: TransactionProps): ReactNode {
  return (
    <Section title="Call">
      <EntityDetails fields={CALL} row={transaction} />
    </Section>
  );
}

const OUTCOME: readonly Field<FullTransaction>[] = [
  { label: 'Route', name: 'route' },
  { label: 'Attempts', name: 'attempt' },
  {
    label: 'Failure',
    show: ({ failure, ...row }) =>
      failure && (
        <>
          {failureText({ ...row, failure })} <code className="muted">{failure}</code>
        </>
      ),
  },
  { label: 'Sent', name: 'sentAt', kind: 'time' },
  { label: 'HTTP status', show: ({ httpStatus }) => <Status status={httpStatus} /> },
  // A reply of the gateway stays what it was when another outcome comes later.
  {
    label: 'The caller got',
    show: (row) =>
      row.repliedResultCode === null
        ? outcomeText(row)
        : `${codeText(row.repliedResultCode)}, from the gateway`,
  },
  {
    label: 'Asked again, it gets',
    show: (row) =>
      row.state !== 'answered' || [null, row.resultCode].includes(row.repliedResultCode)
        ? null
        : outcomeText(row),
  },
  { label: 'Reason', show: ({ replyReason }) => replyReason && wordOf(replyReason) },
  { label: 'Error', show: ({ errorCode }) => errorCode },
  { label: 'Sent again', show: ({ nextAttemptAt: at }) => at && <Time at={at} form="date" /> },
];

function outcomeText({ resultCode, errorCode }: FullTransaction): string {
  return resultCode === null ? (errorCode ?? 'nothing yet') : codeText(resultCode);
}

/** Returns a result code with its meaning: `-17: Not sufficient funds`. */
function codeText(code: number): string {
  const meaning = resultText(code);
  return meaning === undefined ? String(code) : `${String(code)}: ${meaning}`;
}

function Status({ status }: { readonly status: number | null }): ReactNode {
  if (status === null) return 'no answer';
  return <Badge tone={status < 300 ? 'good' : 'bad'}>HTTP {status}</Badge>;
}

/** Shows what the wallet service said, and what the caller got. */
export function Outcome({ transaction: row }: TransactionProps): ReactNode {
  const entry =
    row.failure === null ? null : runbookOf(row.failure, row.httpStatus, row.state === 'in_doubt');
  return (
    <Section title="Wallet service" actions={entry !== null && <RunbookLink entry={entry} />}>
      <EntityDetails fields={OUTCOME} row={row} />
      {row.rawAnswer !== null && row.failure !== null && (
        <Code text={readable(row.rawAnswer)} label="What the wallet service said" />
      )}
    </Section>
  );
}
