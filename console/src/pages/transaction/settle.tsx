import { Button, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SettleTransactionDocument } from '../../../../src/cli/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAction } from '../../gateway/asking.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { formatMoney } from '../../parts/format-money.js';
import { Notice } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import type { FullTransaction } from './full-transaction.js';

/** States that a person can settle: what it means, and the entry of the runbook. */
const OPEN = {
  in_doubt: [
    'doubt',
    'It was sent, and no usable answer came: the money may have moved or not. Ask the wallet service, then settle it.',
  ],
  queued: ['queue', 'The gateway sends it again by itself. Settle it only if you know how it ended.'],
  unmatched: [
    'unmatched',
    'Its wallet or its original is not known yet. Settle it only if you know how it ended.',
  ],
} as const;

/** Says what is open about a transaction, and lets the operator settle it. */
export function Settle({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOpenState(transaction.state) && (
        <OpenNotice state={transaction.state} onSettle={() => setOpen(true)} />
      )}
      {transaction.state === 'contradicted' && (
        <Notice tone="doubt" actions={<RunbookLink entry="doubt" />}>
          Money moved although the terminal got a decline, or the wallet service contradicts the decision of
          an operator. If the gateway sent a reversal, it stands under Related transactions: check that it was
          answered.
        </Notice>
      )}
      <SettleDialog transaction={transaction} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function isOpenState(state: string): state is keyof typeof OPEN {
  return state in OPEN;
}

function OpenNotice({
  state,
  onSettle,
}: {
  readonly state: keyof typeof OPEN;
  readonly onSettle: () => void;
}): ReactNode {
  const [entry, meaning] = OPEN[state];
  return (
    <Notice
      tone={state === 'in_doubt' ? 'doubt' : 'warn'}
      actions={
        <>
          <RunbookLink entry={entry} />
          <Allowed permission="SETTLE">
            <Button variant="filled" onClick={onSettle}>
              Settle
            </Button>
          </Allowed>
        </>
      }
    >
      {meaning}
    </Notice>
  );
}

function SettleDialog({
  transaction,
  isOpen,
  onClose,
}: {
  readonly transaction: FullTransaction;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  // Nothing is chosen for the person: a wrong choice would be final.
  const [code, setCode] = useState('');
  const settle = useAction(SettleTransactionDocument, 'transaction', 'transactions', 'stats', 'audit');
  const { requestId, requestMoney, reference, terminalId, methodName, state } = transaction;
  // The dialog stays open, so that the person reads why it does nothing any more.
  const isSettled = !isOpenState(state);
  const amount = requestMoney === null ? methodName : formatMoney(requestMoney);
  const consequences: Readonly<Record<string, string>> = {
    '': 'Your decision is final. A late answer of the wallet service may still come while the failure is a timeout.',
    '1': `Final: ${amount} counts as moved for wallet ${reference}. Callers that ask again get resultCode 1. If its terminal got a decline, the money is given back.`,
    '-9': `Final: nothing has moved for wallet ${reference}. Callers that ask again get resultCode -9.`,
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Settle by hand"
      verb="Settle"
      subject={[
        ['Amount', amount],
        ['Method', methodName],
        ['Wallet', <code key="w">{reference}</code>],
        ['Terminal', <code key="t">{terminalId}</code>],
        ['Request id', <code key="r">{requestId}</code>],
      ]}
      consequence={
        isSettled ? (
          <span role="alert">
            The transaction is settled meanwhile: <StateBadge state={state} />{' '}
            <ResultBadge code={transaction.resultCode} />
          </span>
        ) : (
          consequences[code]
        )
      }
      reasonLabel="How you know, for example the wallet service’s ticket"
      isReady={code !== '' && !isSettled}
      action={settle}
      variables={(reason) => ({ input: { requestId, resultCode: Number(code), reason, state } })}
      onDone={() => notifyDone(`${amount} of wallet ${reference} is settled.`)}
    >
      <Radio.Group label="How it ended at the wallet service" value={code} onChange={setCode} required>
        <div className="choices">
          <Radio value="1" label="Approved: the money has moved" />
          <Radio value="-9" label="Declined: nothing has moved" />
        </div>
      </Radio.Group>
    </ConfirmDialog>
  );
}
