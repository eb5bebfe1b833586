import type { ReactNode } from 'react';
import {
  ProgrammesDocument,
  type ProgrammesQuery,
  SetSharedKeyStateDocument,
  type SharedKeyState,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { DetailList } from '../../parts/section.js';
import { Time } from '../../parts/time.js';

type Programme = ProgrammesQuery['programmes']['edges'][number]['node'];
type SharedKey = Programme['sharedKeys'][number];

const FRESH_MS = 10_000;

/** Shows programmes with the rotation of their shared keys. */
export function ProgrammesPage(): ReactNode {
  const answer = useAnswer('programmes', ProgrammesDocument, {}, { everyMs: FRESH_MS });
  const programmes = answer.data?.programmes.edges.map(({ node }) => node);
  return (
    <Page title="Programmes">
      {answer.isError && <Failure error={answer.error} retry={() => void answer.refetch()} />}
      {programmes === undefined && !answer.isError && <Loading />}
      {programmes?.length === 0 && (
        <Empty title="No programmes.">
          Add one: <code>cardway programmes add</code>
        </Empty>
      )}
      {programmes?.map((programme) => (
        <article
          key={programme.programme}
          className="card"
          aria-labelledby={`programme-${programme.programme}`}
        >
          <h2 id={`programme-${programme.programme}`}>{programme.name}</h2>
          <DetailList
            details={[
              ['Programme', <code key="p">{programme.programme}</code>],
              ['Currency', programme.currency ?? 'none: amounts are minor units'],
              [
                'Secret',
                `${String(programme.digits)} digits, ${programme.algorithm}, derivation ${programme.derivation}`,
              ],
              [
                'Time step, validity',
                `${String(programme.stepSeconds)} s, ${String(programme.validitySeconds)} s`,
              ],
              ['Verified by', programme.verifier],
            ]}
          />
          <h3>Shared keys</h3>
          <p>{rotationOf(programme.sharedKeys)}</p>
          <Keys programme={programme} />
        </article>
      ))}
    </Page>
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

function Keys({ programme }: { readonly programme: Programme }): ReactNode {
  const columns: readonly Column<SharedKey>[] = [
    { title: 'Key', minPx: 60, cell: ({ keyId }) => <code>{keyId}</code> },
    { title: 'State', minPx: 80, cell: ({ state }) => <StateBadge state={state} /> },
    { title: 'Added', minPx: 96, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'Changed', minPx: 96, cell: ({ changedAt }) => <Time at={changedAt} /> },
    {
      title: 'Change',
      minPx: 200,
      cell: (key) => <NextState programme={programme.programme} sharedKey={key} />,
    },
  ];
  return (
    <DataTable
      label={`Shared keys of ${programme.programme}`}
      columns={columns}
      rows={programme.sharedKeys}
      keyOf={({ keyId }) => keyId}
      empty={<Empty title="No shared keys." />}
    />
  );
}

const NEXT: Readonly<
  Record<SharedKeyState, readonly (readonly [name: string, state: SharedKeyState, consequence: string])[]>
> = {
  active: [['Set to retiring', 'retiring', 'It stops issuing secrets and still verifies them.']],
  retiring: [
    ['Set to active', 'active', 'It may issue secrets again.'],
    ['Retire', 'retired', 'This is final. Its secrets are no longer verified.'],
  ],
  retired: [],
};

function NextState(props: { readonly programme: string; readonly sharedKey: SharedKey }): ReactNode {
  const { keyId, state } = props.sharedKey;
  const set = useAction(SetSharedKeyStateDocument, 'programmes', 'audit');
  return (
    <span className="bar">
      {NEXT[state].map(([name, next, consequence]) => (
        <ConfirmButton
          key={next}
          verb={name}
          label={`${name} key ${keyId}`}
          title={`${name} key ${keyId}?`}
          consequence={consequence}
          action={set}
          variables={() => ({ input: { programme: props.programme, keyId, state: next } })}
        />
      ))}
    </span>
  );
}
