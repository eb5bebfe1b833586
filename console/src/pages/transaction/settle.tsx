import { Button, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SettleTransactionDocument } from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAction } from '../../gateway/asking.js';
import { ResultBadge, StateBadge } from '../../parts/badge.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { formatMoney } from '../../parts/format-money.js';
import { useLeaving } from '../../parts/leaving.js';
import { Notice } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import type { Detail } from '../../parts/section.js';
import type { FullTransaction } from './full-transaction.js';

/** States that a person can settle: what it means, and the entry of the runbook. */
const OPEN = {
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
} as const;

type OpenState = keyof typeof OPEN;

/** Failure of an adjustment in doubt that was never sent. */
const REVERSED_IN_PART = 'reversed_in_part';

/** Says what is open about a transaction, and lets the operator settle it. */
export function Settle({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { state } = transaction;
  const [isOpen, setOpen] = useState(false);
  /** State in which the person decided to settle it. */
  const [seen, setSeen] = useState(state);
  return (
    <>
      {isOpenState(state) && (
        <OpenNotice
          state={transaction.failure === REVERSED_IN_PART ? REVERSED_IN_PART : state}
          onSettle={() => {
            setSeen(state);
            setOpen(true);
          }}
        />
      )}
      <SettleDialog transaction={transaction} seen={seen} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function isOpenState(state: string): state is OpenState {
  return state in OPEN;
}

function OpenNotice({
  state,
  onSettle,
}: {
  readonly state: OpenState;
  readonly onSettle: () => void;
}): ReactNode {
  const [entry, meaning] = OPEN[state];
  const button = useLeaving<HTMLButtonElement>();
  return (
    <Notice
      tone={entry === 'doubt' ? 'doubt' : 'warn'}
      actions={
        <>
          <RunbookLink entry={entry} />
          <Allowed permission="SETTLE">
            <Button ref={button} variant="filled" onClick={onSettle}>
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

const MADE_GOOD =
  'Final: the contradiction counts as made good. The answer stays, and the terminal keeps the reply that it got. The gateway gives nothing back any more.';

function SettleDialog({
  transaction,
  seen,
  isOpen,
  onClose,
}: {
  readonly transaction: FullTransaction;
  readonly seen: FullTransaction['state'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  // Nothing is chosen for the person: a wrong choice would be final.
  const [chosen, setChosen] = useState('');
  const settle = useAction(SettleTransactionDocument, 'transaction', 'transactions', 'stats', 'audit');
  const { requestId, requestMoney, reference, terminalId, methodName, state } = transaction;
  // The wallet service has approved it, so there is nothing to choose.
  const isContradicted = seen === 'contradicted';
  const code = isContradicted ? '1' : chosen;
  // The dialog stays open, so that the person reads why it does nothing any more.
  const isChanged = state !== seen;
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
      consequence={
        isChanged ? (
          <span role="alert">
            The transaction has another state meanwhile: <StateBadge state={state} />{' '}
            <ResultBadge code={transaction.resultCode} />
          </span>
        ) : isContradicted ? (
          MADE_GOOD
        ) : (
          consequences[code]
        )
      }
      reasonLabel="How you know, for example the wallet service’s ticket"
      isReady={code !== '' && !isChanged}
      action={settle}
      variables={(reason) => ({ input: { requestId, resultCode: Number(code), reason, state: seen } })}
      onDone={() => notifyDone(`${amount} of wallet ${reference} is settled.`)}
    >
      {!isContradicted && (
        <Radio.Group label="How it ended at the wallet service" value={chosen} onChange={setChosen} required>
          <div className="choices">
            <Radio value="1" label="Approved: the money has moved" />
            <Radio value="-9" label="Declined: nothing has moved" />
          </div>
        </Radio.Group>
      )}
    </ConfirmDialog>
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
