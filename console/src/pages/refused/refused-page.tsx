import { type ReactNode, useMemo } from 'react';
import {
  RefusedCallsDocument,
  type RefusedCallFilter,
  type RefusedCallsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
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

type Entry = RefusedCallsQuery['refusedCalls']['edges'][number]['node'];

/** Error codes: first those that callers cause, then those of the gateway. */
const CODES: readonly Entry['code'][] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
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
const FRESH_MS = 3000;

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Refused' },
  { kind: 'select', name: 'code', label: 'Error', options: CODES.map((code) => [code, code]) },
  { kind: 'select', name: 'channel', label: 'Interface', options: CHANNELS.map((name) => [name, name]) },
  { kind: 'text', name: 'terminal', label: 'Terminal' },
  { kind: 'text', name: 'key', label: 'Key id' },
  { kind: 'text', name: 'address', label: 'IP address' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): RefusedCallFilter {
  return given({
    time: timeRangeIn(values.time),
    code: oneOf(values.code, CODES),
    channel: oneOf(values.channel, CHANNELS),
    terminalId: values.terminal,
    keyId: values.key,
    address: values.address,
  });
}

/** Shows calls that were refused before they were saved, with reasons that the callers do not get. */
export function RefusedPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = useMemo(() => filterOf(values), [values]);
  const listing = useListing({
    name: 'refused',
    document: RefusedCallsDocument,
    variables: { filter },
    pageIn: ({ refusedCalls }) => refusedCalls,
    everyMs: FRESH_MS,
  });
  return (
    <Page title="Refused calls">
      <FilterBar fields={FIELDS}>
        <RunbookLink entry="unauthorized">A caller gets 401</RunbookLink>
      </FilterBar>
      <DataTable
        label="Refused calls, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No refused calls.">
            A call with a wrong key, checksum, field or date is listed here with its reason.
          </Empty>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'Last', minPx: 96, cell: ({ at }) => <Time at={at} /> },
  { title: 'Calls', minPx: 48, isNumber: true, cell: ({ count }) => formatCount(count) },
  { title: 'Error', minPx: 150, cell: ({ code }) => code },
  {
    title: 'Why',
    minPx: 320,
    cell: ({ field, reason }) => (field === null ? reason : `${field}: ${reason}`),
  },
  {
    title: 'Terminal',
    minPx: 112,
    cell: ({ terminalId }) => <Id kind="terminal" id={terminalId} isInList />,
  },
  { title: 'Key', minPx: 120, cell: ({ keyId }) => <Id kind="key" id={keyId} isInList /> },
  { title: 'Address', minPx: 112, cell: ({ address }) => address },
  { title: 'Interface', minPx: 72, cell: ({ channel }) => channel },
];
