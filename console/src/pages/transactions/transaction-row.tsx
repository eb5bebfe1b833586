import { IconCopyCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import { type TransactionFilter, TransactionsDocument } from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/session.js';
import { Newest } from '../../parts/entity.js';
import { type FilterField, optionsOf } from '../../parts/filters.js';
import { between } from '../../parts/format.js';
import { formatTime } from '../../parts/time.js';
import { type Field, Money, None, ResultBadge, StateBadge, wordOf } from '../../parts/value.js';
import { type ListedTransaction, withDuplicates } from './duplicates.js';

/** Built-in methods, as filters offer them. */
const METHODS = [
  'Balance',
  'Deduct',
  'DeductReversal',
  'DeductAdjustment',
  'LoadAuth',
  'LoadAuthReversal',
  'LoadAdjustment',
  'LoadReversal',
  'Stop',
  'AdministrativeMessage',
  'ValidatePIN',
  'BrazilianInstallmentSettled',
  'MexicanInstallmentSettled',
];

/** Filters of lists of transactions. */
export const TRANSACTION_FILTERS: readonly FilterField<keyof TransactionFilter>[] = [
  { kind: 'time', name: 'time', label: 'Received' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.TransactionState) },
  { kind: 'text', name: 'merchant', label: 'Merchant', hint: 'a part of it', condition: 'narrative' },
  { kind: 'number', name: 'result', label: 'Result code', condition: 'resultCode' },
  { kind: 'number', name: 'got', label: 'Caller got', hint: '-7', condition: 'callerResultCode' },
  { kind: 'select', name: 'method', label: 'Method', options: optionsOf(METHODS), hasOthers: true },
  { kind: 'text', name: 'terminal', label: 'Terminal', condition: 'terminalId' },
  { kind: 'text', name: 'wallet', label: 'Wallet', hint: 'its reference', condition: 'reference' },
  { kind: 'number', name: 'card', label: 'Card', condition: 'cardId' },
  { kind: 'amount', name: 'amount', label: 'Amount', isRare: true },
  {
    kind: 'number',
    name: 'took',
    label: 'Took at least',
    hint: 'ms',
    condition: 'tookAtLeastMs',
    isRare: true,
  },
  { kind: 'number', name: 'customer', label: 'Customer', condition: 'customerId', isRare: true },
  { kind: 'text', name: 'programme', label: 'Programme', isRare: true },
  { kind: 'select', name: 'channel', label: 'Interface', options: optionsOf(ENUMS.Channel), isRare: true },
  { kind: 'text', name: 'id', label: 'Transaction id', condition: 'transactionId', isRare: true },
  {
    kind: 'select',
    name: 'error',
    label: 'Error',
    condition: 'errorCode',
    options: optionsOf(ENUMS.ErrorCode, false),
    isRare: true,
  },
  { kind: 'text', name: 'key', label: 'API key', condition: 'keyId', isRare: true },
];

/** Columns of lists of transactions. */
const FIELDS: readonly Field<ListedTransaction>[] = [
  { label: 'Received', name: 'receivedAt', kind: 'time' },
  { label: 'Merchant', name: 'narrative' },
  {
    label: 'Amount',
    isNumber: true,
    isPlain: true,
    show: (row) => <Amount {...row} />,
  },
  { label: 'State', isPlain: true, show: (row) => <StateBadge {...row} /> },
  { label: 'Result', isPlain: true, show: ({ resultCode }) => <ResultBadge code={resultCode} /> },
  { label: 'Caller got', show: (row) => <CallerGot {...row} /> },
  { label: 'Method', name: 'methodName', isDetail: true },
  { label: 'Terminal', name: 'terminalId', kind: 'terminal', isDetail: true },
  { label: 'Wallet', name: 'reference', kind: 'wallet', isDetail: true },
  { label: 'Card', name: 'cardId', kind: 'card', isExtra: true },
  { label: 'Request id', name: 'requestId', kind: 'transaction', isExtra: true },
  {
    label: 'Error',
    isExtra: true,
    show: ({ errorCode }) => (errorCode === null ? <None /> : wordOf(errorCode.toLowerCase())),
  },
  {
    label: 'Took',
    isNumber: true,
    isDetail: true,
    show: ({ receivedAt, answeredAt }) => between(receivedAt, answeredAt),
  },
];

/** Shows an amount, and whether it may have been charged twice. */
function Amount({ requestMoney, duplicateAt }: ListedTransaction): ReactNode {
  return (
    <>
      <Money money={requestMoney} />{' '}
      {duplicateAt !== undefined && (
        <IconCopyCheck
          size={15}
          role="img"
          color="var(--warn)"
          title={`same wallet, amount and merchant as ${formatTime(duplicateAt)}`}
        />
      )}
    </>
  );
}

/** Shows what the caller got. It is not the result where the gateway replied itself, and an answer came late. */
function CallerGot({ callerResultCode, resultCode }: ListedTransaction): ReactNode {
  if (callerResultCode === resultCode) return <span className="muted">the same</span>;
  return <ResultBadge code={callerResultCode} />;
}

/** A list of transactions. */
export const TRANSACTION_LIST = {
  fields: FIELDS,
  keyOf: ({ requestId }: ListedTransaction) => requestId,
  mark: withDuplicates,
  kind: 'transaction' as const,
};

/** Shows the newest transactions of an entity of the directory, to people who may read them. */
export function NewestTransactions({
  filter,
  all,
}: {
  readonly filter: TransactionFilter;
  /** The same filter in the address of the list. */
  readonly all: Readonly<Record<string, string>>;
}): ReactNode {
  return (
    <Allowed permission="READ_TRANSACTIONS">
      <Newest
        {...TRANSACTION_LIST}
        title="Newest transactions"
        document={TransactionsDocument}
        filter={filter}
        all={['All its transactions', `/transactions?${new URLSearchParams(all).toString()}`]}
        none={
          <>
            Calls that were refused before they were saved are on the page{' '}
            <Link href="/refused">Refused</Link>.
          </>
        }
      />
    </Allowed>
  );
}
