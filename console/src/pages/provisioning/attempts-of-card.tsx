import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { DigitizationsPageDocument, ProvisioningPageDocument } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { ATTEMPT_COLUMNS } from './attempt-row.js';
import { DIGITIZATION_COLUMNS } from './digitization-row.js';

const NEWEST = 10;
const FRESH_MS = 5000;

interface CardProps {
  readonly cardId: number;
}

/** Shows the newest attempts to put a card into a wallet, and its tokens. */
export function AttemptsOfCard({ cardId }: CardProps): ReactNode {
  return (
    <>
      <Attempts cardId={cardId} />
      <Tokens cardId={cardId} />
    </>
  );
}

function Attempts({ cardId }: CardProps): ReactNode {
  const variables = { filter: { cardId }, first: NEWEST };
  const answer = useAnswer('attempts', ProvisioningPageDocument, variables, { everyMs: FRESH_MS });
  const rows = useMemo(
    () => answer.data?.provisioningAttempts.edges.map(({ node }) => node) ?? [],
    [answer.data],
  );
  return (
    <Section
      title="Provisioning attempts"
      actions={<Link href={`/provisioning?card=${String(cardId)}`}>All its attempts</Link>}
    >
      <DataTable
        label="Newest attempts"
        columns={ATTEMPT_COLUMNS}
        rows={rows}
        query={answer}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressOf('attempt', id)}
        nameOf={({ id }) => `attempt ${id}`}
        empty={
          <Empty title="No attempts.">
            An attempt begins when an integrator asks for a secret of this card. Try it:{' '}
            <code>cardway trigger provisioning --card {cardId}</code>
          </Empty>
        }
      />
    </Section>
  );
}

function Tokens({ cardId }: CardProps): ReactNode {
  const variables = { filter: { cardId }, first: NEWEST };
  const answer = useAnswer('digitizations', DigitizationsPageDocument, variables, { everyMs: FRESH_MS });
  const rows = useMemo(() => answer.data?.digitizations.edges.map(({ node }) => node) ?? [], [answer.data]);
  return (
    <Section
      title="Digitizations"
      actions={<Link href={`/digitizations?card=${String(cardId)}`}>All its digitizations</Link>}
    >
      <DataTable
        label="Digitizations"
        columns={DIGITIZATION_COLUMNS}
        rows={rows}
        query={answer}
        keyOf={({ id }) => id}
        empty={<Empty title="The card is in no wallet.">The network reports it when it is.</Empty>}
      />
    </Section>
  );
}
