import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { SettleTransactionDocument } from '../../../../src/cli/generated/operations.js';
import { useAction } from '../../gateway/asking.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Failure } from '../../parts/notice.js';
import type { FullTransaction } from './full-transaction.js';

/** Lets the operator settle an open transaction by hand. */
export function Settle({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="notice doubt">
      <p>
        {transaction.state === 'in_doubt'
          ? 'It was sent, and no usable answer came: the money may have moved or not. Ask the wallet service, then settle it.'
          : 'The gateway retries it. Settle it only if you know how it ended.'}
      </p>
      <button type="button" className="main" onClick={() => setOpen(true)}>
        Settle
      </button>
      {isOpen && <SettleDialog requestId={transaction.requestId} onClose={() => setOpen(false)} />}
    </div>
  );
}

const OUTCOMES = [
  ['1', 'approved: the money has moved'],
  ['-9', 'declined: nothing has moved'],
] as const;

function SettleDialog({
  requestId,
  onClose,
}: {
  readonly requestId: string;
  readonly onClose: () => void;
}): ReactNode {
  const [resultCode, setResultCode] = useState('1');
  const [reason, setReason] = useState('');
  const settle = useAction(SettleTransactionDocument, 'transaction', 'transactions', 'stats');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    settle.mutate({ input: { requestId, resultCode: Number(resultCode), reason } }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Settle by hand" onClose={onClose}>
      <form onSubmit={submit}>
        <p>Your decision is final. Callers that ask again get it. The audit log keeps it with your key.</p>
        <SelectField
          label="It was"
          value={resultCode}
          options={OUTCOMES}
          onChange={(event) => setResultCode(event.target.value)}
        />
        <TextField
          label="Reason"
          value={reason}
          required
          maxLength={255}
          hint="How you know: for example the wallet service’s ticket."
          onChange={(event) => setReason(event.target.value)}
        />
        {settle.isError && <Failure error={settle.error} />}
        <div className="bar">
          <button type="submit" className="main" disabled={settle.isPending}>
            Settle
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
