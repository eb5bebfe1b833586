import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type ProgrammesQuery,
  SetSharedKeyStateDocument,
  type SharedKeyState,
} from '../../../../src/generated/operations.js';
import { useAction } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';

export type Programme = ProgrammesQuery['programmes']['edges'][number]['node'];
type SharedKey = Programme['sharedKeys'][number];

/** Shows the shared keys of a programme with their rotation. */
export function SharedKeys({ programme }: { readonly programme: Programme }): ReactNode {
  const { programme: name, sharedKeys } = programme;
  const columns: readonly Column<SharedKey>[] = [
    { title: 'Key', minPx: 60, cell: ({ keyId }) => <code>{keyId}</code> },
    { title: 'State', minPx: 80, cell: ({ state }) => <StateBadge state={state} /> },
    { title: 'Added', minPx: 84, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'Changed', minPx: 84, cell: ({ changedAt }) => <Time at={changedAt} /> },
    {
      title: 'Audit log',
      minPx: 72,
      cell: ({ keyId }) => (
        <Link
          href={`/directory/audit?subject=${encodeURIComponent(`${name} ${keyId}`)}`}
          aria-label={`Changes of shared key ${keyId}`}
        >
          Changes
        </Link>
      ),
    },
    { title: 'Change', minPx: 200, cell: (key) => <NextState programme={name} sharedKey={key} /> },
  ];
  return (
    <Section title="Shared keys">
      <p className="section-words">{rotationOf(sharedKeys)}</p>
      <DataTable
        label={`Shared keys of ${name}`}
        columns={columns}
        rows={sharedKeys}
        keyOf={({ keyId }) => keyId}
        empty={
          <Empty title="No shared keys.">
            Only the command line adds them: <code>cardway shared-keys add --programme {name}</code>
          </Empty>
        }
      />
    </Section>
  );
}

/** Returns a sentence about the state and next step of a rotation. */
function rotationOf(keys: readonly SharedKey[]): string {
  const active = keys.filter(({ state }) => state === 'active');
  const retiring = keys.filter(({ state }) => state === 'retiring');
  const issuing = active.at(-1);
  if (issuing === undefined) return 'No key is active: no secret can be issued.';
  const others = active.length - 1;
  if (retiring.length > 0)
    return `Rotation under way: ${issuing.keyId} issues; ${retiring.map(({ keyId }) => keyId).join(', ')} still verifies. Retire it once no secret of it is in use.`;
  if (others > 0)
    return `${issuing.keyId} issues; ${String(others)} other active key${others > 1 ? 's' : ''} can be set to retiring.`;
  return `${issuing.keyId} issues and verifies. To rotate, add a key on the command line: cardway shared-keys add`;
}

/** A gateway of a newer release may have further states. */
const NEXT: Readonly<
  Partial<Record<string, readonly (readonly [name: string, state: SharedKeyState, consequence: string])[]>>
> = {
  active: [['Set to retiring', 'retiring', 'It stops issuing secrets and still verifies them.']],
  retiring: [
    ['Set to active', 'active', 'It may issue secrets again.'],
    ['Retire', 'retired', 'This is final. Its secrets are no longer verified.'],
  ],
};

function NextState(props: { readonly programme: string; readonly sharedKey: SharedKey }): ReactNode {
  const { keyId, state } = props.sharedKey;
  const set = useAction(SetSharedKeyStateDocument, 'programmes', 'audit');
  return (
    <span className="bar">
      {NEXT[state]?.map(([name, next, consequence]) => (
        <ConfirmButton
          key={next}
          verb={name}
          permission="MANAGE_PROGRAMMES"
          label={`${name} key ${keyId}`}
          title={`${name} key ${keyId}?`}
          subject={[['Programme', props.programme]]}
          consequence={consequence}
          isDangerous={next === 'retired'}
          action={set}
          variables={() => ({ input: { programme: props.programme, keyId, state: next } })}
          onDone={() => notifyDone(`Shared key ${keyId} is ${next}.`)}
        />
      ))}
    </span>
  );
}
