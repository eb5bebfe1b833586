import type { ReactNode } from 'react';
import { resultText } from '../../../../src/core/transactions/result-codes.js';
import { Badge, wordOf } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { readable } from '../../parts/readable.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { type Detail, DetailList, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { failureText, runbookOf } from './failure-words.js';
import type { FullTransaction } from './full-transaction.js';

/** Shows what the wallet service said, and what the caller got. */
export function Outcome({ transaction: row }: { readonly transaction: FullTransaction }): ReactNode {
  const details: readonly Detail[] = [
    ['Route', row.route],
    ['Attempts', String(row.attempt)],
    ...(row.failure === null
      ? []
      : [
          [
            'Failure',
            <span key="f">
              {failureText({ ...row, failure: row.failure })} <code className="muted">{row.failure}</code>
            </span>,
          ] satisfies Detail,
        ]),
    ['Sent', <Time key="s" at={row.sentAt} form="date" />],
    ['HTTP status', <Status key="h" status={row.httpStatus} />],
    [
      'The caller got',
      row.default
        ? `${codeText(row.repliedResultCode)}, from the gateway: ${wordOf(row.replyReason ?? 'default')}`
        : row.resultCode === null
          ? (row.errorCode ?? 'nothing yet')
          : codeText(row.resultCode),
    ],
    ...(row.errorCode === null ? [] : [['Error', row.errorCode] satisfies Detail]),
    ...(row.nextAttemptAt === null
      ? []
      : [['Sent again', <Time key="n" at={row.nextAttemptAt} form="date" />] satisfies Detail]),
  ];
  const entry =
    row.failure === null ? null : runbookOf(row.failure, row.httpStatus, row.state === 'in_doubt');
  return (
    <Section title="Wallet service" actions={entry !== null && <RunbookLink entry={entry} />}>
      <DetailList details={details} />
      {row.rawAnswer !== null && row.failure !== null && (
        <Code text={readable(row.rawAnswer)} label="What the wallet service said" />
      )}
    </Section>
  );
}

/** Returns a result code with its meaning: `-17: Not sufficient funds`. */
function codeText(code: number | null): string {
  if (code === null) return '–';
  const meaning = resultText(code);
  return meaning === undefined ? String(code) : `${String(code)}: ${meaning}`;
}

function Status({ status }: { readonly status: number | null }): ReactNode {
  if (status === null) return 'no answer';
  return <Badge tone={status < 300 ? 'good' : 'bad'}>HTTP {status}</Badge>;
}
