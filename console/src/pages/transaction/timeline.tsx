import type { ReactNode } from 'react';
import { between } from '../../parts/numbers.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { failureText } from './failure-words.js';
import type { FullTransaction } from './full-transaction.js';
import { settledAtOf } from './settled-at.js';

/** Shows the steps of a transaction with their times, and the duration between them. */
export function Timeline({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const settledAt = settledAtOf(transaction);
  const steps = [
    ['Received', 'read and checked at the interface', transaction.receivedAt],
    ['Claimed', 'saved, before a byte leaves', transaction.claimedAt],
    ['Sent', 'signed, to the wallet service', transaction.sentAt],
    ['Answered', 'by the wallet service', transaction.answeredAt],
    ['Settled', 'the outcome is saved', settledAt],
  ] as const;
  let before: string | null = null;
  return (
    <Section
      title="Timeline"
      note={settledAt === null ? undefined : `${between(transaction.receivedAt, settledAt)} in all`}
    >
      <ol className="timeline">
        {steps.map(([name, meaning, at]) => {
          const took = before === null || at === null ? null : between(before, at);
          before = at ?? before;
          return (
            <li key={name} className={at === null ? 'missing' : ''}>
              <span className="timeline-head">
                <strong>{name}</strong>
                {took !== null && <span className="took">+{took}</span>}
              </span>
              <Time at={at} form="clock" />
              <span className="muted">{at === null ? missingText(name, transaction) : meaning}</span>
            </li>
          );
        })}
      </ol>
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
