import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyIcon } from '../../parts/copy.js';
import { Id } from '../../parts/id.js';
import { Money } from '../../parts/money.js';
import { OriginalMoney } from '../../parts/original-money.js';
import { type Detail, DetailList, Section } from '../../parts/section.js';
import type { FullTransaction } from './full-transaction.js';

/** Shows what the caller asked for, and for whom. */
export function About({ transaction: row }: { readonly transaction: FullTransaction }): ReactNode {
  const approved = (row.answer?.['response'] as Readonly<Record<string, unknown>> | undefined)?.[
    'approvalAmount'
  ];
  const details: readonly Detail[] = [
    ...(row.requestMoney === null
      ? []
      : [['Amount', <Money key="a" money={row.requestMoney} />] satisfies Detail]),
    ...(row.requestMoney === null || typeof approved !== 'number'
      ? []
      : [
          [
            'Approved amount',
            <Money key="b" money={{ ...row.requestMoney, minorUnits: approved }} />,
          ] satisfies Detail,
        ]),
    ...(row.originalTransactionAmount === null
      ? []
      : [
          [
            'Original amount',
            <OriginalMoney
              key="o"
              amount={row.originalTransactionAmount}
              currencyCode={row.originalCurrencyCode}
            />,
          ] satisfies Detail,
        ]),
    ['Wallet', <Id key="w" kind="wallet" id={row.reference} />],
    ['Card', <Id key="c" kind="card" id={row.cardId} />],
    ['Customer', <Id key="u" kind="customer" id={row.customerId} />],
    ['Terminal', <Id key="t" kind="terminal" id={row.terminalId} />],
    ['Programme', <Id key="p" kind="programme" id={row.programme} />],
    [
      'Transaction id',
      row.transactionId === null ? (
        '–'
      ) : (
        <span key="i" className="id">
          <Link href={`/transactions?id=${encodeURIComponent(row.transactionId)}`}>
            <code>{row.transactionId}</code>
          </Link>
          <CopyIcon text={row.transactionId} />
        </span>
      ),
    ],
    ['Transaction date (UTC)', row.transactionDate ?? '–'],
    ...(row.referenceId === null
      ? []
      : [['Original', `${row.referenceId}, ${row.referenceDate ?? '–'}`] satisfies Detail]),
    ['Interface', row.channel],
    [
      'API key',
      row.keyId === null ? 'none: the terminal itself called' : <Id key="k" kind="key" id={row.keyId} />,
    ],
    ['Effect', row.effect],
  ];
  return (
    <Section title="Call">
      <DetailList details={details} />
    </Section>
  );
}
