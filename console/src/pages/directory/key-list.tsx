import type { ReactNode } from 'react';
import { KeysDocument, type KeysQuery, RevokeKeyDocument } from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { useSession } from '../../gateway/session.js';
import { Badge } from '../../parts/badge.js';
import { Confirmed } from '../../parts/confirmed.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';

type ApiKey = KeysQuery['keys']['edges'][number]['node'];

export function KeyList(): ReactNode {
  const listing = useListing({
    name: 'keys',
    document: KeysDocument,
    variables: {},
    pageIn: ({ keys }) => keys,
  });
  return (
    <Listing
      label="API keys"
      columns={COLUMNS}
      {...listing}
      keyOf={({ keyId }) => keyId}
      empty={<Empty title="No keys." />}
    />
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Key', width: '12rem', cell: ({ keyId }) => <code>{keyId}</code> },
  { title: 'Role', width: '7rem', cell: ({ role }) => role },
  { title: 'State', width: '7rem', cell: (key) => <State apiKey={key} /> },
  { title: 'Programme', width: '8rem', isExtra: true, cell: ({ programme }) => programme ?? 'all' },
  { title: 'Terminals', isExtra: true, cell: ({ terminalIds }) => terminalIds?.join(', ') ?? 'all' },
  { title: 'Last used', width: '12rem', isExtra: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: 'Expires', width: '12rem', isExtra: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { title: 'Change', width: '7rem', cell: (key) => <Revoke apiKey={key} /> },
];

function State({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  if (apiKey.revoked) return <Badge tone="bad">revoked</Badge>;
  const isOver = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now();
  return isOver ? <Badge tone="quiet">expired</Badge> : <Badge tone="good">in use</Badge>;
}

function Revoke({ apiKey: { keyId, revoked } }: { readonly apiKey: ApiKey }): ReactNode {
  const { about } = useSession();
  const revoke = useAction(RevokeKeyDocument, 'keys', 'audit');
  if (revoked) return null;
  const own = keyId === about.keyId ? ' It is the key that you are signed in with.' : '';
  return (
    <Confirmed
      name="Revoke"
      subject={`key ${keyId}`}
      consequence={`This is final. Every node refuses the key within seconds and closes its connections.${own}`}
      action={revoke}
      variables={{ input: { keyId } }}
    />
  );
}
