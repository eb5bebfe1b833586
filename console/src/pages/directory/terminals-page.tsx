import type { ReactNode } from 'react';
import {
  DisableTerminalDocument,
  EnableTerminalDocument,
  TerminalsDocument,
  type TerminalsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';

type Terminal = TerminalsQuery['terminals']['edges'][number]['node'];

/** Shows the terminals, and lets operators disable them. */
export function TerminalsPage(): ReactNode {
  const listing = useListing({
    name: 'terminals',
    document: TerminalsDocument,
    variables: {},
    pageIn: ({ terminals }) => terminals,
  });
  return (
    <Page title="Terminals">
      <DataTable
        label="Terminals"
        columns={COLUMNS}
        {...listing}
        keyOf={({ terminalId }) => terminalId}
        empty={
          <Empty title="No terminals.">
            Add one: <code>cardway terminals add</code>
          </Empty>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Terminal>[] = [
  {
    title: 'Terminal',
    minPx: 115,
    cell: ({ terminalId }) => <Id kind="terminal" id={terminalId} isInList />,
  },
  {
    title: 'State',
    minPx: 90,
    cell: ({ enabled }) => (
      <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'enabled' : 'disabled'}</Badge>
    ),
  },
  { title: 'Programme', minPx: 115, cell: ({ programme }) => programme },
  { title: 'Checksum', minPx: 90, cell: ({ checksumAlgorithm }) => checksumAlgorithm },
  {
    title: 'Calls from',
    minPx: 128,
    cell: ({ allowedAddresses }) => allowedAddresses?.join(' ') ?? 'anywhere',
  },
  {
    title: 'Previous password until',
    minPx: 154,
    cell: ({ previousPasswordUntil }) => <Time at={previousPasswordUntil} />,
  },
  { title: 'Added', minPx: 140, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Change', minPx: 90, cell: (terminal) => <Switch terminal={terminal} /> },
];

function Switch({ terminal: { terminalId, enabled } }: { readonly terminal: Terminal }): ReactNode {
  const disable = useAction(DisableTerminalDocument, 'terminals', 'audit');
  const enable = useAction(EnableTerminalDocument, 'terminals', 'audit');
  return enabled ? (
    <ConfirmButton
      verb="Disable"
      label={`Disable terminal ${terminalId}`}
      title={`Disable terminal ${terminalId}?`}
      consequence="The gateway refuses its calls like those of an unknown terminal."
      action={disable}
      variables={() => ({ input: { terminalId } })}
    />
  ) : (
    <ConfirmButton
      verb="Enable"
      label={`Enable terminal ${terminalId}`}
      title={`Enable terminal ${terminalId}?`}
      consequence="The gateway accepts its calls again."
      action={enable}
      variables={() => ({ input: { terminalId } })}
    />
  );
}
