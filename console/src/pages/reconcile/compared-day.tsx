import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { csvRecord } from '../../../../src/core/wire/csv.js';
import {
  type DayDifference,
  type DifferenceKind,
  DIFFERENCE_KINDS,
} from '../../../../src/core/transactions/compare-day.js';
import { Badge, StateBadge, wordOf } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { type FilterField, oneOf, useFilterValues, useSetAddress } from '../../parts/filters.js';
import { IconDownload } from '../../parts/icons.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Money } from '../../parts/money.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import type { Compared } from './comparison.js';
import { isProven, SettleProposals } from './settle-proposals.js';

const FIELDS = [
  { kind: 'text', name: 'kind', label: 'Difference' },
] as const satisfies readonly FilterField[];

/** Shows what a comparison found. */
export function ComparedDay({
  compared,
  onSettled,
}: {
  readonly compared: Compared;
  readonly onSettled: (requestIds: readonly string[]) => void;
}): ReactNode {
  const { kind: written } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const { differences, fileName, day } = compared;
  const kind = oneOf(written, DIFFERENCE_KINDS);
  const counts = new Map<DifferenceKind, number>();
  for (const each of differences) counts.set(each.kind, (counts.get(each.kind) ?? 0) + 1);
  const rows = kind === undefined ? differences : differences.filter((each) => each.kind === kind);
  return (
    <div className="compared">
      <Figures compared={compared} counts={counts} />
      <div role="group" aria-label="Differences" className="presets">
        {[undefined, ...counts.keys()].map((each) => (
          <button
            key={each ?? ''}
            type="button"
            className="preset"
            aria-pressed={each === kind}
            onClick={() => set({ kind: each ?? '' })}
          >
            {each === undefined ? 'All' : wordOf(each)}
            <span className="preset-count">
              {formatCount(each === undefined ? differences.length : (counts.get(each) ?? 0))}
            </span>
          </button>
        ))}
      </div>
      <div className="filters">
        <div className="filters-end">
          {differences.length > 0 && (
            <Button
              leftSection={<IconDownload size={16} />}
              onClick={() => download(`differences-${day}.csv`, csvOf(rows))}
            >
              Download
            </Button>
          )}
          <SettleProposals proven={differences.filter(isProven)} fileName={fileName} onSettled={onSettled} />
        </div>
      </div>
      <DataTable
        label={`Differences between the gateway and ${fileName}`}
        columns={COLUMNS}
        rows={rows}
        keyOf={(row) => `${row.kind} ${String(row.line)} ${row.requestId ?? row.transactionId ?? ''}`}
        hrefOf={hrefOf}
        nameOf={({ requestId, transactionId, line }) =>
          requestId ?? transactionId ?? `line ${String(line)} of the file`
        }
        empty={
          differences.length === 0 ? (
            <Empty title="Nothing differs.">
              Both sides have the same bookings with the same amounts on {day}.
            </Empty>
          ) : (
            <Empty title="No difference is of this kind.">
              <Button onClick={() => set({ kind: '' })}>Show all</Button>
            </Empty>
          )
        }
      />
    </div>
  );
}

function Figures({
  compared: { summary, differences },
  counts,
}: {
  readonly compared: Compared;
  readonly counts: ReadonlyMap<DifferenceKind, number>;
}): ReactNode {
  return (
    <dl className="figures">
      <Figure
        name="Matched"
        count={summary.matched}
        more={`of ${formatCount(summary.fileRows)} in the file`}
      />
      <Figure
        name="Missing in the file"
        count={counts.get('missing_in_file') ?? 0}
        more={`of ${formatCount(summary.gatewayRows)} at the gateway`}
      />
      <Figure
        name="Missing at the gateway"
        count={counts.get('missing_at_gateway') ?? 0}
        more="the file has them"
      />
      <Figure
        name="Different amounts"
        count={counts.get('amount_differs') ?? 0}
        more="both sides have them"
      />
      <Figure
        name="In doubt"
        count={differences.filter(({ state }) => state === 'in_doubt').length}
        more={`the file has ${formatCount(differences.filter(isProven).length)}`}
      />
      <Figure
        name="Moved nothing"
        count={summary.notMoved}
        more={`${formatCount(summary.open)} not processed yet`}
      />
    </dl>
  );
}

function Figure({
  name,
  count,
  more,
}: {
  readonly name: string;
  readonly count: number;
  readonly more: string;
}): ReactNode {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{formatCount(count)}</dd>
      <dd className="more">{more}</dd>
    </div>
  );
}

/** Leads to the transaction, or to those with its transaction id. */
function hrefOf({ state, requestId, transactionId }: DayDifference): string {
  if (requestId !== null && state !== null) return addressOf('transaction', requestId);
  const id = encodeURIComponent(transactionId ?? '');
  return transactionId === null ? '/transactions' : `/transactions?id=${id}`;
}

const COLUMNS: readonly Column<DayDifference>[] = [
  {
    title: 'Difference',
    minPx: 140,
    cell: ({ kind, state }) => <Badge tone={state === 'in_doubt' ? 'doubt' : 'bad'}>{wordOf(kind)}</Badge>,
  },
  {
    title: 'Request id',
    minPx: 262,
    cell: ({ state, requestId }) =>
      state === null ? <code>{requestId ?? '–'}</code> : <Id kind="transaction" id={requestId} isInList />,
  },
  { title: 'Transaction id', minPx: 100, cell: ({ transactionId }) => transactionId ?? '–', isExtra: true },
  { title: 'Line', minPx: 44, isNumber: true, cell: ({ line }) => line ?? '–' },
  { title: 'Wallet', minPx: 112, cell: ({ reference }) => <Id kind="wallet" id={reference} isInList /> },
  {
    title: 'Gateway',
    minPx: 104,
    isNumber: true,
    cell: ({ gatewayAmount, currency }) => (
      <Money money={gatewayAmount === null ? null : { minorUnits: gatewayAmount, currency }} />
    ),
  },
  { title: 'File', minPx: 80, isNumber: true, cell: ({ fileAmount }) => fileAmount ?? '–' },
  {
    title: 'State',
    minPx: 90,
    isExtra: true,
    cell: ({ state }) => (state === null ? '–' : <StateBadge state={state} />),
  },
  { title: 'Note', minPx: 180, cell: ({ note }) => <span title={note}>{note}</span> },
];

const FILE_COLUMNS = [
  'kind',
  'line',
  'requestId',
  'transactionId',
  'date',
  'terminalId',
  'reference',
  'methodName',
  'programme',
  'state',
  'gatewayAmount',
  'currency',
  'fileAmount',
  'proposal',
  'note',
] as const satisfies readonly (keyof DayDifference)[];

function csvOf(rows: readonly DayDifference[]): string {
  return [
    csvRecord(FILE_COLUMNS),
    ...rows.map((row) => csvRecord(FILE_COLUMNS.map((name) => row[name]))),
  ].join('');
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
