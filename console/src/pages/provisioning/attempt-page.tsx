import { Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AttemptPageDocument, type AttemptPageQuery } from '../../../../src/generated/operations.js';
import { EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { between } from '../../parts/format.js';
import { Section } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { addressOf, type Field, StateBadge } from '../../parts/value.js';

type Attempt = NonNullable<AttemptPageQuery['provisioningAttempt']>;

const FIELDS: readonly Field<Attempt>[] = [
  { label: 'Issued', name: 'issuedAt', kind: 'time' },
  { label: 'Secret good until', name: 'expiresAt', kind: 'time' },
  { label: 'Card', name: 'cardId', kind: 'card' },
  { label: 'Customer', name: 'customerId', kind: 'customer' },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Shared key', name: 'keyId', kind: 'code' },
  { label: 'Wrong codes', show: ({ wrongCodes }) => String(wrongCodes ?? 0) },
  { label: 'Time steps off', name: 'driftSteps' },
  { label: 'Token reference', name: 'tokenReference', kind: 'token' },
  { label: 'Wallet id', name: 'walletId' },
];

/** Shows one attempt with each change. */
export function AttemptPage({ id: attemptId }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Attempt"
      id={attemptId}
      document={AttemptPageDocument}
      variables={{ attemptId }}
      badges={({ state }) => <StateBadge state={state} />}
      none="Attempts are never deleted. Check the id."
      fields={FIELDS}
    >
      {({ history }) => (
        <Section title="History">
          <History history={history} />
        </Section>
      )}
    </EntityPage>
  );
}

function History({ history }: Pick<Attempt, 'history'>): ReactNode {
  return (
    <Timeline active={history.length} bulletSize={14}>
      {history.map(({ at, to, actor, reason }, index) => (
        <Timeline.Item key={`${at} ${to}`} title={to}>
          <Time at={at} form="clock" />
          {index > 0 && <span className="muted"> +{between(history[index - 1]?.at, at)}</span>} by{' '}
          <Actor actor={actor} />
          {reason === null ? '' : `: ${reason}`}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Actor({ actor }: { readonly actor: string }): ReactNode {
  // The history names a terminal or a key. Ids of terminals are ten digits as a rule.
  if (actor === 'gateway') return 'the gateway';
  return <Link href={addressOf(/^\d{10}$/.test(actor) ? 'terminal' : 'key', actor)}>{actor}</Link>;
}
