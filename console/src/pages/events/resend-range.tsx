import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { EndpointsDocument, ResendDeliveriesDocument } from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Failure } from '../../parts/notice.js';

/** Resends events of a time range, or all undelivered ones, after a receiver was down. */
export function ResendRange({ onClose }: { readonly onClose: () => void }): ReactNode {
  const endpoints = useAnswer('endpoints', EndpointsDocument, {});
  const resend = useAction(ResendDeliveriesDocument, 'deliveries');
  const [endpointId, setEndpointId] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isUndelivered, setUndelivered] = useState(true);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const time = { ...(from === '' ? {} : { from: utcOf(from) }), ...(to === '' ? {} : { to: utcOf(to) }) };
    resend.mutate({
      input: {
        ...(endpointId === '' ? {} : { endpointId }),
        ...(from === '' && to === '' ? {} : { time }),
        undelivered: isUndelivered,
      },
    });
  };
  const options = endpoints.data?.endpoints.edges.map(({ node }) => [node.id, node.url] as const) ?? [];
  return (
    <Dialog title="Resend a range" onClose={onClose}>
      <form onSubmit={submit}>
        <SelectField
          label="To"
          value={endpointId}
          options={[['', 'every enabled endpoint'], ...options]}
          onChange={(event) => setEndpointId(event.target.value)}
        />
        <TextField
          label="Recorded from"
          type="datetime-local"
          value={from}
          hint="In your time zone."
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label="Recorded before"
          type="datetime-local"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isUndelivered}
            onChange={(event) => setUndelivered(event.target.checked)}
          />
          Only undelivered ones
        </label>
        {resend.isError && <Failure error={resend.error} />}
        <p role="status">
          {resend.data === undefined
            ? ''
            : `${String(resend.data.resendDeliveries.count)} deliveries are due again.`}
        </p>
        <div className="bar">
          <button type="submit" className="main" disabled={resend.isPending}>
            Resend
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function utcOf(local: string): string {
  return new Date(local).toISOString();
}
