import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  KeyDocument,
  type KeyFieldsFragment,
  RevokeKeyDocument,
  SetKeyDocumentsDocument,
  SetKeyExpiryDocument,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { useSession } from '../../gateway/session.js';
import { Badge } from '../../parts/badge.js';
import { timeIn, timeZone, useChoice } from '../../parts/choices.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { DetailList, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { AuditOf } from './audit-of.js';
import { EntryPage } from './entry-page.js';
import { FormButton } from './form-button.js';
import { DOCUMENTS_FIELD, documentsIn, expiryField, permissionFor, timeText } from './key-form.js';
import { KeyState } from './key-state.js';
import { NewestTransactions } from './newest-transactions.js';
import { useRefusedCalls } from './refused-calls.js';

interface KeyProps {
  readonly apiKey: KeyFieldsFragment;
}

/** Shows one API key: what it may do, what it did, and who changed it. */
export function KeyPage({ keyId }: { readonly keyId: string }): ReactNode {
  const { about } = useSession();
  const answer = useAnswer('keys', KeyDocument, { keyId }, { everyMs: FRESH_MS });
  return (
    <EntryPage
      kind="Key"
      id={keyId}
      path={[['API keys', '/directory/keys']]}
      query={answer}
      entry={answer.data?.key}
      badges={(key) => (
        <>
          <KeyState {...key} />
          {keyId === about.keyId && <Badge tone="busy">yours</Badge>}
        </>
      )}
      actions={(key) =>
        !key.revoked && (
          <>
            <SetExpiry apiKey={key} />
            <SetDocuments apiKey={key} />
            <Revoke apiKey={key} />
          </>
        )
      }
      none={
        <Empty title="There is no key of this name.">
          <Link href="/directory/keys">Create it among the keys</Link>, or:{' '}
          <code>cardway keys create {keyId}</code>
        </Empty>
      }
    >
      {(key) => (
        <>
          <About apiKey={key} />
          {key.role === 'client' && (
            <NewestTransactions filter={{ keyId }} all={`key=${encodeURIComponent(keyId)}`} />
          )}
          <AuditOf title="Changes of the key" filter={{ subject: keyId }} />
          {key.role !== 'network' && <AuditOf title="Changes by the key" filter={{ actor: keyId }} />}
        </>
      )}
    </EntryPage>
  );
}

function About({ apiKey }: KeyProps): ReactNode {
  const { keyId, role, programme, terminalIds } = apiKey;
  const refused = useRefusedCalls({ key: keyId }, 'Refused calls with this key');
  return (
    <Section title="Key" actions={<RunbookLink entry="leaked">The key is known to others</RunbookLink>}>
      <DetailList
        details={[
          ['Role', role],
          ['Programme', programme === null ? 'all' : <Id key="p" kind="programme" id={programme} />],
          [
            'Terminals',
            terminalIds === null ? (
              'all of its programme'
            ) : (
              <span key="t" className="bar">
                {terminalIds.map((id) => (
                  <Id key={id} kind="terminal" id={id} />
                ))}
              </span>
            ),
          ],
          ['GraphQL documents', apiKey.documents === 'any' ? 'any' : 'registered ones only'],
          ['Last used', <Time key="l" at={apiKey.lastUsedAt} form="date" />],
          ['Created', <Time key="c" at={apiKey.createdAt} form="date" />],
          [
            'Expires',
            apiKey.expiresAt === null ? 'never' : <Time key="e" at={apiKey.expiresAt} form="date" />,
          ],
          ...refused,
        ]}
      />
    </Section>
  );
}

function SetExpiry({ apiKey: { keyId, role, expiresAt } }: KeyProps): ReactNode {
  const set = useAction(SetKeyExpiryDocument, 'keys', 'audit');
  const zone = useChoice(timeZone);
  return (
    <FormButton
      name="Set its end …"
      permission={permissionFor(role)}
      title={`Set the end of key ${keyId}`}
      verb="Save"
      consequence="From then on, every node refuses the key and closes its connections."
      fields={[expiryField(zone)]}
      initial={{ expiresAt: timeText(expiresAt, zone) }}
      action={set}
      variables={({ expiresAt: written }) => ({
        // The text has no seconds, and where an hour comes twice it means the first one.
        input: {
          keyId,
          expiresAt: written === timeText(expiresAt, zone) ? expiresAt : (timeIn(zone, written) ?? null),
        },
      })}
      onDone={() => notifyDone(`The end of key ${keyId} is changed.`)}
    />
  );
}

function SetDocuments({ apiKey: { keyId, role, documents } }: KeyProps): ReactNode {
  const set = useAction(SetKeyDocumentsDocument, 'keys', 'audit');
  return (
    <FormButton
      name="Documents …"
      permission={permissionFor(role)}
      title={`GraphQL documents of key ${keyId}`}
      verb="Save"
      consequence="With registered ones only, every other GraphQL document of the key is refused within seconds."
      fields={[DOCUMENTS_FIELD]}
      initial={{ documents }}
      action={set}
      variables={(values) => ({ input: { keyId, documents: documentsIn(values['documents']) } })}
      onDone={() => notifyDone(`Key ${keyId} is changed.`)}
    />
  );
}

function Revoke({ apiKey: { keyId, role, programme } }: KeyProps): ReactNode {
  const { about } = useSession();
  const revoke = useAction(RevokeKeyDocument, 'keys', 'audit');
  const own = keyId === about.keyId ? ' It is the key that you are signed in with.' : '';
  return (
    <ConfirmButton
      verb="Revoke"
      permission={permissionFor(role)}
      label={`Revoke key ${keyId}`}
      title={`Revoke key ${keyId}?`}
      subject={[
        ['Role', role],
        ['Programme', programme ?? 'all'],
      ]}
      consequence={`This is final. Every node refuses the key within seconds and closes its connections.${own}`}
      isDangerous
      action={revoke}
      variables={() => ({ input: { keyId } })}
      onDone={() => notifyDone(`Key ${keyId} is revoked.`)}
    />
  );
}
