import type { ReactNode } from 'react';
import {
  ProgrammesDocument,
  type ProgrammesQuery,
  SetSharedKeyStateDocument,
  type SharedKeyState,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { Confirmed } from '../../parts/confirmed.js';
import { Details } from '../../parts/details.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';

type Programme = ProgrammesQuery['programmes']['edges'][number]['node'];
type SharedKey = Programme['sharedKeys'][number];

const FRESH_MS = 10_000;

/** Shows programmes with the rotation of their shared keys. */
export function ProgrammeList(): ReactNode {
  const answer = useAnswer('programmes', ProgrammesDocument, {}, { everyMs: FRESH_MS });
  const programmes = answer.data?.programmes.edges.map(({ node }) => node);
  if (answer.isError) return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  if (programmes === undefined) return <Loading />;
  if (programmes.length === 0)
    return (
      <Empty title="No programmes.">
        Add one: <code>cardway programmes add</code>
      </Empty>
    );
  return programmes.map((programme) => (
    <article key={programme.programme} className="card" aria-labelledby={`programme-${programme.programme}`}>
      <h2 id={`programme-${programme.programme}`}>{programme.name}</h2>
      <Details
        details={[
          ['Programme', <code key="p">{programme.programme}</code>],
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
  ));
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
  if (programme.sharedKeys.length === 0) return null;
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col" className="extra">
            Added
          </th>
          <th scope="col" className="extra">
            Changed
          </th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {programme.sharedKeys.map((key) => (
          <tr key={key.keyId}>
            <th scope="row">
              <code>{key.keyId}</code>
            </th>
            <td>
              <StateBadge state={key.state} />
            </td>
            <td className="extra">
              <Time at={key.createdAt} />
            </td>
            <td className="extra">
              <Time at={key.changedAt} />
            </td>
            <td>
              <NextState programme={programme.programme} sharedKey={key} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
        <Confirmed
          key={next}
          name={name}
          subject={`key ${keyId}`}
          consequence={consequence}
          action={set}
          variables={{ input: { programme: props.programme, keyId, state: next } }}
        />
      ))}
    </span>
  );
}
