import type { TransactionRowFragment, TransactionState } from '../../../../src/generated/operations.js';
import { ResultBadge, StateBadge, wordOf } from '../../parts/badge.js';
import type { Column } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Money } from '../../parts/money.js';
import { between } from '../../parts/numbers.js';
import { Time } from '../../parts/time.js';

/** States of transactions, as filters offer them. */
export const STATES: readonly TransactionState[] = [
  'pending',
  'answered',
  'refused',
  'in_doubt',
  'failed',
  'queued',
  'unmatched',
  'contradicted',
];

/** Built-in methods, as filters offer them. */
export const METHODS = [
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

export const addressOfRow = ({ requestId }: TransactionRowFragment): string =>
  addressOf('transaction', requestId);

export const nameOfRow = ({ requestId }: TransactionRowFragment): string => `transaction ${requestId}`;

/** Columns of lists of transactions. */
export const TRANSACTION_COLUMNS: readonly Column<TransactionRowFragment>[] = [
  { title: 'Received', minPx: 84, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    title: 'Amount',
    minPx: 136,
    isNumber: true,
    cell: ({ requestMoney }) => <Money money={requestMoney} />,
  },
  { title: 'State', minPx: 92, cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Result', minPx: 116, cell: ({ resultCode }) => <ResultBadge code={resultCode} /> },
  { title: 'Method', minPx: 104, cell: ({ methodName }) => methodName },
  {
    title: 'Terminal',
    minPx: 84,
    cell: ({ terminalId }) => <Id kind="terminal" id={terminalId} isInList />,
  },
  { title: 'Wallet', minPx: 92, cell: ({ reference }) => <Id kind="wallet" id={reference} isInList /> },
  { title: 'Card', minPx: 48, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  {
    title: 'Request id',
    minPx: 220,
    isExtra: true,
    cell: ({ requestId }) => <Id kind="transaction" id={requestId} isInList />,
  },
  {
    title: 'Programme',
    minPx: 96,
    isExtra: true,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  {
    title: 'Customer',
    minPx: 72,
    isExtra: true,
    cell: ({ customerId }) => <Id kind="customer" id={customerId} isInList />,
  },
  {
    title: 'Error',
    minPx: 170,
    isExtra: true,
    cell: ({ errorCode }) =>
      errorCode === null ? <span className="muted">–</span> : wordOf(errorCode.toLowerCase()),
  },
  {
    title: 'Took',
    minPx: 52,
    isNumber: true,
    cell: ({ receivedAt, answeredAt }) => between(receivedAt, answeredAt),
  },
];
