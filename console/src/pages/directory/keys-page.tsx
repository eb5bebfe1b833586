import type { ReactNode } from 'react';
import { KeysDocument, type KeysQuery, RevokeKeyDocument } from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { useSession } from '../../gateway/session.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';

type ApiKey = KeysQuery['keys']['edges'][number]['node'];

/** Shows the API keys, and lets operators revoke them. */
export function KeysPage(): ReactNode {
  const listing = useListing({
    name: 'keys',
    document: KeysDocument,
    variables: {},
    pageIn: ({ keys }) => keys,
  });
  return (
    <Page title="API keys">
      <DataTable
        label="API keys"
        columns={COLUMNS}
        {...listing}
        keyOf={({ keyId }) => keyId}
        empty={<Empty title="No keys." />}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Key', minPx: 154, cell: ({ keyId }) => <code>{keyId}</code> },
  { title: 'Role', minPx: 90, cell: ({ role }) => role },
  { title: 'State', minPx: 90, cell: (key) => <State apiKey={key} /> },
  { title: 'Programme', minPx: 102, cell: ({ programme }) => programme ?? 'all' },
  { title: 'Terminals', minPx: 140, cell: ({ terminalIds }) => terminalIds?.join(', ') ?? 'all' },
  { title: 'Last used', minPx: 154, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: 'Expires', minPx: 154, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { title: 'Change', minPx: 90, cell: (key) => <Revoke apiKey={key} /> },
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
    <ConfirmButton
      verb="Revoke"
      label={`Revoke key ${keyId}`}
      title={`Revoke key ${keyId}?`}
      consequence={`This is final. Every node refuses the key within seconds and closes its connections.${own}`}
      action={revoke}
      variables={() => ({ input: { keyId } })}
    />
  );
}
