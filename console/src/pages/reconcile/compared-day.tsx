import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DayDifference, DIFFERENCE_KINDS } from '../../../../src/core/transactions/compare-day.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { settleAlike } from '../../gateway/settle.js';
import { DataTable } from '../../parts/data-table.js';
import { ActionButton, reasonField } from '../../parts/entity-form.js';
import { Presets } from '../../parts/filter-bar.js';
import { oneOf, useAddressPart, useSetAddress } from '../../parts/filters.js';
import { formatCount, formatMoney } from '../../parts/format.js';
import { Empty } from '../../parts/page.js';
import { Badge, type Field, Id, Money, None, StateBadge, wordOf } from '../../parts/value.js';
import type { Compared } from './day-file.js';

interface ComparedProps {
  readonly compared: Compared;
  readonly onSettled: (requestIds: readonly string[]) => void;
}

/** Shows what a comparison found. */
export function ComparedDay({ compared, onSettled }: ComparedProps): ReactNode {
  const set = useSetAddress();
  const { differences, fileName, day, summary } = compared;
  const kind = oneOf(useAddressPart('kind'), DIFFERENCE_KINDS);
  const ofKind = (wanted: string): readonly DayDifference[] =>
    differences.filter((each) => each.kind === wanted);
  const rows = kind === undefined ? differences : ofKind(kind);
  const choices = [
    ['', `All ${formatCount(differences.length)}`] as const,
    ...DIFFERENCE_KINDS.map((each) => [each, `${wordOf(each)} ${formatCount(ofKind(each).length)}`] as const),
  ];
  return (
    <>
      <p>
        {formatCount(summary.matched)} matched, of {formatCount(summary.fileRows)} in the file and{' '}
        {formatCount(summary.gatewayRows)} at the gateway. {formatCount(summary.notMoved)} moved nothing, and{' '}
        {formatCount(summary.open)} are not processed yet.
      </p>
      <Presets label="Differences" name="kind" choices={choices}>
        <Group ml="auto">
          <SettleProposals compared={compared} onSettled={onSettled} />
        </Group>
      </Presets>
      <DataTable
        label={`Differences between the gateway and ${fileName}`}
        fields={FIELDS}
        rows={rows}
        keyOf={(row) => `${row.kind} ${String(row.line)} ${row.requestId ?? row.transactionId ?? ''}`}
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
    </>
  );
}

const FIELDS: readonly Field<DayDifference>[] = [
  {
    label: 'Difference',
    show: ({ kind, state }) => <Badge tone={state === 'in_doubt' ? 'doubt' : 'bad'}>{wordOf(kind)}</Badge>,
  },
  {
    label: 'Request id',
    show: ({ state, requestId }) =>
      state === null ? <code>{requestId ?? '–'}</code> : <Id kind="transaction" id={requestId} isInList />,
  },
  { label: 'Transaction id', name: 'transactionId', kind: 'transactionId' },
  { label: 'Line', name: 'line', isNumber: true },
  { label: 'Wallet', name: 'reference', kind: 'wallet' },
  {
    label: 'Gateway',
    isNumber: true,
    show: ({ gatewayAmount, currency }) => (
      <Money money={gatewayAmount === null ? null : { minorUnits: gatewayAmount, currency }} />
    ),
  },
  { label: 'File', name: 'fileAmount', isNumber: true },
  {
    label: 'State',
    isExtra: true,
    show: ({ state }) => (state === null ? <None /> : <StateBadge state={state} />),
  },
  { label: 'Note', name: 'note' },
];

/** Doubts in one dialog: a person can read no more. */
const PROVEN_MAX = 50;

/** Settles doubts as the file proves them. Nothing is chosen before the person does. */
function SettleProposals({ compared: { differences, fileName }, onSettled }: ComparedProps): ReactNode {
  const proven = differences.filter(({ proposal }) => proposal !== null);
  const shown = proven.slice(0, PROVEN_MAX);
  if (proven.length === 0) return null;
  return (
    <ActionButton
      permission="SETTLE"
      isMain
      name={`Settle ${formatCount(proven.length)} as the file says`}
      title="Settle as the file says"
      verb="Settle"
      consequence="Settle only by the file of the wallet service: a processor knows only what terminals heard. Your decision is final. Callers that ask again get it."
      fields={[
        {
          kind: 'several',
          name: 'requestIds',
          label: 'Transactions that count as moved',
          isRequired: true,
          options: shown.map(({ requestId, gatewayAmount, currency, reference, methodName }) => [
            requestId ?? '',
            `${methodName ?? ''} ${formatMoney({ minorUnits: gatewayAmount ?? 0, currency })} of wallet ${reference ?? ''}, ${requestId ?? ''}`,
          ]),
        },
        reasonField(`Why, for example: day file ${fileName}`),
      ]}
      send={async ({ requestIds, reason }) => {
        const settled: string[] = [];
        await settleAll(requestIds as string[], String(reason), settled).finally(() => onSettled(settled));
        return settled.length;
      }}
      onDone={(count) => `${formatCount(count)} settled.`}
    />
  );
}

/** Settles doubts, and names those in `settled`. Errors: GatewayError that counts those that the gateway refused. */
async function settleAll(requestIds: readonly string[], reason: string, settled: string[]): Promise<void> {
  const refusals: string[] = [];
  await settleAlike(requestIds, { resultCode: 1, reason, state: 'in_doubt' }, (results) => {
    for (const { requestId, refusal } of results) {
      if (refusal === null) settled.push(requestId);
      else refusals.push(refusal);
    }
  });
  if (refusals.length > 0)
    throw new GatewayError(
      'PARTLY',
      `${String(settled.length)} of ${String(requestIds.length)} are settled. The last refusal: ${refusals.at(-1)}`,
    );
}
