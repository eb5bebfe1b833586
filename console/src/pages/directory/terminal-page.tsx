import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  DisableTerminalDocument,
  EnableTerminalDocument,
  RotateTerminalPasswordDocument,
  SetTerminalDocument,
  TerminalDocument,
  type TerminalFieldsFragment,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { ConfirmSwitch } from '../../parts/confirm-dialog.js';
import { numberIn } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { DetailList, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { AuditOf } from './audit-of.js';
import { entriesIn } from './entry-form.js';
import { EntryPage } from './entry-page.js';
import { FormButton } from './form-button.js';
import { NewestTransactions } from './newest-transactions.js';
import { useProgrammeField } from './programme-field.js';
import { useRefusedCalls } from './refused-calls.js';
import { algorithmIn, PASSWORD_FIELD, TERMINAL_FIELDS } from './terminal-form.js';
import { TerminalState } from './terminal-state.js';

/** Shows one terminal with its calls and changes. */
export function TerminalPage({ terminalId }: { readonly terminalId: string }): ReactNode {
  const answer = useAnswer('terminals', TerminalDocument, { terminalId }, { everyMs: FRESH_MS });
  const refused = useRefusedCalls({ terminal: terminalId }, 'Refused calls of this terminal');
  return (
    <EntryPage
      kind="Terminal"
      id={terminalId}
      path={[['Terminals', '/directory/terminals']]}
      query={answer}
      entry={answer.data?.terminal}
      badges={(terminal) => <TerminalState {...terminal} />}
      actions={(terminal) => <Actions terminal={terminal} />}
      none={
        <Empty title="The directory has no terminal of this id.">
          <Link href="/directory/terminals">Add it to the terminals</Link>, or:{' '}
          <code>cardway terminals add {terminalId}</code>
        </Empty>
      }
    >
      {(terminal) => (
        <>
          <Section title="Terminal">
            <DetailList
              details={[
                ['Programme', <Id key="p" kind="programme" id={terminal.programme} />],
                ['Checksum', `HMAC-${terminal.checksumAlgorithm.toUpperCase()}`],
                ['Calls from', terminal.allowedAddresses?.join(', ') ?? 'anywhere'],
                ['Previous password until', <Time key="u" at={terminal.previousPasswordUntil} form="date" />],
                ['Added', <Time key="a" at={terminal.createdAt} form="date" />],
                ...refused,
              ]}
            />
          </Section>
          <NewestTransactions filter={{ terminalId }} all={`terminal=${encodeURIComponent(terminalId)}`} />
          <AuditOf title="Changes" filter={{ subject: terminalId }} />
        </>
      )}
    </EntryPage>
  );
}

function Actions({ terminal }: { readonly terminal: TerminalFieldsFragment }): ReactNode {
  return (
    <>
      <Edit terminal={terminal} />
      <Rotate terminal={terminal} />
      <Switch terminal={terminal} />
    </>
  );
}

function Edit({ terminal }: { readonly terminal: TerminalFieldsFragment }): ReactNode {
  const { terminalId } = terminal;
  const programme = useProgrammeField();
  const set = useAction(SetTerminalDocument, 'terminals', 'audit');
  return (
    <FormButton
      name="Edit …"
      permission="MANAGE_TERMINALS"
      title={`Edit terminal ${terminalId}`}
      verb="Save"
      consequence="Every node follows within seconds. The gateway refuses calls with another checksum or from elsewhere."
      fields={[programme, ...TERMINAL_FIELDS]}
      initial={{
        programme: terminal.programme,
        checksumAlgorithm: terminal.checksumAlgorithm,
        allowedAddresses: terminal.allowedAddresses?.join('\n') ?? '',
      }}
      action={set}
      variables={(values) => ({
        input: {
          terminalId,
          programme: values['programme'] ?? terminal.programme,
          checksumAlgorithm: algorithmIn(values['checksumAlgorithm']),
          allowedAddresses: entriesIn(values['allowedAddresses'] ?? ''),
        },
      })}
      onDone={() => notifyDone(`Terminal ${terminalId} is changed.`)}
    />
  );
}

function Rotate({ terminal: { terminalId } }: { readonly terminal: TerminalFieldsFragment }): ReactNode {
  const rotate = useAction(RotateTerminalPasswordDocument, 'terminals', 'audit');
  return (
    <FormButton
      name="Rotate the password …"
      permission="MANAGE_TERMINALS"
      title={`Rotate the password of terminal ${terminalId}`}
      verb="Rotate"
      consequence="The new password works at once. The previous one works until the overlap ends; then its calls are refused."
      fields={[
        { ...PASSWORD_FIELD, label: 'New password' },
        {
          kind: 'number',
          name: 'overlapSeconds',
          label: 'Overlap in seconds',
          hint: 'Empty: 24 h. 0: the previous one ends at once.',
        },
      ]}
      action={rotate}
      variables={(values) => ({
        input: {
          terminalId,
          password: values['password'] ?? '',
          overlapSeconds: numberIn(values['overlapSeconds'] ?? ''),
        },
      })}
      onDone={() => notifyDone(`Terminal ${terminalId} has a new password.`)}
    />
  );
}

function Switch({
  terminal: { terminalId, enabled },
}: {
  readonly terminal: TerminalFieldsFragment;
}): ReactNode {
  const disable = useAction(DisableTerminalDocument, 'terminals', 'audit');
  const enable = useAction(EnableTerminalDocument, 'terminals', 'audit');
  const variables = () => ({ input: { terminalId } });
  return (
    <ConfirmSwitch
      permission="MANAGE_TERMINALS"
      isOn={enabled}
      on={{
        verb: 'Enable',
        label: `Enable terminal ${terminalId}`,
        title: `Enable terminal ${terminalId}?`,
        consequence: 'The gateway accepts its calls again.',
        action: enable,
        variables,
        onDone: () => notifyDone(`Terminal ${terminalId} is enabled.`),
      }}
      off={{
        verb: 'Disable',
        label: `Disable terminal ${terminalId}`,
        title: `Disable terminal ${terminalId}?`,
        consequence:
          'The gateway refuses its calls like those of an unknown terminal. You can enable it again.',
        isDangerous: true,
        action: disable,
        variables,
        onDone: () => notifyDone(`Terminal ${terminalId} is disabled.`),
      }}
    />
  );
}
