import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type Channel,
  type ErrorCode,
  type TransactionFilter,
  TransactionsDocument,
} from '../../../../src/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  amountRangeIn,
  given,
  numberIn,
  oneOf,
  optionsOf,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Empty } from '../../parts/notice.js';
import { OriginalMoney } from '../../parts/original-money.js';
import { Page } from '../../parts/page.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { StatePresets } from './state-presets.js';
import { addressOfRow, METHODS, nameOfRow, STATES, TRANSACTION_COLUMNS } from './transaction-row.js';

const CHANNELS: readonly Channel[] = ['graphql', 'json', 'xmlrpc', 'gateway'];

/** Errors of calls that were saved. */
const ERRORS: readonly ErrorCode[] = [
  'IN_DOUBT',
  'DOWNSTREAM_TIMEOUT',
  'DOWNSTREAM_REFUSED',
  'DOWNSTREAM_INVALID',
  'NOT_FOUND',
  'FORBIDDEN',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
];

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Received' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
  { kind: 'number', name: 'result', label: 'Result code', hint: '1 or 2 where it was approved.' },
  { kind: 'amount', name: 'amount', label: 'Amount' },
  {
    kind: 'select',
    name: 'method',
    label: 'Method',
    options: METHODS.map((name) => [name, name]),
    hasOthers: true,
  },
  { kind: 'text', name: 'terminal', label: 'Terminal' },
  { kind: 'text', name: 'wallet', label: 'Wallet', hint: 'Its reference.' },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'number', name: 'customer', label: 'Customer', isRare: true },
  { kind: 'text', name: 'programme', label: 'Programme', hint: 'Its short name.', isRare: true },
  {
    kind: 'select',
    name: 'channel',
    label: 'Interface',
    options: CHANNELS.map((name) => [name, name]),
    isRare: true,
  },
  { kind: 'text', name: 'id', label: 'Transaction id', hint: 'As the caller sent it.', isRare: true },
  {
    kind: 'select',
    name: 'error',
    label: 'Error',
    options: ERRORS.map((code) => [code, code]),
    isRare: true,
  },
  {
    kind: 'text',
    name: 'key',
    label: 'API key',
    hint: 'The id of the key that the caller used.',
    isRare: true,
  },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): TransactionFilter {
  return given({
    time: timeRangeIn(values.time),
    state: oneOf(values.state, STATES),
    resultCode: numberIn(values.result),
    method: values.method,
    terminalId: values.terminal,
    reference: values.wallet,
    cardId: numberIn(values.card),
    customerId: numberIn(values.customer),
    amount: amountRangeIn(values.amount),
    programme: values.programme,
    channel: oneOf(values.channel, CHANNELS),
    transactionId: values.id,
    errorCode: oneOf(values.error, ERRORS),
    keyId: values.key,
  });
}

/** The live list leaves out the original amount: its names of currencies would make the first load longer. */
const COLUMNS: typeof TRANSACTION_COLUMNS = [
  ...TRANSACTION_COLUMNS,
  {
    title: 'Original amount',
    minPx: 112,
    isNumber: true,
    isExtra: true,
    cell: ({ originalTransactionAmount, originalCurrencyCode }) => (
      <OriginalMoney amount={originalTransactionAmount} currencyCode={originalCurrencyCode} />
    ),
  },
];

/** Shows all transactions, by conditions. */
export function TransactionsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'transactions',
    document: TransactionsDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ transactions }) => transactions,
  });
  return (
    <Page title="Transactions" actions={<ExportButton list="transactions" filter={filter} />}>
      <StatePresets />
      <FilterBar fields={FIELDS}>
        {filter.state === 'in_doubt' && <RunbookLink entry="doubt" />}
        {filter.state === 'queued' && <RunbookLink entry="queue" />}
        {filter.state === 'unmatched' && <RunbookLink entry="unmatched" />}
      </FilterBar>
      <DataTable
        label="Transactions, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ requestId }) => requestId}
        hrefOf={addressOfRow}
        nameOf={nameOfRow}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No transactions yet.">The first call of a terminal appears here.</Empty>
          ) : (
            <Empty title="No transaction passes these filters.">
              Remove one, or <Link href="/refused">look among the refused calls</Link>, which are not saved as
              transactions.
            </Empty>
          )
        }
      />
    </Page>
  );
}
