import { Tabs, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { resultText } from '../../../../src/core/transactions/result-codes.js';
import { TransactionPageDocument, type TransactionPageQuery } from '../../../../src/generated/operations.js';
import { currencyLetters } from '../../parts/currencies.js';
import { DataTable } from '../../parts/data-table.js';
import { EntityDetails, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { between, formatMoney } from '../../parts/format.js';
import { Columns, Empty, RunbookLink, Section } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import {
  Badge,
  Code,
  type Field,
  Id,
  Money,
  None,
  ResultBadge,
  StateBadge,
  wordOf,
} from '../../parts/value.js';
import { AuditOf } from '../directory/audit.js';
import { TRANSACTION_LIST } from '../transactions/transaction-row.js';
import { failureText, runbookOf } from './failure-words.js';
import { Settle } from './settle.js';
import { settledAtOf } from './settled-at.js';

export type FullTransaction = NonNullable<TransactionPageQuery['transaction']>;

export interface TransactionProps {
  readonly transaction: FullTransaction;
}

const WAITING_MS = 2000;

/** Shows one transaction: what happened when, what the wallet service said, and what belongs to it. */
export function TransactionPage({ id: requestId }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Transaction"
      id={requestId}
      document={TransactionPageDocument}
      variables={{ requestId }}
      everyMs={WAITING_MS}
      heading={({ requestMoney, methodName }) =>
        // Amount and method are what a person looks for first.
        requestMoney === null ? methodName : `${formatMoney(requestMoney)} ${methodName}`
      }
      badges={({ state, replyReason, resultCode }) => (
        <>
          <StateBadge state={state} replyReason={replyReason} />
          {resultCode !== null && <ResultBadge code={resultCode} />}
        </>
      )}
      none={
        <>
          Its call may be among the <Link href="/refused">refused calls</Link>, which are not saved. Or it was
          purged after its time. Request ids look like 5001_20200817175857_1.
        </>
      }
    >
      {(transaction) => <Shown transaction={transaction} />}
    </EntityPage>
  );
}

const BY_OPERATOR: ReadonlySet<string> = new Set(['settled_by_operator', 'made_good_by_operator']);

function Shown({ transaction }: TransactionProps): ReactNode {
  return (
    <>
      <Settle transaction={transaction} />
      <Steps transaction={transaction} />
      <Columns>
        <Call transaction={transaction} />
        <Outcome transaction={transaction} />
      </Columns>
      {BY_OPERATOR.has(transaction.replyReason ?? '') && (
        <AuditOf title="Settled by" filter={{ subject: transaction.requestId }} />
      )}
      <Related transaction={transaction} />
      <Klv transaction={transaction} />
      <Bodies transaction={transaction} />
    </>
  );
}

/** Shows the steps of a transaction with their times, and the duration between them. */
function Steps({ transaction }: TransactionProps): ReactNode {
  const settledAt = settledAtOf(transaction);
  const steps = [
    ['Received', 'read and checked at the interface', transaction.receivedAt],
    ['Claimed', 'saved, before a byte leaves', transaction.claimedAt],
    ['Sent', 'signed, to the wallet service', transaction.sentAt],
    ['Answered', 'by the wallet service', transaction.answeredAt],
    ['Settled', 'the outcome is saved', settledAt],
  ] as const;
  const last = steps.findLastIndex(([, , at]) => at !== null);
  let before: string | null = null;
  return (
    <Section
      title="Timeline"
      note={settledAt === null ? undefined : `${between(transaction.receivedAt, settledAt)} in all`}
    >
      <Timeline active={last} bulletSize={14}>
        {steps.map(([name, meaning, at]) => {
          const took = before === null || at === null ? null : between(before, at);
          before = at ?? before;
          return (
            <Timeline.Item key={name} title={name}>
              <Time at={at} form="clock" /> {took !== null && <span className="muted">+{took}</span>}{' '}
              <span className="muted">{at === null ? missingText(name, transaction) : meaning}</span>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Section>
  );
}

/** Returns why a step is missing, as far as the gateway knows. */
function missingText(step: string, { failure, sentAt, httpStatus, state }: FullTransaction): string {
  if (failure !== null && step === (sentAt === null ? 'Sent' : 'Answered'))
    return failureText({ failure, httpStatus, sentAt });
  if (step === 'Settled' && state === 'in_doubt') return 'waits for the outcome';
  return state === 'pending' || state === 'queued' || state === 'unmatched' ? 'not yet' : 'did not happen';
}

/** Shows the original of an advice, and the reversals and adjustments of a transaction, where there are any. */
function Related({ transaction: { linked, originalRequestId } }: TransactionProps): ReactNode {
  if (linked.length === 0 && originalRequestId === null) return null;
  return (
    <Section title="Related transactions">
      {originalRequestId !== null && (
        <p>
          It belongs to <Id kind="transaction" id={originalRequestId} />
        </p>
      )}
      <DataTable {...TRANSACTION_LIST} label="Reversals and adjustments" rows={linked} empty={null} />
    </Section>
  );
}

type KlvEntry = FullTransaction['klv'][number];

/** Shows the KLV of the call, key by key. */
function Klv({ transaction: { klv } }: TransactionProps): ReactNode {
  const currencyCode = klv.find(({ key }) => key === '049')?.value ?? null;
  const fields: readonly Field<KlvEntry>[] = [
    { label: 'Key', name: 'key', kind: 'code' },
    { label: 'Means', show: ({ title }) => title ?? <span className="muted">not documented</span> },
    {
      label: 'Value',
      show: ({ key, value }) => (
        <>
          {value === '' ? <None /> : <code>{value}</code>}{' '}
          <span className="muted">
            {key === '049' ? currencyLetters(value) : key === '004' && purchaseText(value, currencyCode)}
          </span>
        </>
      ),
    },
    { label: 'On the JSON interface', name: 'name', kind: 'code' },
  ];
  return (
    <Section title="KLV, key by key">
      <DataTable
        label="Entries of the KLV"
        fields={fields}
        rows={klv}
        keyOf={({ key }) => key}
        empty={<Empty title="The call brought none." />}
      />
    </Section>
  );
}

/** Returns the amount of the card's purchase, which has a currency of its own: minor units (KLV 004) and ISO 4217 digits (KLV 049). */
function purchaseText(amount: string | null, currencyCode: string | null): string | null {
  if (amount === null || !/^\d{1,15}$/.test(amount)) return null;
  return formatMoney({ minorUnits: Number(amount), currency: currencyLetters(currencyCode) });
}

/** Shows request and answer as saved: without forbidden data, and with masked card numbers. */
function Bodies({ transaction: { request, answer, rawAnswer } }: TransactionProps): ReactNode {
  const views = [
    ['Request', request, 'The envelope for the wallet service'],
    ['Answer', answer, 'The answer as the gateway read it'],
    ['Answer, raw', rawAnswer, 'The wallet service’s own words'],
  ] as const;
  return (
    <Section title="Request and answer" note="As saved: without secrets, and with masked card numbers.">
      <Tabs defaultValue="Request" keepMounted={false}>
        <Tabs.List aria-label="Request and answer" mb="sm">
          {views.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map(([name, value, label]) => (
          <Tabs.Panel key={name} value={name}>
            {value === null ? <None /> : <Code value={value} label={label} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

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
    show: (row) => purchaseText(row.originalTransactionAmount, row.originalCurrencyCode),
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
        <Code value={row.rawAnswer} label="What the wallet service said" />
      )}
    </Section>
  );
}
