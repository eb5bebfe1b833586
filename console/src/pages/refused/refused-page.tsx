import type { ReactNode } from 'react';
import {
  RefusedCallsDocument,
  type RefusedCallFilter,
  type RefusedCallsQuery,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { formatCount } from '../../parts/amount.js';
import { SelectField, TextField } from '../../parts/field.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { useAddressParts } from '../../parts/search.js';
import { Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';

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

/** Shows calls that were refused before they were saved, with reasons that the callers do not get. */
export function RefusedPage(): ReactNode {
  useTitle('Refused calls');
  const [written, set] = useAddressParts(['code', 'channel', 'terminal', 'key', 'address']);
  const listing = useListing({
    name: 'refused',
    document: RefusedCallsDocument,
    variables: { filter: filterOf(written) },
    pageIn: ({ refusedCalls }) => refusedCalls,
    everyMs: FRESH_MS,
  });
  return (
    <>
      <h1>Refused calls</h1>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Error"
          value={written.code}
          options={[['', 'all'], ...CODES.map((code) => [code, code] as const)]}
          onChange={(event) => set('code', event.target.value)}
        />
        <SelectField
          label="Interface"
          value={written.channel}
          options={[['', 'all'], ...CHANNELS.map((name) => [name, name] as const)]}
          onChange={(event) => set('channel', event.target.value)}
        />
        {(['terminal', 'key', 'address'] as const).map((name) => (
          <TextField
            key={name}
            label={LABELS[name]}
            value={written[name]}
            onChange={(event) => set(name, event.target.value.trim())}
          />
        ))}
      </form>
      <Listing
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
    </>
  );
}

const LABELS = { terminal: 'Terminal', key: 'Key id', address: 'IP address' };

function filterOf(
  written: Readonly<Record<'code' | 'channel' | keyof typeof LABELS, string>>,
): RefusedCallFilter {
  const { code, channel, terminal, key, address } = written;
  return {
    ...(CODES.includes(code as Entry['code']) ? { code: code as Entry['code'] } : {}),
    ...(CHANNELS.includes(channel as Entry['channel']) ? { channel: channel as Entry['channel'] } : {}),
    ...(terminal === '' ? {} : { terminalId: terminal }),
    ...(key === '' ? {} : { keyId: key }),
    ...(address === '' ? {} : { address }),
  };
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'Last', width: '12rem', cell: ({ at }) => <Time at={at} /> },
  { title: 'Calls', width: '4rem', isNumber: true, cell: ({ count }) => formatCount(count) },
  { title: 'Error', width: '13rem', cell: ({ code }) => code },
  { title: 'Why', cell: ({ field, reason }) => (field === null ? reason : `${field}: ${reason}`) },
  {
    title: 'Terminal',
    width: '8rem',
    cell: ({ terminalId }) => terminalId !== null && <code>{terminalId}</code>,
  },
  {
    title: 'Key',
    width: '10rem',
    isExtra: true,
    cell: ({ keyId }) => keyId !== null && <code>{keyId}</code>,
  },
  { title: 'Address', width: '9rem', isExtra: true, cell: ({ address }) => address },
  { title: 'Interface', width: '6rem', isExtra: true, cell: ({ channel }) => channel },
];
