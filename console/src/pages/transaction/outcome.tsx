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
    ...repliesOf(row),
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

/** Returns what the caller got. A reply of the gateway stays what it was when another outcome comes later. */
function repliesOf(row: FullTransaction): readonly Detail[] {
  const { repliedResultCode: replied, resultCode, replyReason, state } = row;
  const outcome = resultCode === null ? (row.errorCode ?? 'nothing yet') : codeText(resultCode);
  const isLater = state === 'answered' && resultCode !== null && resultCode !== replied;
  return [
    ['The caller got', replied === null ? outcome : `${codeText(replied)}, from the gateway`],
    ...(replied !== null && isLater ? [['Asked again, it gets', outcome] satisfies Detail] : []),
    ...(replyReason === null ? [] : [['Reason', wordOf(replyReason)] satisfies Detail]),
  ];
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
