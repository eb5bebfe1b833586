import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ProgrammePageDocument, PutProgrammeDocument } from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Columns, DetailList, Section } from '../../parts/section.js';
import { AuditOf } from './audit-of.js';
import { EntryPage } from './entry-page.js';
import { FormButton } from './form-button.js';
import { NewestTransactions } from './newest-transactions.js';
import { changesIn, PROGRAMME_FIELDS, valuesOf } from './programme-form.js';
import { type Programme, SharedKeys } from './shared-keys.js';

/** Shows one programme: its parameters, shared keys, transactions and changes. */
export function ProgrammePage({ programme }: { readonly programme: string }): ReactNode {
  const answer = useAnswer('programmes', ProgrammePageDocument, { programme }, { everyMs: FRESH_MS });
  return (
    <EntryPage
      kind="Programme"
      id={programme}
      path={[['Programmes', '/directory/programmes']]}
      query={answer}
      entry={answer.data?.programme}
      actions={(entry) => <Edit programme={entry} />}
      none={
        <Empty title="There is no programme of this name.">
          <Link href="/directory/programmes">Add it to the programmes</Link>, or:{' '}
          <code>cardway programmes set {programme}</code>
        </Empty>
      }
    >
      {(entry) => (
        <>
          <Columns>
            <Section title="Programme">
              <DetailList
                details={[
                  ['Name', entry.name],
                  ['Currency', entry.currency ?? 'none: amounts are minor units'],
                  ['Secrets', `${String(entry.digits)} digits, HMAC-${entry.algorithm.toUpperCase()}`],
                  ['Derivation', entry.derivation],
                  [
                    'Time step, validity',
                    `${String(entry.stepSeconds)} s, ${String(entry.validitySeconds)} s`,
                  ],
                  ['Verified by', entry.verifier === 'gateway' ? 'this gateway' : 'the back end of the SDK'],
                ]}
              />
            </Section>
            <Section title="Belongs to it">
              <Contents programme={programme} />
            </Section>
          </Columns>
          <SharedKeys programme={entry} />
          <NewestTransactions filter={{ programme }} all={`programme=${encodeURIComponent(programme)}`} />
          <AuditOf title="Changes" filter={{ subject: programme }} />
        </>
      )}
    </EntryPage>
  );
}

const LISTS = [
  ['Terminals', '/directory/terminals'],
  ['Wallets', '/directory/wallets'],
  ['API keys', '/directory/keys'],
  ['Endpoints', '/events/endpoints'],
  ['Provisioning attempts', '/provisioning'],
  ['Digitizations', '/digitizations'],
] as const;

function Contents({ programme }: { readonly programme: string }): ReactNode {
  return (
    <ul className="link-list">
      {LISTS.map(([name, list]) => (
        <li key={list}>
          <Link href={`${list}?programme=${encodeURIComponent(programme)}`}>{name} of this programme</Link>
        </li>
      ))}
    </ul>
  );
}

function Edit({ programme }: { readonly programme: Programme }): ReactNode {
  const put = useAction(PutProgrammeDocument, 'programmes', 'audit');
  return (
    <FormButton
      name="Edit …"
      permission="MANAGE_PROGRAMMES"
      title={`Edit programme ${programme.programme}`}
      verb="Save"
      consequence="New secrets follow the new parameters, and the SDK must follow them too. An empty field changes nothing. The currency is that of the amounts of all its transactions."
      fields={PROGRAMME_FIELDS}
      initial={valuesOf(programme)}
      action={put}
      variables={(values) => ({ input: { programme: programme.programme, ...changesIn(values) } })}
      onDone={() => notifyDone(`Programme ${programme.programme} is changed.`)}
    />
  );
}
