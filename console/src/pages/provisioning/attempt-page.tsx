import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AttemptPageDocument, type AttemptPageQuery } from '../../../../src/cli/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { Details } from '../../parts/details.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { between, Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';

const FRESH_MS = 2000;

/** Shows one attempt with each change. */
export function AttemptPage({ attemptId }: { readonly attemptId: string }): ReactNode {
  useTitle(`Attempt ${attemptId}`);
  const answer = useAnswer('attempt', AttemptPageDocument, { attemptId }, { everyMs: FRESH_MS });
  if (answer.isPending) return <Loading />;
  const attempt = answer.data?.provisioningAttempt;
  if (answer.isError && attempt == null)
    return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      <p className="path">
        <Link href="/provisioning">Provisioning</Link> / attempt
      </p>
      <h1 className="id">{attemptId}</h1>
      {attempt == null ? <Empty title="There is no attempt of this id." /> : <Shown attempt={attempt} />}
    </>
  );
}

type AttemptDetail = NonNullable<AttemptPageQuery['provisioningAttempt']>;

function Shown({ attempt }: { readonly attempt: AttemptDetail }): ReactNode {
  return (
    <>
      <div className="headline">
        <StateBadge state={attempt.state} /> card {attempt.cardId}
      </div>
      <section aria-labelledby="history">
        <h2 id="history">History</h2>
        <ol className="timeline">
          {attempt.history.map((change, index) => (
            <li key={`${change.at} ${change.to}`}>
              <span className="took">
                {index === 0 ? '' : `+${between(attempt.history[index - 1]?.at, change.at)}`}
              </span>
              <strong>{change.to}</strong>
              <Time at={change.at} form="clock" />
              <span className="muted">
                by {change.actor}
                {change.reason === null ? '' : `: ${change.reason}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="about">
        <h2 id="about">Attempt</h2>
        <Details
          details={[
            ['Issued', <Time key="i" at={attempt.issuedAt} />],
            ['Secret good until', <Time key="e" at={attempt.expiresAt} />],
            ['Programme', attempt.programme],
            ['Customer', String(attempt.customerId)],
            ['Shared key', <code key="k">{attempt.keyId}</code>],
            ['Wrong codes', String(attempt.wrongCodes ?? 0)],
            ['Time steps off', attempt.driftSteps === null ? '–' : String(attempt.driftSteps)],
            ['Token reference', attempt.tokenReference ?? '–'],
            ['Wallet id', attempt.walletId ?? '–'],
          ]}
        />
      </section>
    </>
  );
}
