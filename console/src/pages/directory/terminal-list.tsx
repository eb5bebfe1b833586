import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  DisableTerminalDocument,
  EnableTerminalDocument,
  TerminalsDocument,
  type TerminalsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { Confirmed } from '../../parts/confirmed.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';

type Terminal = TerminalsQuery['terminals']['edges'][number]['node'];

export function TerminalList(): ReactNode {
  const listing = useListing({
    name: 'terminals',
    document: TerminalsDocument,
    variables: {},
    pageIn: ({ terminals }) => terminals,
  });
  return (
    <Listing
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
  );
}

const COLUMNS: readonly Column<Terminal>[] = [
  {
    title: 'Terminal',
    width: '9rem',
    cell: ({ terminalId }) => (
      <Link
        href={`/live?terminal=${encodeURIComponent(terminalId)}`}
        aria-label={`Transactions of terminal ${terminalId}`}
      >
        <code>{terminalId}</code>
      </Link>
    ),
  },
  {
    title: 'State',
    width: '7rem',
    cell: ({ enabled }) => (
      <Badge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'enabled' : 'disabled'}</Badge>
    ),
  },
  { title: 'Programme', width: '9rem', cell: ({ programme }) => programme },
  { title: 'Checksum', width: '7rem', isExtra: true, cell: ({ checksumAlgorithm }) => checksumAlgorithm },
  {
    title: 'Calls from',
    width: '10rem',
    isExtra: true,
    cell: ({ allowedAddresses }) => allowedAddresses?.join(' ') ?? 'anywhere',
  },
  {
    title: 'Previous password until',
    width: '12rem',
    isExtra: true,
    cell: ({ previousPasswordUntil }) => <Time at={previousPasswordUntil} />,
  },
  { title: 'Added', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Change', width: '7rem', cell: (terminal) => <Switch terminal={terminal} /> },
];

function Switch({ terminal: { terminalId, enabled } }: { readonly terminal: Terminal }): ReactNode {
  const disable = useAction(DisableTerminalDocument, 'terminals', 'audit');
  const enable = useAction(EnableTerminalDocument, 'terminals', 'audit');
  return enabled ? (
    <Confirmed
      name="Disable"
      subject={`terminal ${terminalId}`}
      consequence="The gateway refuses its calls like those of an unknown terminal."
      action={disable}
      variables={{ input: { terminalId } }}
    />
  ) : (
    <Confirmed
      name="Enable"
      subject={`terminal ${terminalId}`}
      consequence="The gateway accepts its calls again."
      action={enable}
      variables={{ input: { terminalId } }}
    />
  );
}
