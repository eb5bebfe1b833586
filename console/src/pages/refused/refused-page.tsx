import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import {
  type RefusedCallFilter,
  RefusedCallsDocument,
  type RefusedCallsQuery,
} from '../../../../src/generated/operations.js';
import { EntityDetails, EntityListPage } from '../../parts/entity.js';
import { type FilterField, optionsOf } from '../../parts/filters.js';
import { formatCount } from '../../parts/format.js';
import { DetailsButton, Notice, RunbookLink } from '../../parts/page.js';
import { Badge, type Field } from '../../parts/value.js';

type Entry = RefusedCallsQuery['refusedCalls']['edges'][number]['node'];

const FILTERS: readonly FilterField<keyof RefusedCallFilter>[] = [
  { kind: 'time', name: 'time', label: 'Refused' },
  { kind: 'select', name: 'code', label: 'Error', options: optionsOf(ENUMS.ErrorCode, false) },
  { kind: 'select', name: 'channel', label: 'Interface', options: optionsOf(ENUMS.Channel) },
  { kind: 'text', name: 'terminal', label: 'Terminal', condition: 'terminalId' },
  { kind: 'text', name: 'programme', label: 'Programme' },
  { kind: 'text', name: 'key', label: 'Key id', condition: 'keyId' },
  { kind: 'text', name: 'address', label: 'IP address' },
  { kind: 'text', name: 'method', label: 'Method' },
  { kind: 'text', name: 'reference', label: 'Wallet' },
  { kind: 'number', name: 'amount', label: 'Amount' },
  { kind: 'text', name: 'request', label: 'Request id', condition: 'requestId' },
  { kind: 'text', name: 'http-request', label: 'X-Request-Id', condition: 'httpRequestId' },
];

const FIELDS: readonly Field<Entry>[] = [
  // The list is in the order of the first calls.
  { label: 'First', name: 'firstAt', kind: 'time' },
  { label: 'Calls', isNumber: true, show: ({ count }) => formatCount(count) },
  { label: 'Error', name: 'code' },
  {
    label: 'Reason',
    show: ({ field, reason }) =>
      field === null || reason.startsWith(field) ? reason : `${field}: ${reason}`,
  },
  { label: 'Terminal', name: 'terminalId', kind: 'terminal' },
  { label: 'Key', name: 'keyId', kind: 'key' },
  { label: 'IP address', name: 'address' },
  { label: 'Last', name: 'at', kind: 'time', isExtra: true },
  { label: 'Interface', name: 'channel', isExtra: true },
  { label: 'Programme', name: 'programme', kind: 'programme', isExtra: true },
  { label: 'More', show: (entry) => <More entry={entry} /> },
];

/** Shows calls that were refused before they were saved, with reasons that not all callers get. */
export function RefusedPage(): ReactNode {
  return (
    <EntityListPage
      title="Refused calls"
      document={RefusedCallsDocument}
      exported="refused-calls"
      filters={FILTERS}
      fields={FIELDS}
      keyOf={({ id }) => id}
      end={<RunbookLink entry="unauthorized">A caller gets 401</RunbookLink>}
      none="A call with a wrong key, checksum, field or date is listed here with its reason."
      noneFiltered={
        <>
          Remove one of the filters, or <Link href="/transactions">look among the transactions</Link>: calls
          that were saved are there.
        </>
      }
    />
  );
}

const DETAILS: readonly Field<Entry>[] = [
  { label: 'Error', show: ({ code }) => <Badge tone="bad">{code}</Badge> },
  { label: 'Field', name: 'field', kind: 'code' },
  ...FIELDS.filter(({ label }) => !['Error', 'Reason', 'More'].includes(label)),
  { label: 'Method', name: 'method' },
  { label: 'Wallet', name: 'reference', kind: 'wallet' },
  { label: 'Amount', name: 'amount' },
  { label: 'Request id', name: 'requestId', kind: 'code' },
  { label: 'X-Request-Id', name: 'httpRequestId', kind: 'code' },
];

/** Shows calls that were refused for one reason: the reason, who called, and what to do. */
function More({ entry }: { readonly entry: Entry }): ReactNode {
  return (
    <DetailsButton label={`Details of ${entry.code}: ${entry.reason}`} title="Refused calls">
      {(close) => (
        <>
          <Notice tone="warn" actions={<Runbook entry={entry} />}>
            <strong>{entry.reason}</strong> {consequenceOf(entry)}
          </Notice>
          <EntityDetails fields={DETAILS} row={entry} />
          {entry.address !== null && (
            <Link href={`/refused?address=${encodeURIComponent(entry.address)}`} onClick={close}>
              Everything refused from this address
            </Link>
          )}
        </>
      )}
    </DetailsButton>
  );
}

/** Says whether money may have moved, and whether the caller knows the reason. */
function consequenceOf({ code }: Entry): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return 'Nothing was processed, and the caller did not get this reason.';
    // The gateway may have sent the call, and then failed to save the outcome.
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return 'The call may have been processed: look for it among the transactions.';
    default:
      return 'Nothing was processed.';
  }
}

function Runbook({ entry: { code } }: { readonly entry: Entry }): ReactNode {
  if (code === 'UNAUTHENTICATED') return <RunbookLink entry="unauthorized" />;
  return code === 'RATE_LIMITED' ? <RunbookLink entry="guessing" /> : null;
}
