import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { RefusedCallsDocument, type RefusedCallFilter } from '../../../../src/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  oneOf,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { Time } from '../../parts/time.js';
import { type Entry, RefusedDrawer } from './refused-drawer.js';

/** Error codes: first those that callers cause, then those of the gateway. */
const CODES: readonly Entry['code'][] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'APPROVAL_REQUIRED',
  'BAD_REQUEST',
  'MALFORMED',
  'UNKNOWN_METHOD',
  'NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
];
const CHANNELS: readonly Entry['channel'][] = ['graphql', 'json', 'xmlrpc'];
const FIELDS = [
  { kind: 'time', name: 'time', label: 'Refused' },
  { kind: 'select', name: 'code', label: 'Error', options: CODES.map((code) => [code, code]) },
  { kind: 'select', name: 'channel', label: 'Interface', options: CHANNELS.map((name) => [name, name]) },
  { kind: 'text', name: 'terminal', label: 'Terminal' },
  { kind: 'text', name: 'programme', label: 'Programme', hint: 'Its short name.' },
  { kind: 'text', name: 'key', label: 'Key id' },
  { kind: 'text', name: 'address', label: 'IP address' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): RefusedCallFilter {
  return given({
    time: timeRangeIn(values.time),
    code: oneOf(values.code, CODES),
    channel: oneOf(values.channel, CHANNELS),
    terminalId: values.terminal,
    programme: values.programme,
    keyId: values.key,
    address: values.address,
  });
}

/** Shows calls that were refused before they were saved, with reasons that not all callers get. */
export function RefusedPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'refused',
    document: RefusedCallsDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ refusedCalls }) => refusedCalls,
  });
  const [shown, setShown] = useState<Entry | null>(null);
  const calls = listing.rows.reduce((sum, { count }) => sum + count, 0);
  const columns = useMemo<readonly Column<Entry>[]>(
    () => [...COLUMNS, { title: 'More', ...MORE, cell: (entry) => <More entry={entry} show={setShown} /> }],
    [],
  );
  return (
    <Page title="Refused calls" actions={<ExportButton list="refused-calls" filter={filter} />}>
      <FilterBar fields={FIELDS}>
        {listing.rows.length > 0 && (
          <span className="muted" role="status">
            {counted(calls, 'call', 'calls')} in {counted(listing.rows.length, 'entry', 'entries')}
            {listing.query.hasNextPage ? ' so far' : ''}
          </span>
        )}
        <RunbookLink entry="unauthorized">A caller gets 401</RunbookLink>
      </FilterBar>
      <DataTable
        label="Refused calls, newest first"
        columns={columns}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No refused calls.">
              A call with a wrong key, checksum, field or date is listed here with its reason.
            </Empty>
          ) : (
            <Empty title="No refused call passes these filters.">
              Remove one, or <Link href="/transactions">look among the transactions</Link>: calls that were
              saved are there.
            </Empty>
          )
        }
      />
      <RefusedDrawer entry={shown} onClose={() => setShown(null)} />
    </Page>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const MORE = { minPx: 72, canGrow: false } as const;

function More({ entry, show }: { readonly entry: Entry; readonly show: (entry: Entry) => void }): ReactNode {
  return (
    <Button
      size="compact-xs"
      aria-label={`Details of ${entry.code}: ${entry.reason}`}
      onClick={() => show(entry)}
    >
      Details
    </Button>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  // The list is in the order of the first calls.
  { title: 'First', minPx: 88, cell: ({ firstAt }) => <Time at={firstAt} /> },
  { title: 'Calls', minPx: 48, isNumber: true, cell: ({ count }) => formatCount(count) },
  { title: 'Error', minPx: 136, cell: ({ code }) => code },
  {
    title: 'Why',
    minPx: 200,
    cell: ({ field, reason }) =>
      field === null || reason.startsWith(field) ? reason : `${field}: ${reason}`,
  },
  {
    title: 'Terminal',
    minPx: 104,
    cell: ({ terminalId }) => <Id kind="terminal" id={terminalId} isInList />,
  },
  { title: 'Key', minPx: 120, cell: ({ keyId }) => <Id kind="key" id={keyId} isInList /> },
  { title: 'Address', minPx: 100, isExtra: true, cell: ({ address }) => address ?? '–' },
  { title: 'Last', minPx: 88, isExtra: true, cell: ({ at }) => <Time at={at} /> },
  { title: 'Interface', minPx: 64, isExtra: true, cell: ({ channel }) => channel },
  {
    title: 'Programme',
    minPx: 96,
    isExtra: true,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
];
