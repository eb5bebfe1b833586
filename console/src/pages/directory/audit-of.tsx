import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { type AuditFilter, AuditLogDocument } from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { AUDIT_COLUMNS } from './audit-columns.js';

const NEWEST = 10;
const FRESH_MS = 5000;

interface Props {
  readonly title: string;
  readonly filter: Pick<AuditFilter, 'subject' | 'actor'>;
}

/** Shows the newest audit entries of a subject, or of an actor, with a link to all of them, to people who may read them. */
export function AuditOf(props: Props): ReactNode {
  return (
    <Allowed permission="READ_AUDIT_LOG">
      <Newest {...props} />
    </Allowed>
  );
}

function Newest({ title, filter }: Props): ReactNode {
  const answer = useAnswer('audit', AuditLogDocument, { filter, first: NEWEST }, { everyMs: FRESH_MS });
  const rows = useMemo(() => answer.data?.auditLog.edges.map(({ node }) => node) ?? [], [answer.data]);
  const all = new URLSearchParams(Object.entries(filter) as [string, string][]);
  return (
    <Section title={title} actions={<Link href={`/directory/audit?${all.toString()}`}>All entries</Link>}>
      <DataTable
        label={title}
        columns={AUDIT_COLUMNS}
        rows={rows}
        query={answer}
        keyOf={({ id }) => id}
        empty={<Empty title="No entries.">Each change is kept here with its actor.</Empty>}
      />
    </Section>
  );
}
