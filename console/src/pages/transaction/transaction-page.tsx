import { Tabs, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TransactionPageDocument, type TransactionPageQuery } from '../../../../src/generated/operations.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { currencyLetters } from '../../parts/currencies.js';
import { DataTable } from '../../parts/data-table.js';
import { EntityPage, type EntityPageProps } from '../../parts/entity-page.js';
import { formatMoney } from '../../parts/format-money.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { between } from '../../parts/numbers.js';
import { asJson, readable } from '../../parts/readable.js';
import { Columns, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { type Field, None } from '../../parts/value.js';
import { AuditOf } from '../directory/audit.js';
import { TRANSACTION_LIST } from '../transactions/transaction-row.js';
import { Call, Outcome } from './call-and-outcome.js';
import { failureText } from './failure-words.js';
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
  const currency = currencyLetters(klv.find(({ key }) => key === '049')?.value);
  const fields: readonly Field<KlvEntry>[] = [
    { label: 'Key', name: 'key', kind: 'code' },
    { label: 'Means', show: ({ title }) => title ?? <span className="muted">not documented</span> },
    {
      label: 'Value',
      show: ({ key, value }) => (
        <>
          {value === '' ? <None /> : <code>{value}</code>}{' '}
          <span className="muted">{meaningOf(key, value, currency)}</span>
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

function meaningOf(key: string, value: string, currency: string | null): string | null {
  if (key === '049') return currencyLetters(value);
  if (key === '004' && currency !== null && /^\d{1,15}$/.test(value))
    return formatMoney({ minorUnits: Number(value), currency });
  return null;
}

/** Shows request and answer as saved: without forbidden data, and with masked card numbers. */
function Bodies({ transaction: { request, answer, rawAnswer } }: TransactionProps): ReactNode {
  const views = [
    ['Request', asJson(request), 'The envelope for the wallet service'],
    ['Answer', answer === null ? null : asJson(answer), 'The answer as the gateway read it'],
    ['Answer, raw', rawAnswer === null ? null : readable(rawAnswer), 'The wallet service’s own words'],
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
        {views.map(([name, text, label]) => (
          <Tabs.Panel key={name} value={name}>
            {text === null ? <None /> : <Code text={text} label={label} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
