import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SettleTransactionDocument } from '../../../../src/generated/operations.js';
import type { DayDifference } from '../../../../src/core/transactions/compare-day.js';
import { change, useOnce } from '../../gateway/asking.js';
import { GatewayError, sentenceOf } from '../../gateway/gateway-error.js';
import { useSession } from '../../gateway/session.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { formatMoney } from '../../parts/format-money.js';
import { notifyDone } from '../../parts/notify.js';
import { formatCount } from '../../parts/numbers.js';

/** A doubt that the file has as booked. */
export type Proven = DayDifference & { readonly requestId: string; readonly proposal: 'approved' };

export function isProven(difference: DayDifference): difference is Proven {
  return difference.requestId !== null && difference.proposal !== null;
}

/** Doubts in one dialog: a person can read no more. */
const PROVEN_MAX = 50;

/** Settles doubts as the file proves them. Nothing is chosen before the person does. */
export function SettleProposals({
  proven,
  fileName,
  onSettled,
}: {
  readonly proven: readonly Proven[];
  readonly fileName: string;
  readonly onSettled: (requestIds: readonly string[]) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const shown = proven.slice(0, PROVEN_MAX);
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ reason }: { readonly reason: string }) =>
      settleAll(
        shown.filter(({ requestId }) => chosen.includes(requestId)),
        reason,
        onSettled,
      ),
    onSettled: () => queries.invalidateQueries(),
  });
  const settle = useOnce(mutation);
  const { permissions } = useSession().about;
  if (proven.length === 0 || !permissions.includes('SETTLE')) return null;
  const close = (): void => {
    setOpen(false);
    setChosen([]);
  };
  const isAll = chosen.length === shown.length;
  return (
    <>
      <Button variant="filled" onClick={() => setOpen(true)}>
        Settle {formatCount(proven.length)} as the file says
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Settle as the file says"
        draft={fileName}
        verb={`Settle ${formatCount(chosen.length)}`}
        consequence="Settle only by the file of the wallet service: a processor knows only what terminals heard. Your decision is final. Callers that ask again get it."
        reasonLabel={`Why, for example: day file ${fileName}`}
        isReady={chosen.length > 0}
        action={settle}
        variables={(reason) => ({ reason })}
        onDone={() => notifyDone(`${formatCount(chosen.length)} settled.`)}
      >
        <div className="choices proven">
          <Checkbox
            label={proven.length > PROVEN_MAX ? `The first ${formatCount(PROVEN_MAX)}` : 'All'}
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            onChange={() => setChosen(isAll ? [] : shown.map(({ requestId }) => requestId))}
          />
          <Checkbox.Group value={[...chosen]} onChange={setChosen} label="Transactions" required>
            <div className="choices">
              {shown.map(({ requestId, gatewayAmount, currency, reference, methodName }) => (
                <Checkbox
                  key={requestId}
                  value={requestId}
                  label={`${methodName ?? ''} ${formatMoney({ minorUnits: gatewayAmount ?? 0, currency })} of wallet ${reference ?? ''} counts as moved`}
                  description={requestId}
                />
              ))}
            </div>
          </Checkbox.Group>
        </div>
      </ConfirmDialog>
    </>
  );
}

/** Settles one after the other. Errors: GatewayError that counts those that the gateway refused. */
async function settleAll(
  proven: readonly Proven[],
  reason: string,
  onSettled: (requestIds: readonly string[]) => void,
): Promise<void> {
  const settled: string[] = [];
  let refusal: unknown = null;
  for (const { requestId, state } of proven) {
    try {
      const input = { requestId, resultCode: 1, reason, state };
      await change(SettleTransactionDocument, { input });
      settled.push(requestId);
    } catch (error) {
      // Somebody may have settled it meanwhile. The others are still to be settled.
      refusal = error;
    }
  }
  onSettled(settled);
  if (refusal !== null)
    throw new GatewayError(
      'PARTLY',
      `${String(settled.length)} of ${String(proven.length)} are settled. The last refusal: ${sentenceOf(refusal)}`,
    );
}
