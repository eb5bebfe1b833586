import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DayDifference, DIFFERENCE_KINDS } from '../../../../src/core/transactions/compare-day.js';
import type { ShownState } from '../../../../src/core/transactions/life.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { settleAlike } from '../../gateway/settle.js';
import { Badge, StateBadge, wordOf } from '../../parts/badge.js';
import { DataTable } from '../../parts/data-table.js';
import { ActionButton, reasonField } from '../../parts/entity-form.js';
import { oneOf, useAddressPart, useSetAddress } from '../../parts/filters.js';
import { formatMoney } from '../../parts/format-money.js';
import { Id } from '../../parts/id.js';
import { Money } from '../../parts/money.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Presets } from '../../parts/presets.js';
import { type Field, None } from '../../parts/value.js';
import type { Compared } from './comparison.js';

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

/** A doubt that the file has as booked. */
type Proven = DayDifference & { readonly requestId: string; readonly state: ShownState };

function isProven(difference: DayDifference): difference is Proven {
  return difference.requestId !== null && difference.state !== null && difference.proposal !== null;
}

/** Doubts in one dialog: a person can read no more. */
const PROVEN_MAX = 50;

/** Settles doubts as the file proves them. Nothing is chosen before the person does. */
function SettleProposals({ compared: { differences, fileName }, onSettled }: ComparedProps): ReactNode {
  const proven = differences.filter(isProven);
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
            requestId,
            `${methodName ?? ''} ${formatMoney({ minorUnits: gatewayAmount ?? 0, currency })} of wallet ${reference ?? ''}, ${requestId}`,
          ]),
        },
        reasonField(`Why, for example: day file ${fileName}`),
      ]}
      send={async ({ requestIds, reason }) => {
        const chosen = shown.filter(({ requestId }) => (requestIds as string[]).includes(requestId));
        const settled: string[] = [];
        await settleAll(chosen, String(reason), settled).finally(() => onSettled(settled));
        return settled.length;
      }}
      onDone={(count) => `${formatCount(count)} settled.`}
    />
  );
}

/** Settles those of each state together, and names them in `settled`. Errors: GatewayError that counts those that the gateway refused. */
async function settleAll(proven: readonly Proven[], reason: string, settled: string[]): Promise<void> {
  const refusals: string[] = [];
  for (const [state, rows] of Map.groupBy(proven, (row) => row.state)) {
    const requestIds = rows.map(({ requestId }) => requestId);
    await settleAlike(requestIds, { resultCode: 1, reason, state }, (results) => {
      for (const { requestId, refusal } of results) {
        if (refusal === null) settled.push(requestId);
        else refusals.push(refusal);
      }
    });
  }
  if (refusals.length > 0)
    throw new GatewayError(
      'PARTLY',
      `${String(settled.length)} of ${String(proven.length)} are settled. The last refusal: ${refusals.at(-1)}`,
    );
}
