import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  AddTerminalDocument,
  DisableTerminalDocument,
  EnableTerminalDocument,
  type EnableTerminalMutationVariables,
  RotateTerminalPasswordDocument,
  SetTerminalDocument,
  TerminalDocument,
  type TerminalFieldsFragment,
  TerminalsDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/session.js';
import { ActionButton, type FormField, PROGRAMME } from '../../parts/entity-form.js';
import { EntityListPage, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { addressOf, Badge, type Field } from '../../parts/value.js';
import { NewestTransactions } from '../transactions/transaction-row.js';
import { AuditOf } from './audit.js';

type Terminal = TerminalFieldsFragment;

const FIELDS: readonly Field<Terminal>[] = [
  { label: 'Terminal', name: 'terminalId', kind: 'code' },
  { label: 'State', show: (terminal) => <State {...terminal} /> },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Checksum', show: ({ checksumAlgorithm }) => `HMAC-${checksumAlgorithm.toUpperCase()}` },
  { label: 'Calls from', show: ({ allowedAddresses }) => allowedAddresses?.join(', ') ?? 'anywhere' },
  { label: 'Previous password until', name: 'previousPasswordUntil', kind: 'time' },
  { label: 'Added', name: 'createdAt', kind: 'time' },
];

/** Shows whether the gateway accepts calls of a terminal. */
function State({ enabled }: Pick<Terminal, 'enabled'>): ReactNode {
  return <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'enabled' : 'disabled'}</Badge>;
}

/** Shows the terminals. */
export function TerminalsPage(): ReactNode {
  return (
    <EntityListPage
      title="Terminals"
      document={TerminalsDocument}
      exported="terminals"
      filters={[
        { kind: 'text', name: 'text', label: 'Terminal', hint: 'its beginning' },
        { kind: 'text', name: 'programme', label: 'Programme' },
      ]}
      fields={FIELDS}
      keyOf={({ terminalId }) => terminalId}
      kind="terminal"
      actions={<AddTerminal />}
      none={
        <>
          Add one with the button above, or: <code>cardway terminals add ID --programme NAME</code>
        </>
      }
    />
  );
}

/** Fields of a terminal that can change. */
const CHANGEABLE: readonly FormField[] = [
  {
    kind: 'select',
    name: 'checksumAlgorithm',
    label: 'Checksum',
    isRequired: true,
    options: [
      ['sha256', 'SHA-256'],
      ['sha1', 'SHA-1, for old terminals'],
    ],
  },
  {
    kind: 'entries',
    name: 'allowedAddresses',
    label: 'Calls from',
    hint: 'Networks and addresses, one a line: 192.0.2.7, 2001:db8:5::/48. Empty: from anywhere.',
  },
];

const PASSWORD: FormField = {
  kind: 'password',
  name: 'password',
  label: 'Password',
  hint: 'From the processor, at least 10 characters. It is never shown again.',
  isRequired: true,
};

function AddTerminal(): ReactNode {
  return (
    <ActionButton
      name="Add a terminal …"
      permission="MANAGE_TERMINALS"
      isMain
      title="Add a terminal"
      verb="Add"
      consequence="The gateway accepts its calls at once. The audit log keeps it with your key."
      fields={[
        {
          kind: 'text',
          name: 'terminalId',
          label: 'Terminal id',
          hint: '10 characters, as the processor gave them.',
          isRequired: true,
        },
        PROGRAMME,
        PASSWORD,
        ...CHANGEABLE,
      ]}
      initial={{ checksumAlgorithm: 'sha256' }}
      document={AddTerminalDocument}
      next={({ addTerminal: { terminal } }) => addressOf('terminal', terminal.terminalId)}
    />
  );
}

/** Shows one terminal with its calls and changes. */
export function TerminalPage({ id: terminalId }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Terminal"
      id={terminalId}
      document={TerminalDocument}
      variables={{ terminalId }}
      badges={(terminal) => <State {...terminal} />}
      actions={(terminal) => <Actions terminal={terminal} />}
      fields={FIELDS.slice(2)}
      links={
        <Allowed permission="MONITOR">
          <Link href={`/refused?terminal=${encodeURIComponent(terminalId)}`}>
            Refused calls of this terminal
          </Link>
        </Allowed>
      }
    >
      {() => (
        <>
          <NewestTransactions filter={{ terminalId }} all={{ terminal: terminalId }} />
          <AuditOf title="Changes" filter={{ subject: terminalId }} />
        </>
      )}
    </EntityPage>
  );
}

function Actions({ terminal }: { readonly terminal: Terminal }): ReactNode {
  const { terminalId, enabled } = terminal;
  return (
    <>
      <ActionButton
        name="Edit …"
        permission="MANAGE_TERMINALS"
        title={`Edit terminal ${terminalId}`}
        verb="Save"
        consequence="Every node follows within seconds. The gateway refuses calls with another checksum or from elsewhere."
        fields={[PROGRAMME, ...CHANGEABLE]}
        initial={{
          programme: terminal.programme,
          checksumAlgorithm: terminal.checksumAlgorithm,
          allowedAddresses: terminal.allowedAddresses?.join('\n') ?? '',
        }}
        document={SetTerminalDocument}
        input={{ terminalId }}
      />
      <ActionButton
        name="Rotate the password …"
        permission="MANAGE_TERMINALS"
        title={`Rotate the password of terminal ${terminalId}`}
        verb="Rotate"
        consequence="The new password works at once. The previous one works until the overlap ends; then its calls are refused."
        fields={[
          { ...PASSWORD, label: 'New password' },
          {
            kind: 'number',
            name: 'overlapSeconds',
            label: 'Overlap in seconds',
            hint: 'Empty: 24 h. 0: the previous one ends at once.',
          },
        ]}
        document={RotateTerminalPasswordDocument}
        input={{ terminalId }}
      />
      <ActionButton<unknown, EnableTerminalMutationVariables>
        permission="MANAGE_TERMINALS"
        verb={enabled ? 'Disable' : 'Enable'}
        title={`${enabled ? 'Disable' : 'Enable'} terminal ${terminalId}?`}
        consequence={
          enabled
            ? 'The gateway refuses its calls like those of an unknown terminal. You can enable it again.'
            : 'The gateway accepts its calls again.'
        }
        isDangerous={enabled}
        document={enabled ? DisableTerminalDocument : EnableTerminalDocument}
        input={{ terminalId }}
      />
    </>
  );
}
