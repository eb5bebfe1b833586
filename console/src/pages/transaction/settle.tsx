import type { ReactNode } from 'react';
import { SettleTransactionDocument } from '../../../../src/generated/operations.js';
import { ActionButton, type FormField, reasonField } from '../../parts/entity-form.js';
import { formatMoney } from '../../parts/format.js';
import { type Detail, Notice, RunbookLink } from '../../parts/page.js';
import { StateBadge } from '../../parts/value.js';
import type { FullTransaction, TransactionProps } from './transaction-page.js';

/** States that a person can settle: what it means, and the entry of the runbook. */
const OPEN: Readonly<
  Partial<Record<string, readonly [entry: 'doubt' | 'queue' | 'unmatched', meaning: string]>>
> = {
  contradicted: [
    'doubt',
    'Money moved although the terminal got a decline, an operator declined it, or a reversal went out before. If the gateway sent a reversal, it stands under Related transactions. Settle it once the money is given back.',
  ],
  in_doubt: [
    'doubt',
    'It was sent, and no usable answer came: the money may have moved or not. Ask the wallet service, then settle it.',
  ],
  queued: ['queue', 'The gateway sends it again by itself. Settle it only if you know how it ended.'],
  unmatched: [
    'unmatched',
    'Its wallet or its original is not known yet. Settle it only if you know how it ended.',
  ],
  reversed_in_part: [
    'doubt',
    'It was not sent, because a reversal of a part of it came before it. Book the difference at the wallet service, then settle it as approved.',
  ],
};

/** Says what is open about a transaction, and lets the operator settle it. */
export function Settle({ transaction }: TransactionProps): ReactNode {
  const { state, failure } = transaction;
  const open = OPEN[state] && OPEN[failure === 'reversed_in_part' ? failure : state];
  if (open === undefined) return null;
  const [entry, meaning] = open;
  return (
    <Notice
      tone={entry === 'doubt' ? 'doubt' : 'warn'}
      actions={
        <>
          <SettleButton transaction={transaction} />
          <RunbookLink entry={entry} />
        </>
      }
    >
      {meaning}
    </Notice>
  );
}

/** Nothing is chosen for the person: a wrong choice would be final. */
export const ENDS: FormField = {
  kind: 'choice',
  name: 'resultCode',
  label: 'How it ended at the wallet service',
  isRequired: true,
  read: Number,
  options: [
    ['1', 'Approved: the money has moved'],
    ['-9', 'Declined: nothing has moved'],
  ],
};

export const REASON = reasonField('How you know, for example the wallet service’s ticket');

const MADE_GOOD =
  'Final: the contradiction counts as made good. The answer stays, and the terminal keeps the reply that it got. The gateway gives nothing back any more.';

function SettleButton({ transaction }: TransactionProps): ReactNode {
  const { requestId, requestMoney, reference, terminalId, methodName, state } = transaction;
  // The wallet service has approved a contradicted one, so there is nothing to choose.
  const isContradicted = state === 'contradicted';
  const amount = requestMoney === null ? methodName : formatMoney(requestMoney);
  const consequences: Readonly<Record<string, string>> = {
    '': 'Your decision is final. A late answer of the wallet service may still come while the failure is a timeout.',
    '1': `Final: ${amount} counts as moved for wallet ${reference}. Callers that ask again get resultCode 1. If its terminal got a decline, the money is given back.`,
    '-9': `Final: nothing has moved for wallet ${reference}. Callers that ask again get resultCode -9.`,
  };
  return (
    <ActionButton
      permission="SETTLE"
      isMain
      title={isContradicted ? 'Settle as made good' : 'Settle by hand'}
      verb="Settle"
      subject={[
        ['Amount', amount],
        ['Method', methodName],
        ['Wallet', <code key="w">{reference}</code>],
        ['Terminal', <code key="t">{terminalId}</code>],
        ['Request id', <code key="r">{requestId}</code>],
        ...(isContradicted ? [['Related', <Related key="l" of={transaction} />] satisfies Detail] : []),
      ]}
      fields={isContradicted ? [REASON] : [ENDS, REASON]}
      consequence={({ resultCode = '' }) => (isContradicted ? MADE_GOOD : consequences[resultCode])}
      // The gateway refuses it where the transaction has another state than the person saw.
      document={SettleTransactionDocument}
      input={{ requestId, state, ...(isContradicted ? { resultCode: 1 } : {}) }}
      onDone={() => `${amount} of wallet ${reference} is settled.`}
    />
  );
}

/** Names the reversals and adjustments that may have given the money back, with their states. */
function Related({ of: { linked } }: { readonly of: FullTransaction }): ReactNode {
  if (linked.length === 0) return 'none';
  return linked.map(({ requestId, methodName, state }) => (
    <span key={requestId}>
      {methodName} <StateBadge state={state} />{' '}
    </span>
  ));
}
