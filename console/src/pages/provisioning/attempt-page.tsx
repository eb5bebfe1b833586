import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AttemptPageDocument, type AttemptPageQuery } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { between } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { DetailList, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';

const FRESH_MS = 2000;

/** Shows one attempt with each change. */
export function AttemptPage({ attemptId }: { readonly attemptId: string }): ReactNode {
  const answer = useAnswer('attempt', AttemptPageDocument, { attemptId }, { everyMs: FRESH_MS });
  const attempt = answer.data?.provisioningAttempt;
  return (
    <Page
      title={`Attempt ${attemptId}`}
      path={[['Provisioning', '/provisioning']]}
      badges={attempt != null && <StateBadge state={attempt.state} />}
    >
      {attempt != null ? (
        <Shown attempt={attempt} />
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.isPending ? (
        <Loading />
      ) : (
        <Empty title="There is no attempt of this id.">
          Attempts are never deleted. Check the id. <Link href="/provisioning">All attempts</Link>
        </Empty>
      )}
    </Page>
  );
}

type AttemptDetail = NonNullable<AttemptPageQuery['provisioningAttempt']>;

function Shown({ attempt }: { readonly attempt: AttemptDetail }): ReactNode {
  return (
    <>
      <Section title="History">
        <ol className="timeline">
          {attempt.history.map((change, index) => (
            <li key={`${change.at} ${change.to}`}>
              <span className="timeline-head">
                <strong>{change.to}</strong>
                {index > 0 && (
                  <span className="took">+{between(attempt.history[index - 1]?.at, change.at)}</span>
                )}
              </span>
              <Time at={change.at} form="clock" />
              <span className="muted">
                by <Actor actor={change.actor} />
                {change.reason === null ? '' : `: ${change.reason}`}
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Attempt">
        <DetailList
          details={[
            ['Issued', <Time key="i" at={attempt.issuedAt} form="date" />],
            ['Secret good until', <Time key="e" at={attempt.expiresAt} form="date" />],
            ['Card', <Id key="c" kind="card" id={attempt.cardId} />],
            ['Customer', <Id key="u" kind="customer" id={attempt.customerId} />],
            ['Programme', <Id key="p" kind="programme" id={attempt.programme} />],
            ['Shared key', <code key="k">{attempt.keyId}</code>],
            ['Wrong codes', String(attempt.wrongCodes ?? 0)],
            ['Time steps off', attempt.driftSteps === null ? '–' : String(attempt.driftSteps)],
            [
              'Token reference',
              attempt.tokenReference === null ? (
                '–'
              ) : (
                <Link key="t" href={`/digitizations?token=${encodeURIComponent(attempt.tokenReference)}`}>
                  <code>{attempt.tokenReference}</code>
                </Link>
              ),
            ],
            ['Wallet id', attempt.walletId ?? '–'],
          ]}
        />
      </Section>
    </>
  );
}

function Actor({ actor }: { readonly actor: string }): ReactNode {
  // The history names a terminal or a key. Ids of terminals are ten digits as a rule.
  if (actor === 'gateway') return 'the gateway';
  return <Link href={addressOf(/^\d{10}$/.test(actor) ? 'terminal' : 'key', actor)}>{actor}</Link>;
}
